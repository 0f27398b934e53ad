import MarketTestSupport
import MarketWire
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct TerminalTests {
  private static let query = "\u{1B}]11;"
  private static let xterm = ["TERM": "xterm"]

  private func answering(
    _ answer: String, typing lines: [String] = [], columns: Int = 80
  ) -> FakeTerminal {
    FakeTerminal(columns: columns, input: lines, events: [.bytes(Array(answer.utf8))])
  }

  /// The reply, the environment variables, the setting, and the color code of suggested commands.
  @Test(
    arguments: [
      ("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}\u{1B}[?6c", ["COLORFGBG": "15;0"], nil, "34"),
      ("\u{1B}]11;rgb:0000/0000/0000\u{7}\u{1B}[?6c", ["COLORFGBG": "0;15"], nil, "36"),
      ("\u{1B}[?6c", ["COLORFGBG": "0;15"], nil, "34"), ("\u{1B}[?6c", [:], nil, "36"),
      ("", ["COLORFGBG": "0;15"], nil, "34"),
      ("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}\u{1B}[?6c", [:], "dark", "36"),
    ] as [(String, [String: String], String?, String)])
  func `the prompt's colors fit the background that the terminal reports`(
    _ answer: String, _ variables: [String: String], _ setting: String?, _ code: String
  ) async throws {
    let world = try TestWorld()
    if let setting { await world.run("set", "theme", setting) }
    let terminal = answering(answer, typing: ["show 99", "quit"])
    let result = await world.run([], on: terminal, variables: Self.xterm.merging(variables) { $1 })
    #expect(result.error.contains("\u{1B}[\(code)mlist"), "\(result.error)")
    #expect(result.output.contains(Self.query) == (setting == nil))
    #expect(!terminal.readsKeys)
  }

  @Test func `a line typed during a query of the terminal runs`() async throws {
    let terminal = answering("whoami\r\u{1B}[?6c", typing: ["quit"])
    let result = await (try TestWorld()).run([], on: terminal, variables: Self.xterm)
    #expect(result.output.contains("market.local") && result.exitCode == 0, "\(result.error)")
  }

  /// Arguments, environment variables, and which streams are terminals.
  @Test(
    arguments: [
      (["whoami"], xterm, [.input, .output]), ([], ["TERM": "dumb"], [.input, .output]),
      ([], [:], [.input, .output]),
      ([], xterm.merging(["NO_COLOR": "1"]) { $1 }, [.input, .output]),
      ([], xterm, [.input]), (["doctor"], xterm, [.input]), (["doctor"], xterm, [.output]),
      (["doctor"], ["TERM": "dumb"], [.input, .output]),
    ] as [([String], [String: String], Set<TerminalStream>)])
  func `the terminal is queried only if it can reply and the reply matters`(
    _ arguments: [String], _ variables: [String: String], _ interactive: Set<TerminalStream>
  ) async throws {
    let terminal = FakeTerminal(
      size: TerminalSize(columns: 80, rows: 24), interactive: interactive, input: ["quit"])
    let result = await (try TestWorld()).run(arguments, on: terminal, variables: variables)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(!terminal.screen.contains(Self.query), "\(terminal.screen)")
  }

  /// The reply with the cursor column after the test string, the width, and a part of the report.
  @Test(
    arguments: [
      ("\u{1B}[7;18R", 80, "takes 17 columns, as expected"),
      ("\u{1B}[7;24R", 80, "takes 23 columns instead of 17"),
      ("", 80, "the two bars should be aligned"), ("", 30, "the two bars should be aligned"),
    ] as [(String, Int, String)])
  func `doctor reports the width that the terminal gives its test string`(
    _ answer: String, _ columns: Int, _ words: String
  ) async throws {
    let background = "\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{7}"
    let terminal = answering(background + answer + "\u{1B}[?6c", columns: columns)
    let result = await (try TestWorld()).run(["doctor"], on: terminal, variables: Self.xterm)
    let text = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains(words), "\(result.output)")
    #expect(text.contains("on a light background (the terminal says #fdf6e3)"), "\(text)")
    #expect(result.output.contains("\u{1B}[6n") == (columns > 30))
  }

  @Test func `doctor reports the replies as JSON, and null without a reply`() async throws {
    let world = try TestWorld()
    let answer = "\u{1B}]11;rgb:00/00/00\u{7}\u{1B}[1;18R\u{1B}[?6c"
    for (terminal, measured, background) in [
      (answering(answer), JSON.integer(17), JSON.string("#000000")),
      (FakeTerminal(isTTY: false), .null, .null),
    ] {
      let result = await world.run(["doctor", "--json"], on: terminal, variables: Self.xterm)
      let text = result.output.drop { $0 != "{" }
      let facts = try #require(try JSON(parsing: Array(text.utf8)).objectValue)
      #expect(facts["width"]?.objectValue?["measured"] == measured)
      #expect(facts["colors"]?.objectValue?["background"] == background)
    }
  }
}
