import LineEditor
import MarketRender
import MarketTestSupport
import TerminalKit
import Testing

@testable import Prompt

@Suite(.timeLimit(.minutes(60))) struct ColorTests {
  /// The style of the first fragment that contains `part`.
  private func style(of part: String, in line: String, _ assistant: PromptAssistant) -> Style? {
    assistant.colored(line).fragments.first { $0.text.contains(part) }?.style
  }

  private static let theme = Theme.dark
  private static let styles: [(String, String, Style)] = [
    ("list --mine", "list", theme.command.with(.bold)),
    ("m --mine", "m", theme.command.with(.bold)),
    ("lsit --mine", "lsit", theme.unknown), ("lis", "lis", .plain), ("lsit", "lsit", theme.unknown),
    ("list --mine", "--mine", theme.option), ("list --nope x", "--nope", theme.unknown),
    ("show @MUG-01 1", "@MUG-01", theme.own), ("show @GONE 1", "@GONE", theme.unknown),
    ("show @MU", "@MU", theme.own), ("show @MU 1", "@MU", theme.unknown),
    ("show @last", "@last", theme.unknown), ("add --name 'Oak mug'", "'Oak mug'", theme.quoted),
    ("add --name 'Oak mug", "'Oak mug", theme.open), ("search $SEASON", "$SEASON", theme.variable),
    ("search $GONE", "$GONE", theme.unknown), ("list # all", "# all", theme.comment),
    ("add --image a.jpg", "a.jpg", theme.file), ("add --image b.jpg", "b.jpg", .plain),
    ("add --image 'a b.jpg'", "'a b.jpg'", theme.quoted.with(theme.file)),
    ("add --image ~/h.jpg", "~/h.jpg", theme.file), ("add --image '~/h.jpg'", "'~", theme.quoted),
    ("run a.jpg", "a.jpg", theme.file), ("search a.jpg", "a.jpg", .plain),
  ]

  @Test(arguments: styles)
  func `each part of a line has its own style`(line: String, part: String, style: Style) throws {
    let sample = try PromptSample()
    try sample.write("a.jpg", "a b.jpg", "../h.jpg")
    #expect(self.style(of: part, in: line, try sample.assistant()) == style)
  }

  @Test(arguments: [Theme.dark, Theme.light])
  func `unknown words differ by more than color`(theme: Theme) {
    for known in [theme.command, theme.option, theme.own, theme.variable, theme.quoted] {
      #expect(known.attributes != theme.unknown.attributes)
    }
    #expect(theme.open.attributes != theme.quoted.attributes)
  }

  @Test func `coloring keeps the text of the line`() throws {
    let assistant = try PromptSample().assistant()
    var random = SeededGenerator(seed: 9)
    let pieces = [
      "list", "edit", "--price", "=", " ", " ", "'", "\"", "$A", "@x", "#", ";", "\n", "한글",
      "e\u{301}",
      "a.jpg", "\\", "m",
    ]
    for _ in 0..<500 {
      let line = (0..<12).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      #expect(Array(assistant.colored(line).plain.utf8) == Array(line.utf8))
    }
  }

  @Test func `escaped control characters do not shift the colors`() throws {
    let assistant = try PromptSample().assistant()
    let line = "list\t--mine\t'a\u{1B}b'"
    let colored = assistant.colored(line)
    #expect(colored.plain == "list    --mine    'a\\x1bb'")
    let styles = colored.fragments.filter { $0.style != .plain }.map(\.text)
    #expect(styles == ["list", "--mine", "'a\\x1bb'"])
    var random = SeededGenerator(seed: 10)
    let pieces = ["list", "--price", " ", "\t", "\r", "\n", "'", "#", "$A", "\u{7}", "한글", "\\"]
    for _ in 0..<500 {
      let line = (0..<10).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      #expect(assistant.colored(line).plain == StyledText(line).plain)
    }
  }

  @Test func `usage explains the command and the option at the cursor`() throws {
    let assistant = try PromptSample().assistant()
    #expect(assistant.usage(of: "add --pr", at: 8)?.plain.hasPrefix("usage: add --name") == true)
    let help = assistant.usage(of: "list --sort ", at: 12)?.plain.split(separator: "\n").last
    #expect(
      help
        == """
        --sort <key>  newest, oldest, name, price, stock, discount or code; -price or --desc is \
        descending
        """
    )
    #expect(assistant.usage(of: "ad", at: 2) == nil)
  }

  private static let counts: [(String, Int, Bool)] = [
    ("", 0, false), ("list", 1, false), ("list; show 1\n# no\nmine", 3, false),
    ("list 'a", 1, true),
    ("list \\", 1, true), ("list \"a\nb", 1, true),
  ]

  @Test(arguments: counts)
  func `commands are counted, and an unfinished line is recognized`(
    text: String, count: Int, isUnfinished: Bool
  ) throws {
    let assistant = try PromptSample().assistant()
    #expect(assistant.commandCount(text) == count)
    #expect(assistant.isUnfinished(text) == isUnfinished)
  }
}
