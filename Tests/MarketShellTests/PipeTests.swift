import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct PipeTests {
  private static let lines = [
    "list", "list --page 99", "list --mine", "show @MUG-01", "edit @MUG-01 --stock 3",
    "edit @MUG-01 --stock 5", "edit 1..2 --stock 1 --yes", "remove 2 --yes", "markets", "whoami",
    "account list", "account add birch", "demo load", "demo clear --yes",
    "demo clear --dry-run", "help",
    "help add", "help --markdown", "let A 1; let", "let A 1; let A", "use home", "run done.market",
    "add --name 'Oak mug' --price 1 --description 'Turned from one piece.' --image a.jpg",
    "--version", "list --fields", "add --help",
  ]

  private func world() async throws -> TestWorld {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
    try await world.add("Oak bowl")
    try world.write("done.market", "let B 2\n")
    return world
  }

  @Test(arguments: lines)
  func `--json is one JSON value on stdout`(_ line: String) async throws {
    let world = try await world()
    let result = await world.run("--json", "-c", line)
    #expect(result.exitCode == 0, "\(result.error)")
    guard !line.hasPrefix("--version"), !line.hasSuffix("--fields") else { return }
    #expect(throws: Never.self) {
      _ = try JSONSerialization.jsonObject(
        with: Data(result.output.utf8), options: .fragmentsAllowed)
    }
  }

  @Test(arguments: lines)
  func `a pipe gets no escapes, and messages stay off stdout`(_ line: String) async throws {
    let world = try await world()
    let result = await world.run("-c", line)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(!(result.output + result.error).contains("\u{1B}"))
    for word in ["undo: ", "page 1 of", "There is only", "You are at", "error:"] {
      #expect(!result.output.contains(word), "\(result.output)")
    }
  }

  @Test(arguments: [
    ["--json", "whoami"], ["whoami", "--json"], ["--market", "home", "whoami", "--json"],
  ])
  func `options of the process can be anywhere`(_ words: [String]) async throws {
    let world = try TestWorld()
    let result = await world.run(words, on: FakeTerminal(isTTY: false))
    #expect(result.output.hasPrefix("{"), "\(result.error)")
  }

  @Test func `an unknown option is a usage error`() async throws {
    let world = try TestWorld()
    for words in [["--jsn", "list"], ["list", "--pgae", "2"], ["lsit"], ["--market"]] {
      let result = await world.run(words, on: FakeTerminal(isTTY: false))
      #expect(result.exitCode == 2, "\(words)")
      #expect(result.output == "")
    }
  }

  @Test func `a closed stdout ends quietly, unless something was changed`() async throws {
    let world = try await world()
    for line in ["list", "help", "show @MUG-01 --json", "edit @MUG-01 --stock 9 --json"] {
      let terminal = FakeTerminal(isTTY: false)
      terminal.close(.output)
      let result = await world.run(["-c", line], on: terminal)
      let isChange = line.hasPrefix("edit")
      #expect(result.exitCode == (isChange ? 8 : 0))
      #expect(result.error.contains("the change was made") == isChange, "\(result.error)")
    }
  }

  @Test func `a closed stderr is reported only after a change`() async throws {
    let world = try await world()
    let terminal = FakeTerminal(isTTY: false)
    terminal.close(.error)
    #expect(await world.run(["show", "99"], on: terminal).exitCode == 3)
    #expect(await world.run(["edit", "@MUG-01", "--stock", "8"], on: terminal).exitCode == 8)
  }

  @Test(arguments: [[], ["--all"]])
  func `in a pipe, --grid and --table act as --format`(_ more: [String]) async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    func output(_ words: String...) async -> String {
      await world.run(["list"] + words + more, on: FakeTerminal(isTTY: false)).output
    }
    #expect(await output("--grid") == output("--format", "grid"))
    #expect(await output("--table") == output("--format", "table"))
    #expect(await output("--table", "--format", "ids") == output("--format", "ids"))
    #expect(await output("--grid") != output())
  }

  @Test func `the names of fields are an array in JSON`() async throws {
    let result = await (try TestWorld()).run("markets", "--fields", "--json")
    #expect(try JSON(parsing: Array(result.output.utf8)).arrayValue?.count == 6)
    let plain = await (try TestWorld()).run("markets", "--fields")
    #expect(plain.output == "name\nurl\nshop\nsigned_in\ndefault\ncurrent\n")
  }
}
