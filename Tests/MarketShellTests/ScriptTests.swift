import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct ScriptTests {
  private let world: TestWorld

  init() throws { world = try TestWorld() }

  private static let add =
    "add --price 1000 --description 'Turned from one piece.' --image a.jpg --name"

  @Test func `a usage error in the last line is reported before the first line runs`() async throws
  {
    let result = try await world.batch(
      "\(Self.add) One\n# a comment\nshow twelve\nfrobnicate\nlist --page $NONE\n")
    #expect(result.ends(with: 2, saying: "batch.market:3:6: error: "))
    #expect(result.error.contains("batch.market:4:1: error: "))
    #expect(result.error.contains("batch.market:5:13: error: "), "\(result.error)")
    #expect(result.error.contains("nothing was done"))
    #expect(world.spy.requests.isEmpty)
  }

  @Test(arguments: [
    ("\(add) Two --code K-1", "@K-1 is already the code of a listing of this file"),
    ("edit @K-1 --price +1% --round 5000", "One: "), ("edit @K-1 --price 100000", "One: "),
    ("edit @K-1 --stock -9", "One has 0 in stock"),
  ])
  func `a listing that the file adds is named without a number`(
    _ line: String, _ words: String
  ) async throws {
    let result = try await world.batch("\(Self.add) One --code K-1\n\(line)\n", "--yes")
    #expect(result.exitCode != 0 && result.error.contains(words), "\(result)")
    #expect(!result.error.contains("-1:") && !result.error.contains("listing -1"), "\(result)")
  }

  @Test func `a script stops at the first error and reports its line and exit code`() async throws {
    let result = try await world.batch("\(Self.add) One\n\n  show 77\n\(Self.add) Two\n", "--json")
    #expect(result.ends(with: 3, saying: "batch.market:3:8: error: "))
    #expect(result.error.contains("batch.market stopped at line 3: 1 done, 1 failed, 1 left"))
    #expect(try world.service.listingCount == 1)
  }

  @Test func `with --keep-going a script continues and ends with 6`() async throws {
    let result = try await world.batch(
      "show @GONE\n\(Self.add) One\nshow 99\n\(Self.add) Two\n", "--keep-going")
    #expect(result.ends(with: 6, saying: "2 done, 2 failed"))
    #expect(try world.service.listingCount == 2)
  }

  @Test func `after an unknown outcome the exit code is 7 even if a step failed`() async throws {
    world.spy.loseResponses { $0.method == .post }
    let result = try await world.batch(
      "show @GONE\n\(Self.add) One\n\(Self.add) Two\n", "--keep-going")
    #expect(result.ends(with: 7, saying: "1 failed, 2 unknown"))
    #expect(try world.service.listingCount == 2)
  }

  @Test func `after an interrupt the exit code is 130 even if a step failed`() async throws {
    world.spy.beforeRequest { [weak world = world] request in
      if request.target.hasSuffix("/77") { world?.interrupt() }
    }
    let result = try await world.batch("show @GONE\nshow 77\nlist\n", "--keep-going")
    #expect(result.exitCode == 130, "\(result.error)")
    #expect(!result.error.contains("error: Stopped"))
  }

  @Test func `an interrupted command ends with 130`() async throws {
    world.spy.beforeRequest { [weak world = world] _ in world?.interrupt() }
    let result = await world.run("list")
    #expect(result.exitCode == 130)
    #expect(result.error == "Stopped.\n")
  }

  @Test func `variables come from let and --var`() async throws {
    let text = "let WOOD Ash\n\(Self.add) \"$WOOD $THING\"\nlist --fields name\n"
    let result = try await world.batch(text, "--var", "THING=bowl")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.output.contains("Ash bowl\n"))
  }

  @Test func `a file runs another one, whose variables are separate`() async throws {
    try world.write("inner.market", "let A inner\nlet\nshow @GONE\n")
    let result = try await world.batch("let A outer\nrun inner.market --keep-going\nlet A\n")
    #expect(result.ends(with: 3, saying: "inner.market:3:6: error: "))
    #expect(result.error.contains("1 left"))
  }

  @Test func `a file that runs itself is refused`() async throws {
    try world.write("a.market", "run b.market\n")
    try world.write("b.market", "run ./a.market\n")
    let result = await world.run("run", "a.market")
    #expect(result.exitCode == 2, "\(result.error.prefix(300))")
    #expect(result.error.contains("b.market:1:5: error: "))
    #expect(result.error.contains("\"./a.market\" is already running"))
  }

  @Test(arguments: [
    ("gone.market", "there is no such file"), (".", "it is a folder"),
    ("latin.market", "UTF-8"),
  ])
  func `a file that cannot be run is an error`(_ name: String, _ words: String) async throws {
    try world.write("latin.market", Data([0x6C, 0x65, 0x74, 0x20, 0xE9, 0x0A]))
    let result = await world.run("run", name)
    #expect(result.exitCode == 1 || result.exitCode == 2)
    #expect(result.error.contains(words), "\(result.error)")
  }

  @Test func `an empty file is a success`() async throws {
    #expect(try await world.batch("# nothing\n\n").exitCode == 0)
  }

  @Test func `quit ends a script with success`() async throws {
    #expect(await world.run("-c", "list; quit; show 99").exitCode == 0)
  }

  @Test func `-c takes one text and stops at the first error`() async throws {
    #expect(await world.run("-c", "show 99; list").exitCode == 3)
    #expect(await world.run("-c").exitCode == 2)
    #expect(await world.run("-c", "list", "show 1").exitCode == 2)
    #expect(await world.run("-c", "list 'open").exitCode == 2)
    #expect(await world.run("-c", "").exitCode == 0)
    #expect(await world.run("--json", "-c", "whoami").output.hasPrefix("{"))
  }
}

@Suite(.timeLimit(.minutes(60))) struct LetTests {
  @Test func `variables are listed and shown`() async throws {
    let world = try TestWorld()
    #expect(await world.run("-c", "let A 'one two'; let B; let", "--json").exitCode == 2)
    let listed = await world.run("-c", "let A 'one two'; let B \"$A!\"; let A; let --json")
    #expect(listed.exitCode == 0, "\(listed.error)")
    #expect(listed.output.contains("one two!"))
    #expect(await world.run("-c", "let GONE").exitCode == 2)
  }
}
