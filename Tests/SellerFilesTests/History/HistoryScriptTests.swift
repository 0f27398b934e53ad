import CommandLanguage
import Foundation
import MarketWire
import Testing

@testable import SellerFiles

@Suite(.timeLimit(.minutes(60))) struct HistoryScriptTests {
  private static let home = MarketKey(name: "home", url: "http://home.test")
  private static let school = MarketKey(name: "school", url: "http://school.test")

  private func entry(
    _ ran: String, at market: MarketKey = home, codes: [Int: String] = [:]
  ) -> HistoryEntry {
    HistoryEntry(
      number: 1, time: WireDate(milliseconds: 0), market: market, line: ran,
      outcome: .init(code: 0, ran: ran, codes: codes))
  }

  private func script(_ entries: HistoryEntry...) -> HistoryScript.Script {
    var variables = Variables()
    variables["WORD"] = "oak $ mug"
    return HistoryScript(
      parser: SampleCommands.parser,
      readingContext: ReadingContext(now: Date(timeIntervalSince1970: 0), timeZone: .gmt),
      variables: variables, market: "home", codes: [Self.home.url: [3: "CUP"]]
    ).script(of: entries)
  }

  private func lines(_ script: HistoryScript.Script) -> [String] {
    script.text.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func `a listing is named by its code from the line after it got one`() {
    let script = script(entry("show 2 3", codes: [2: "MUG"]), entry("show 2\nshow 4"))
    #expect(lines(script) == ["show 2 @CUP", "show @MUG", "show 4"])
    #expect(script.commandCount == 3 && script.commentedCount == 0)
  }

  @Test func `variables are set at the start, unless the script sets them`() {
    #expect(
      lines(script(entry("list $WORD"), entry("let NEW a"), entry("list $NEW")))
        == ["let WORD \"oak \\$ mug\"", "list $WORD", "let NEW a", "list $NEW"])
  }

  @Test func `what depends on the prompt becomes a comment`() {
    let script = script(entry("next"), entry("list $GONE"), entry("show @page"), entry("list"))
    #expect(lines(script) == ["# next", "# list $GONE", "# show @page", "list"])
    #expect(script.commandCount == 1 && script.commentedCount == 3)
    #expect(lines(self.script(entry("list"), entry("next"))) == ["list", "next"])
  }

  @Test func `a command in another market becomes a comment that names it`() {
    let script = script(
      entry("list"), entry("list", at: Self.school), entry("let A 1", at: Self.school))
    #expect(lines(script) == ["list", "# list # in school", "let A 1"])
    #expect(lines(self.script(entry("use x"), entry("list"))) == ["# use x", "list"])
  }

  @Test func `only entries with commands for a script are included`() {
    func includes(_ entry: HistoryEntry) -> Bool {
      HistoryScript.includes(entry, parser: SampleCommands.parser)
    }
    #expect(!includes(entry("help\nlist")))
    #expect(!includes(entry("help")) && !includes(entry("")))
    #expect(includes(entry("edit 1 2")) && !includes(entry("edit 1 2 --dry-run")))
  }
}
