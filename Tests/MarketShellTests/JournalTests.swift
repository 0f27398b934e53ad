import Base
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import Testing

@testable import MarketShell
@testable import SellerSession

/// The journal as a seller meets it.
@Suite(.timeLimit(.minutes(60))) struct JournalTests {
  private static let add =
    "add --price 1000 --description 'Turned from one piece.' --image a.jpg --name"

  @Test(arguments: [
    ["add", "Oak mug"], ["edit", "@M", "--price", "2000"], ["remove", "@M", "--yes"],
    ["run", "many.market"], ["run", "many.market", "--resume"], ["resume"], ["resume", "1"],
    ["batches"], ["batch", "1"], ["undo", "--yes"], ["redo", "--yes"], ["log"],
  ])
  func `a damaged journal is refused in words, and nothing is sent`(_ command: [String])
    async throws
  {
    let world = try TestWorld()
    try await world.add("Ash mug", price: "1000", "--code", "M")
    try world.write("many.market", "\(Self.add) One\n")
    let size = try Data(contentsOf: URL(filePath: world.paths.journal)).count
    try await world.overwrite(world.paths.journal, Data(repeating: 0xAA, count: max(size, 8192)))
    world.spy.reset()
    var arguments = command
    if command[0] == "add" {
      arguments = ["add", "--name", "Oak mug", "--price", "1000", "--image", "a.jpg"]
      arguments += ["--description", "Turned from one piece."]
    }
    let result = await world.run(arguments, on: FakeTerminal(isTTY: false))
    #expect(result.ends(with: 1, saying: "is damaged, and nothing of it is read"))
    #expect(world.spy.writes.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a journal that has lost batches is refused, and no file runs twice`(isLog: Bool)
    async throws
  {
    let world = try TestWorld()
    try world.write("many.market", "\(Self.add) One\n")
    #expect(await world.run("run", "many.market").exitCode == 0)
    let path = world.paths.journal
    // A sync tool has taken the database without its log.
    let bytes = try Data(contentsOf: URL(filePath: path)).prefix(4096)
    try await world.overwrite(path, isLog ? bytes : Data())
    world.spy.reset()
    // How much of the log was in the database then, decides whether it is damaged or old.
    let problem = isLog ? "nothing of it is read" : "batches.mark"
    for command in [["batches"], ["run", "many.market"], ["undo", "--yes"]] {
      let result = await world.run(command, on: FakeTerminal(isTTY: false))
      #expect(result.exitCode == 1, "\(command) \(result)")
      #expect(result.error.contains(problem), "\(result)")
    }
    #expect(world.spy.writes.isEmpty)
  }

  @Test func `a lost answer to a relative change never makes it twice`() async throws {
    for honorsKeys in [true, false] {
      let world = try TestWorld(extensions: honorsKeys)
      let id = try await world.add("Ash mug", price: "1000", "--code", "M")
      try world.write("many.market", "edit @M --price +10%\n")
      let isLost = Mutex(true)
      world.spy.loseResponses { $0.method == .patch && isLost.withLock({ $0 }) }
      let first = await world.run("run", "many.market")
      #expect(first.exitCode == (honorsKeys ? 7 : 0), "\(first)")
      #expect(!first.error.contains("1 failed"), "\(first)")
      isLost.withLock { $0 = false }
      #expect(await world.run("run", "many.market", "--resume").exitCode == 0)
      #expect(try await world.listing(id).price?.amount == 1100)
    }
  }

  @Test func `the journal has no secret and no removal path`() async throws {
    let world = try TestWorld()
    try await world.add("Ash mug", price: "1000", "--code", "M")
    #expect(await world.run("remove", "@M", "--yes").exitCode == 0)
    for end in ["", "-wal"] {
      let path = world.paths.journal + end
      let bytes = FileManager.default.contents(atPath: path) ?? Data()
      for word in [world.secret, world.identifier, "/api/products/"] {
        #expect(bytes.range(of: Data(word.utf8)) == nil, "\(end) \(word)")
      }
    }
  }

  @Test func `run --resume of a new file starts it, of a finished one says so`() async throws {
    let world = try TestWorld()
    try world.write("many.market", "\(Self.add) One\n\(Self.add) Two\n")
    #expect(await world.run("run", "many.market", "--resume").exitCode == 0)
    let again = await world.run("run", "many.market", "--resume")
    #expect(again.exitCode == 0)
    #expect((again.output + again.error).contains("was carried out as batch 1: "), "\(again)")
    #expect(try world.service.listingCount == 2)
  }

  @Test func `on a terminal, run offers to continue an unfinished batch`() async throws {
    let world = try TestWorld()
    try world.write("many.market", "\(Self.add) One\n\(Self.add) Two\n")
    world.spy.fail(.lost) { $0.isAdd }
    #expect(await world.run("run", "many.market").exitCode == 7)
    world.spy.intercept(nil)
    let prompt = await world.prompt("run many.market", "y", "quit")
    let shown = prompt.output + prompt.error
    #expect(shown.contains("many.market is unfinished: 1 unknown, 1 left"), "\(shown)")
    #expect(shown.contains("Continue it?"), "\(shown)")
    #expect(try world.service.listingCount == 2)
  }

  @Test func `each command of -c and of standard input is a batch of its own`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "1000")
    #expect(await world.run("-c", "edit \(id) --stock 6; edit \(id) --stock 7").exitCode == 0)
    #expect(
      await world.run("batches", "--fields", "batch,steps").output
        == "3\t1 done\n2\t1 done\n1\t1 done\n")
    #expect(await world.run("undo", "--yes").exitCode == 0)
    #expect(try await world.listing(id).stock == 6)
    world.pipe("edit \(id) --stock 8\nedit \(id) --stock 9\n")
    #expect(await world.run().exitCode == 0)
    #expect(
      await world.run("batches", "--fields", "batch,command").output.hasPrefix(
        "6\tedit \(id) --stock 9\n5\tedit \(id) --stock 8\n4\tundo\n"))
  }

  @Test func `resume sends the stored photos and steps, not the files of now`() async throws {
    let world = try TestWorld()
    try world.write("many.market", "\(Self.add) One\n\(Self.add) Two\n")
    world.spy.fail(.lost) { $0.isAdd }
    #expect(await world.run("run", "many.market").exitCode == 7)
    world.spy.intercept(nil)
    for name in ["a.jpg", "many.market"] {
      try FileManager.default.removeItem(atPath: "\(world.workingFolder)/\(name)")
    }
    let resumed = await world.run("resume", "1")
    #expect(resumed.exitCode == 0, "\(resumed)")
    let list = await world.run("list", "--mine", "--fields", "name", "--sort", "oldest").output
    #expect(list == "One\nTwo\n")
  }

  @Test func `resume takes the newest unfinished batch, and batches show all`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "1000")
    world.spy.answer(.failed) { $0.method == .patch }
    for name in ["first", "second"] {
      try world.write("\(name).market", "edit \(id) --stock 7\nedit \(id) --name '\(name) mug'\n")
      #expect(await world.run("run", "\(name).market").exitCode == 1)
    }
    world.spy.intercept(nil)
    let batches = await world.run("batches", "--fields", "batch,state,steps,command").output
    #expect(
      batches.hasPrefix(
        """
        3\tunfinished\t1 failed, 1 left\trun second.market
        2\tunfinished\t1 failed, 1 left\trun first.market
        1\tfinished\t1 done\tadd
        """), "\(batches)")
    let prompt = await world.prompt("quit")
    #expect(
      (prompt.output + prompt.error).contains(
        "Batch 3 (second.market) is unfinished, 1 failed, 1 left: resume"), "\(prompt)")
    #expect(await world.run("resume").exitCode == 0)
    #expect(try await world.listing(id).name == "second mug")
    let steps = await world.run("batch", "3", "--fields", "line,state,action,change").output
    #expect(
      steps
        == "1\tdone\tedit\tOak mug: stock 5 → 7\n2\tdone\tedit\tOak mug: name {Oak → second} mug\n",
      "\(steps)")
    let missing = await world.run("batch", "99")
    #expect(missing.exitCode == 3 && missing.error.contains("there is no batch 99"))
  }

  @Test(arguments: ["use home", "login home", "undo", "redo", "resume", "browse", "watch", "serve"])
  func `a file cannot contain commands that work outside of it`(_ line: String) async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "1000")
    let result = try await world.batch("edit \(id) --stock 7\n\(line)\n")
    #expect(result.exitCode == 2, "\(result)")
    let name = line.split(separator: " ")[0]
    #expect(result.error.contains("\(name) cannot be part of a file"), "\(result)")
    #expect(try await world.listing(id).stock == 5)
  }

  @Test func `run --json has an object for a file that is refused`() async throws {
    let world = try TestWorld()
    try world.write("one.market", "\(Self.add) One\n")
    #expect(await world.run("run", "one.market").exitCode == 0)
    let result = await world.run("run", "one.market", "--json")
    #expect(result.exitCode == 2)
    let object = try JSON(parsing: Array(result.output.utf8)).objectValue
    #expect(object?["batch"] == .integer(1))
    #expect(object?["done"] == .integer(0))
    let problems = object?["problems"]?.arrayValue?.compactMap(\.stringValue) ?? []
    #expect(problems.first?.contains("was carried out as batch 1") == true, "\(result.output)")
    #expect(object?["try"] == .array([.string("run one.market --again")]))
  }

  @Test func `run --verbose shows each change of a long file`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "1000")
    let lines = (1...25).map { "edit \(id) --stock \($0)\n" }.joined()
    try world.write("long.market", lines)
    let quiet = await world.ask("run", "long.market")
    #expect(!(quiet.output + quiet.error).contains("stock 1 → 2"), "\(quiet)")
    let verbose = await world.ask("run", "long.market", "--verbose")
    #expect((verbose.output + verbose.error).contains("stock 1 → 2"), "\(verbose)")
  }
}
