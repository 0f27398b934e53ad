/// Lines that nobody would type: whatever stands in them, reading them ends and never crashes.
import Testing

@testable import CommandLanguage

@Suite struct MutatedLineTests {
  private static let seeds = [
    "add --name \"Oak mug\" --price 12,000원 --description 'Turned; $X' --image a.jpg *.png",
    "edit 12..20 @MUG-01 @last --price +10% --search=\"a b\" -- --x",
    "list --page 2 --mine --no-grid --fields id,name --format json # comment",
    "show @머그-1 --pictures; photo save 3 4\naccount add \\\n mugs", "ㅣㅑㄴㅅ -p 2 --trace=body",
    "목록 --timeout 1.5s ${NAME} \"${A}\\n\\\"\" ~/사진/[0-9]*.jpg", "m 1만2천원 3억 12.50 USD 11/3 mon",
  ]
  /// What mutations put in: syntax, halves of it, letters of every width, controls, marks alone.
  private static let pieces = [
    "\"", "'", "\\", "$", "${", "}", ";", "#", " # ", "\n", "\r\n", "\t", "--", "-", "=", "@", "..",
    ",", "*", "[", "~", "\u{0}", "\u{1B}[2J", "\u{85}", "\u{FEFF}", "\u{301}", "\u{200D}", "👩‍🚒",
    "한", "ㅎ", "\u{1112}\u{1161}", "\u{A0}", "\u{3000}", "９", "-–—", "원", "만", "\u{202E}",
    "999999999999999999999999", "--no-", "\\\n",
  ]

  private static let variables = Variables(["NAME": "--page", "A": "", "X": "'\"$A"])
  private static let aliases: Aliases = {
    var aliases = Aliases()
    try? aliases.set("m", to: "list --mine --search $X")
    try? aliases.set("list", to: "m --table")
    try? aliases.set("목록", to: "add --name \"$NAME\"")
    return aliases
  }()

  private static func mutate(_ line: inout [Unicode.Scalar], with random: inout SplitMix) {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let at = Int.random(in: 0...line.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
        line.insert(contentsOf: Array(piece.unicodeScalars), at: at)
      case 1: line.removeSubrange(at..<min(line.count, at + Int.random(in: 1...9, using: &random)))
      case 2:
        let end = min(line.count, at + Int.random(in: 1...6, using: &random))
        line.insert(contentsOf: Array(line[at..<end]), at: at)
      default:
        guard at < line.count else { continue }
        line[at] = Unicode.Scalar(UInt32.random(in: 0..<0xD800, using: &random)) ?? "x"
      }
    }
  }

  /// Every line is cut into words with its variables and aliases, and then goes to what reads
  /// words: half of them to the parser, the others to completion and colouring.
  private static func take(_ line: String, _ number: Int, at offset: Int) {
    var commands: [[Word]] = []
    for command in Tokenizer(line) {
      guard let words = try? variables.words(of: command),
        let expanded = try? aliases.expand(words, with: variables)
      else { continue }
      commands.append(expanded)
    }
    switch number % 4 {
    case 0: _ = testParser.completionSite(in: line, at: offset)
    case 1: _ = testParser.marks(of: line)
    default: commands.forEach(parse)
    }
  }

  private static func parse(_ words: [Word]) {
    do throws(UsageError) {
      let (spec, input) = try testParser.parse(words, in: tuesday).checked()
      _ = spec.line(of: input)
    } catch {
      _ = UsageText.message(for: error)
    }
  }

  /// 200,000 in all.
  @Test(arguments: 0..<8)
  func `no line makes the language crash`(seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    for number in 0..<25_000 {
      var line = Array(Self.seeds[number / 4 % Self.seeds.count].unicodeScalars)
      // Most of the time goes into reading the words, so most lines are short.
      line.removeSubrange(0..<Int.random(in: 0...line.count, using: &random))
      if line.count > 16 { line.removeSubrange(16...) }
      Self.mutate(&line, with: &random)
      var text = String.UnicodeScalarView()
      text.append(contentsOf: line)
      Self.take(String(text), number, at: Int.random(in: -1...line.count * 4, using: &random))
    }
  }
}
