import Foundation
import MarketTestSupport
import Testing

@testable import MarketShell

/// Quotes in a file that are not closed or do not quote, and problems that are found together.
@Suite(.timeLimit(.minutes(60))) struct OpenQuoteTests {
  private static let rest = "--price 9000 --description \"It costs $5 \" --image a.jpg"

  @Test func `an open quote is reported where it begins, and nothing that follows it`() async throws
  {
    let world = try TestWorld()
    let text =
      "add --name \"Mug 1\" \(Self.rest)\n"
      + "add --name \"Mug 2 \(Self.rest)\nadd --name \"Mug 3\" --price 9 --description \"Costs $X \"\n"
      + "add --name \"Mug 4\" --price 9 --description \"Costs $Y \"\n"
    let result = try await world.batch(text, "--dry-run")
    #expect(result.exitCode == 2)
    #expect(
      result.error.contains("batch.market:2:12: error: this \" is not closed\n"), "\(result.error)")
    #expect(!result.error.contains("no variable"), "\(result.error)")
    #expect(result.error.components(separatedBy: ": error:").count == 2, "\(result.error)")
  }

  @Test func `a description of several lines does not hide where a quote is open`() async throws {
    let world = try TestWorld()
    let text =
      "add --name \"Mug 1\" --description \"Turned\nfrom one piece.\" --price 9000 --image a.jpg\n"
      + "add --name \"Mug 2\" --description \"Turned from\n"
    let result = try await world.batch(text, "--dry-run")
    #expect(result.error.contains("batch.market:3:34: error: this \""), "\(result.error)")
  }

  @Test func `missing photos and listings are reported with what cannot be parsed`() async throws {
    let world = try TestWorld()
    try await world.add()
    world.spy.reset()
    let text =
      "add --name Oak --price 9x --description \"Turned from one piece.\" --image a.jpg --code A-1\n"
      + "add --name Mug --price 9000 --description \"Turned from one piece.\" --image none.jpg\n"
      + "edit 999 --stock 3\nedit @A-1 --stock 3\nedit @B-1 --stock 3\n"
    for options in [["--dry-run"], ["--yes"]] {
      let result = try await world.batch(text, options[0])
      #expect(result.exitCode == 2)
      for part in [
        "batch.market:1:24: error: --price", "none.jpg: there is no such file",
        "there is no listing 999", "no listing has the code @B-1",
      ] { #expect(result.error.contains(part), "\(part) is not in \(result.error)") }
      #expect(!result.error.contains("@A-1\n"), "\(result.error)")
      #expect(result.output == "", "\(result.output)")
    }
    #expect(world.spy.writes.isEmpty)
  }

  @Test(arguments: [
    "“Mugs”", "‘Mugs’", "«Mugs»", "»Mugs«", "‹Mugs›", "「Mugs」", "『Mugs』", "＂Mugs＂", "＇Mugs＇",
    "„Mugs“", "〝Mugs〟",
  ])
  func `a value in quotes of word processors is asked about`(_ name: String) async throws {
    let world = try TestWorld()
    let text = "add --price 9000 --description \"Turned from one piece.\" --image a.jpg --name "
    for typed in [text + name, "search \(name.prefix(2)) Mugs\(name.suffix(1))"] {
      let result = try await world.batch(typed + "\n", "--dry-run")
      #expect(result.ends(with: 2, saying: "does not quote — use straight quotes"))
    }
    let meant = try await world.batch(text + "\"\(name)\"\n", "--dry-run")
    #expect(meant.exitCode == 0 && meant.output.contains(name), "\(meant)")
  }

  @Test func `the dry run of a long file, not of a short one, has a pager`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    world.pagers.use(.readsAll)
    for count in [1, 48] {
      try world.write("f.market", (1...count).map { "edit \(id) --stock \($0 + 10)\n" }.joined())
      let result = await world.run(
        ["run", "f.market", "--dry-run"], on: FakeTerminal(columns: 80, rows: 10),
        variables: ["TERM": "xterm", "PAGER": "less"])
      #expect(result.exitCode == 0, "\(result)")
      #expect((result.output + result.error).contains("\(count) fine, nothing was sent"))
      #expect(world.pagers.requests.count == (count == 1 ? 0 : 1), "\(result)")
    }
    #expect(world.pagers.text.contains("f.market:48:1"), "\(world.pagers.text)")
    #expect(world.pagers.text.contains("--stock 58"), "\(world.pagers.text)")
  }
}
