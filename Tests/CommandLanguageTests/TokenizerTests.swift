import MarketTestSupport
import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct TokenizerTests {
  /// Each word as `column:fragments`, with quoted ones in brackets and a dollar before variables.
  private func shape(_ text: String) -> [[String]] {
    Tokenizer.read(text).commands.map { command in
      command.tokens.map { token in
        "\(token.place.column):"
          + token.fragments.map { fragment in
            switch fragment.kind {
            case .unquoted: fragment.text
            case .quoted: "[\(fragment.text)]"
            case .variable: "$\(fragment.text)"
            case .quotedVariable: "[$\(fragment.text)]"
            }
          }.joined()
      }
    }
  }

  private static let words: [(String, [[String]])] = [
    ("list", [["1:list"]]), ("", []),
    ("  \t ;; \n", []), ("list --page 2", [["1:list", "6:--page", "13:2"]]),
    ("list; show 3", [["1:list"], ["7:show", "12:3"]]), ("list;show", [["1:list"], ["6:show"]]),
    ("a ';' \";\" b", [["1:a", "3:[;]", "7:[;]", "11:b"]]),
    ("a 'b c'd\"e f\"", [["1:a", "3:[b c]d[e f]"]]), ("a '' \"\"", [["1:a", "3:[]", "6:[]"]]),
    ("'a\"b' \"c'd\"", [["1:[a\"b]", "7:[c'd]"]]),
    (#""a\"b\\c\nd\te\$f\q""#, [["1:[a\"b\\c\nd\te$f\\q]"]]), (#"'a\nb'"#, [[#"1:[a\nb]"#]]),
    ("My\\ photo.jpg C:\\dir \\# \\$A", [["1:My[ ]photo.jpg", "15:C:\\dir", "22:[#]", "25:[$]A"]]),
    ("한글 \"머그 컵\" x", [["1:한글", "4:[머그 컵]", "11:x"]]),
    ("👨‍👩‍👧 e\u{301} x", [["1:👨‍👩‍👧", "3:e\u{301}", "5:x"]]),
    ("a\u{A0}b\u{3000}c", [["1:a", "3:b", "5:c"]]), ("\u{FEFF}list", [["1:list"]]),
    ("a\r\nb\rc\nd", [["1:a"], ["1:b"], ["1:c"], ["1:d"]]),
    ("a \\\nb\\  \n  c", [["1:a", "1:b", "3:c"]]), ("\\\nlist", [["1:list"]]),
    ("'a\r\nb' c", [["1:[a\nb]", "4:c"]]), ("\"a\\\nb\"", [["1:[ab]"]]),
  ]

  @Test(arguments: words)
  func `words have fragments and columns`(text: String, expected: [[String]]) {
    #expect(shape(text) == expected)
  }

  private static let comments: [(String, [[String]])] = [
    ("# all\nlist", [["1:list"]]), ("  # all", []),
    ("#all;list", []), ("list # rest; show", [["1:list"]]),
    ("list #", [["1:list"]]), ("list #3", [["1:list", "6:#3"]]),
    ("list a#b # c", [["1:list", "6:a#b"]]), ("list 'a' #b", [["1:list", "6:[a]", "10:#b"]]),
    ("list;#c\nshow", [["1:list"], ["1:show"]]), ("list # no \\\nshow", [["1:list"], ["1:show"]]),
    ("note \"# no\"", [["1:note", "6:[# no]"]]),
  ]

  @Test(arguments: comments)
  func `a comment begins at the start of a command or after a space`(
    text: String, expected: [[String]]
  ) {
    #expect(shape(text) == expected)
  }

  @Test func `comments are listed with their places`() {
    var tokenizer = Tokenizer("# a\nlist # b\n")
    while tokenizer.next() != nil {}
    #expect(tokenizer.comments.map(\.range) == [0..<3, 9..<12])
    #expect(tokenizer.comments.map(\.line) == [1, 2])
  }

  private static let variables: [(String, [[String]])] = [
    ("$A", [["1:$A"]]), ("x$A-y", [["1:x$A-y"]]),
    ("$12 $ $- US$12.50", [["1:$12", "5:$", "7:$-", "10:US$12.50"]]),
    ("\"$A b $12\"", [["1:[$A][ b $12]"]]), ("'$A'", [["1:[$A]"]]),
    ("${A}원 $가격", [["1:$A원", "7:$가격"]]), ("${ $_x9.", [["1:${", "4:$_x9."]]),
  ]

  @Test(arguments: variables)
  func `the name of a variable begins with a letter`(text: String, expected: [[String]]) {
    #expect(shape(text) == expected.map { $0 })
  }

  private static let open: [(String, Unfinished.Kind, Int, Int)] = [
    ("'", Unfinished.Kind.singleQuote, 1, 1), ("\"", .doubleQuote, 1, 1),
    ("add 'x", .singleQuote, 1, 5), ("add x'y z", .singleQuote, 1, 6),
    ("list\nadd \"x\ny", .doubleQuote, 2, 5), ("add \"x\\\"", .doubleQuote, 1, 5),
    ("add \"x\\", .doubleQuote, 1, 5), ("add \"$A", .doubleQuote, 1, 5),
    ("list \\", .backslash, 1, 6), ("list x\\", .backslash, 1, 7), ("\\", .backslash, 1, 1),
    ("list \\  ", .backslash, 1, 6),
  ]

  @Test(arguments: open)
  func `open quotes and continued lines are unfinished`(
    text: String, kind: Unfinished.Kind, line: Int, column: Int
  ) throws {
    guard case .incomplete(_, let unfinished) = Tokenizer.read(text) else {
      Issue.record("\(text) is complete")
      return
    }
    #expect(unfinished.kind == kind)
    #expect(unfinished.place.line == line)
    #expect(unfinished.place.column == column)
  }

  @Test(arguments: ["list", "list \\\n", "'a\nb'", "# it's", "a # it's", "list \\\\"])
  func `closed input is complete`(text: String) {
    guard case .complete = Tokenizer.read(text) else {
      Issue.record("\(text) is incomplete")
      return
    }
  }

  private static let control: [(String, UInt32, Int)] = [
    ("li\0st", UInt32(0), 3), ("\"a\u{1B}[31m\"", 0x1B, 3), ("x \u{7F}", 0x7F, 3),
    ("한 \u{85}", 0x85, 3), ("\u{0B}", 0x0B, 1),
  ]

  @Test(arguments: control)
  func `control characters are reported`(text: String, value: UInt32, column: Int) throws {
    let command = try #require(Tokenizer.read(text).commands.first)
    #expect(command.problems.map(\.code) == [.controlCharacter(value)])
    #expect(command.problems.first?.place?.column == column)
    #expect(throws: UsageError.self) { try Variables().words(of: command) }
  }

  @Test func `a command has its source text and range`() throws {
    let commands = Tokenizer.read("\nlist --mine ; show 'a b' # x").commands
    #expect(commands.map(\.text) == ["list --mine", "show 'a b'"])
    #expect(commands.map(\.place.line) == [2, 2])
    #expect(commands[1].tokens[1].place.range == 20..<25)
  }

  @Test func `the time for a megabyte is linear`() {
    let line = "add --name \"머그 컵\" --price 12000 'x' \\ \\ $A # rest\n"
    let pieces = [
      line, "\"", "'a ", "\\ ", "\\\n", "$A", "${", "# ", ";", "한", "e\u{301}", "\0", " \0",
      "\u{A0}",
    ]
    for piece in pieces {
      let size = piece == line ? 1_000_000 : 250_000
      let text = String(repeating: piece, count: size / piece.utf8.count)
      let time = processorTime {
        for command in Tokenizer(text) { _ = try? Variables().words(of: command) }
      }
      #expect(time < .seconds(20), "\(piece.debugDescription) took \(time)")
    }
  }

  @Test func `the ranges of random input cover all its text`() {
    var random = SeededGenerator(seed: 7)
    let alphabet = Array(
      "ab1 -=;#'\"\\$_{}@.,*?[]~\n\r\t\0한글ㅣé👍\u{301}\u{200D}\u{FEFF}–\u{A0}\u{85}".unicodeScalars)
    for _ in 0..<20_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
      }
      var end = 0
      for command in Tokenizer(String(text)) {
        #expect(command.place.range.lowerBound >= end)
        end = command.place.range.upperBound
        for token in command.tokens { #expect(command.place.range.contains(token.place.range)) }
        let words = (try? Variables(["a": "--x"]).words(of: command)) ?? []
        let parsed = testParser.parse(words, in: tuesday)
        if case .failure(let error) = Result(catching: { try parsed.checked() }),
          let usage = error as? UsageError
        {
          #expect(!usage.sentences.isEmpty)
        }
      }
    }
  }
}
