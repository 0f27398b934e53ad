import MarketTestSupport
import Messages
import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct MutatedLineTests {
  private static let seeds = [
    "add --name \"Oak mug\" --price 12,000원 --description 'Turned; $X' --image a.jpg *.png",
    "edit 12..20 @MUG-01 @last --price +10% --search=\"a b\" -- --x",
    "list --page 2 --mine --no-grid --fields id,name --format json # comment",
    "show @머그-1 --pictures; photo save 3 4\naccount add \\\n mugs", "ㅣㅑㄴㅅ -p 2 --trace=body",
    "목록 --timeout 1.5s ${NAME} \"${A}\\n\\\"\" ~/사진/[0-9]*.jpg", "m 1만2천원 3억 12.50 USD 11/3 mon",
  ]
  private static let mutation = LineMutation(
    of: seeds,
    names: ["add", "edit", "list", "show", "ㅣㅑㄴㅅ", "목록", "m"])

  private static let variables = Variables(["NAME": "--page", "A": "", "X": "'\"$A"])
  private static let aliases: Aliases = {
    var aliases = Aliases()
    try? aliases.set("m", to: "list --mine --search $X")
    try? aliases.set("list", to: "m --table")
    try? aliases.set("목록", to: "add --name \"$NAME\"")
    return aliases
  }()

  /// Splits a line into words with variables and aliases, and passes it to the parser, or to
  /// completion or highlighting.
  ///
  /// - Returns: the number of commands that the parser found.
  private static func take(_ line: String, _ number: Int, at offset: Int) -> Int {
    var commands: [[Word]] = []
    for command in Tokenizer(line) {
      guard let words = try? variables.words(of: command),
        let expanded = try? aliases.expand(words, with: variables)
      else { continue }
      commands.append(expanded)
    }
    switch number % 8 {
    case 0: _ = testParser.completionSite(in: line, at: offset)
    case 1: _ = testParser.highlightSpans(of: line)
    default: return commands.count(where: parse)
    }
    return 0
  }

  /// Parses words and renders the result.
  ///
  /// - Returns: whether there is such a command, so that its values were read.
  private static func parse(_ words: [Word]) -> Bool {
    let parsed = testParser.parse(words, in: tuesday)
    do throws(UsageError) {
      let (spec, input) = try parsed.checked()
      _ = spec.line(of: input)
    } catch {
      _ = error.message.english
    }
    return parsed.spec != nil
  }

  @Test(arguments: 0..<8)
  func `random lines never crash`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var known = 0
    for number in 0..<5_000 {
      let line = Self.mutation.line(using: &random)
      let offset = Int.random(in: -1...line.utf8.count + 4, using: &random)
      known += Self.take(line, number, at: offset)
    }
    // No values are read in lines without a known command.
    #expect(known > 600)
  }
}
