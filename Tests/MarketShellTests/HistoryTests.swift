import Base
import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct HistoryTests {
  private let world: TestWorld

  init() throws { world = try TestWorld() }

  /// The lines that `history` lists, oldest first.
  private func lines(_ arguments: String...) async throws -> [String] {
    let result = await world.run(
      ["history"] + arguments + ["--format", "json"], on: FakeTerminal(isTTY: false))
    let rows = try #require(try JSON(parsing: Array(result.output.utf8)).arrayValue)
    return rows.compactMap { $0.objectValue?["line"]?.stringValue }
  }

  @Test func `history lists each line once, newest last`() async throws {
    _ = await world.prompt("list", "whoami", "list", " mine", "nope")
    #expect(try await lines() == ["whoami", "list", "nope"])
    #expect(try await lines("--last", "2") == ["list", "nope"])
    #expect(try await lines("WHO") == ["whoami"])
    #expect(try await lines("absent") == [])
  }

  @Test func `an entry with line breaks is listed as one row, with its exit code`() async throws {
    _ = await world.prompt("search 'a", "b'", "show 99")
    let result = await world.run("history", "--format", "csv", "--fields", "number,code,line")
    #expect(result.output == "number,code,line\r\n1,0,\"search 'a\nb'\"\r\n2,3,show 99\r\n")
    #expect(await world.ask("history").output.contains("search 'a ⏎ b'"))
  }

  @Test func `the history file contains no secret`() async throws {
    _ = await world.prompt(
      "login x --secret abcdef", "search \(world.secret)", "whoami \(world.identifier)", "list")
    #expect(try await lines() == ["list"])
    let data = try #require(FileManager.default.contents(atPath: world.paths.history))
    let text = String(decoding: data, as: UTF8.self)
    #expect(!text.contains(world.secret) && !text.contains(world.identifier))
    #expect(!text.contains("abcdef"))
  }

  @Test func `a line is deleted by its number, and several by a part of their text`() async throws {
    _ = await world.prompt("list", "search oak", "search mug", "whoami")
    #expect(await world.run("history", "delete", "1").error == "Deleted: list\n")
    let unasked = await world.run("history", "delete", "search")
    #expect(unasked.exitCode == 2 && unasked.error.contains("--yes"))
    #expect(try await lines() == ["search oak", "search mug", "whoami"])
    let asked = await world.ask("history", "delete", "SEARCH", typing: ["2"])
    #expect(asked.output.contains("Deleted 2 lines."))
    #expect(try await lines() == ["whoami"])
    let none = await world.run("history", "delete", "oak")
    #expect(none.exitCode == 3)
    #expect(
      none.error == "error: no line of the history is or contains \"oak\"\n  try: market history\n")
  }

  @Test func `a saved script has codes for ids, and no aliases and no @last`() async throws {
    let add = "add --price 12000 --description \"Turned from one piece.\" --image a.jpg --stock 5"
    _ = await world.prompt(
      "let SEASON Autumn", "alias put '\(add)'", "put --name \"Oak $SEASON\" --code MUG-01",
      "edit @last --stock 7", "nope", "show 99", "edit 1 --price 13000", "put --name 'No code'",
      "edit @last --stock 1", "history save first.market")
    let text = try String(contentsOfFile: world.workingFolder + "/first.market", encoding: .utf8)
    #expect(
      text == """
        # Written by history save. run --dry-run shows what it would do; --yes confirms its changes.
        let SEASON Autumn
        \(add) --name "Oak $SEASON" --code MUG-01
        edit @MUG-01 --stock 7
        edit @MUG-01 --price 13000
        \(add) --name 'No code'
        edit 2 --stock 1

        """)
    // It also runs in a market without these listings.
    let other = try TestWorld()
    try other.write("first.market", text.replacing("edit 2 --stock 1\n", with: ""))
    let run = await other.run("run", "first.market")
    #expect(run.exitCode == 0, "\(run.error)")
    #expect(try await other.listing(1).stock == 7)
    #expect(try await other.listing(1).name == "Oak Autumn")
  }

  @Test func `a saved script sets the variables that it needs`() async throws {
    try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
    _ = await world.prompt(
      "let WORD \"oak $ mug\"", "list", "edit @MUG-01 --name $WORD", "help list",
      "history save last.market --last 1 --yes")
    let text = try String(contentsOfFile: world.workingFolder + "/last.market", encoding: .utf8)
    #expect(
      text.split(separator: "\n").dropFirst() == [
        "let WORD \"oak \\$ mug\"", "edit @MUG-01 --name $WORD",
      ])
    let run = await world.run("run", "last.market")
    #expect(run.exitCode == 0, "\(run.error)")
  }

  @Test func `commands that only read are not saved`() async throws {
    let none = await world.prompt("list --per-page 5", "whoami", "history save y.market")
    #expect(none.output.contains("There are no commands to save."))
    #expect(!FileManager.default.fileExists(atPath: world.workingFolder + "/y.market"))
  }

  @Test func `a saved script contains no commands that a file may not contain`() async throws {
    _ = await world.prompt("use \(TestWorld.url)", "let A 1", "use home", "let B 2")
    let saved = await world.run("history", "save", "x.market", "--last", "3")
    #expect(saved.exitCode == 0, "\(saved.error)")
    let text = try String(contentsOfFile: world.workingFolder + "/x.market", encoding: .utf8)
    #expect(
      text.split(separator: "\n").dropFirst() == ["let A 1", "# use home", "let B 2"])
    let run = await world.run("run", "x.market")
    #expect(run.exitCode == 0, "\(run.error)")
  }

  @Test func `an existing file is overwritten only with --yes`() async throws {
    _ = await world.prompt("let A 1")
    try world.write("x.market", "mine\n")
    let refused = await world.run("history", "save", "x.market")
    #expect(refused.exitCode == 2)
    #expect(refused.error == "error: x.market: the file exists; `--yes` overwrites it\n")
    let path = world.workingFolder + "/x.market"
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine\n")
    let written = await world.run("history", "save", "x.market", "--yes")
    #expect(written.error == "Saved 1 command in x.market.\n  try: market run x.market --dry-run\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("\nlet A 1\n"))
  }

  @Test func `a history that cannot be saved is reported once`() async throws {
    try FileManager.default.createDirectory(
      atPath: world.paths.history, withIntermediateDirectories: true)
    let result = await world.prompt("whoami", "whoami", "history")
    let error = result.error.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(error.ranges(of: "Only the lines of this shell are remembered.").count == 1, "\(error)")
    #expect(result.output.contains("whoami"))
  }
}
