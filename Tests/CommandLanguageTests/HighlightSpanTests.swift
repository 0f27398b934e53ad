import MarketTestSupport
import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct HighlightSpanTests {
  /// Each span as a letter for its role, and its text.
  private func marks(_ line: String) -> [String] {
    let bytes = Array(line.utf8)
    return testParser.highlightSpans(of: line).map { mark in
      let text = String(decoding: bytes[mark.range], as: UTF8.self)
      return switch mark.role {
      case .command(let isKnown): (isKnown ? "c:" : "c?") + text
      case .option(let isKnown): (isKnown ? "o:" : "o?") + text
      case .value: "v:" + text
      case .code(let code): "@\(code):" + text
      case .quoted(let isOpen): (isOpen ? "q?" : "q:") + text
      case .variable(let name): "$\(name):" + text
      case .comment: "#:" + text
      }
    }
  }

  private static let lines: [(String, [String])] = [
    ("", []), ("list --page 2", ["c:list", "o:--page", "v:2"]), ("lst", ["c?lst"]),
    ("photo save 12", ["c:photo", "c:save", "v:12"]), ("account x", ["c:account", "v:x"]),
    ("list --pgae 2", ["c:list", "o?--pgae", "v:2"]), ("--json list", ["o:--json", "c:list"]),
    ("show @MUG # one", ["c:show", "@MUG:@MUG", "#:# one"]),
    ("add --name=\"a $X\"", ["c:add", "o:--name=", "q:\"a ", "$X:$X", "q:\""]),
    ("add --name 'a", ["c:add", "o:--name", "q?'a"]),
    (
      "edit --price -5 ${A}b -- -x",
      ["c:edit", "o:--price", "v:-5", "$A:${A}", "v:b", "o:--", "v:-x"]
    ),
    ("edit 1 --price 5 USD; 보기 2", ["c:edit", "v:1", "o:--price", "v:5", "v:USD", "c:보기", "v:2"]),
  ]

  @Test(arguments: lines)
  func `every part of a line has its role`(line: String, expected: [String]) {
    #expect(marks(line) == expected)
  }

  @Test func `spans never overlap`() {
    var random = SeededGenerator(seed: 5)
    let pieces = [
      "list", "add", "--name", "=", " ", " ", "'", "\"", "$A", "${A}", "\\", "#", ";", "한", "-",
      "@x",
    ]
    for _ in 0..<5_000 {
      let line = (0..<10).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      var end = 0
      for mark in testParser.highlightSpans(of: line) {
        #expect(mark.range.lowerBound >= end, "\(line)")
        #expect(mark.range.upperBound <= line.utf8.count, "\(line)")
        end = mark.range.upperBound
      }
    }
  }
}
