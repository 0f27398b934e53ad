import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct CorrectedFileTests {
  private static func add(_ name: String) -> String {
    "add --name '\(name)' --price 1000 --description 'Turned from one piece.' --image a.jpg\n"
  }

  /// A market where the third of five adds was refused.
  private static func world() async throws -> TestWorld {
    let world = try TestWorld()
    world.spy.answer(.failed) { $0.method == .post && $0.says("Bad") }
    try world.write("many.market", ["One mug", "Two mug", "Bad mug", "Old mug"].map(add).joined())
    let result = await world.run("run", "many.market")
    try #require(result.error.contains("2 done, 1 failed, 1 left"), "\(result.error)")
    return world
  }

  @Test func `resume --with continues after what was sent, and adds nothing twice`() async throws {
    let world = try await Self.world()
    let names = ["One mug", "Two mug", "Good mug", "New mug", "More mugs"]
    try world.write("many.market", names.map(Self.add).joined())
    let result = await world.run("resume", "1", "--with", "many.market")
    #expect(result.exitCode == 0, "\(result)")
    let list = await world.run("list", "--mine", "--fields", "name", "--sort", "oldest").output
    #expect(list.split(separator: "\n").map(String.init) == names)
    // The old batch is closed, and the new file is done.
    #expect(await world.run("resume").exitCode == 3)
    #expect(await world.run("run", "many.market").error.contains("was carried out as batch 2"))
  }

  @Test func `a corrected file that differs in a sent line sends nothing`() async throws {
    let world = try await Self.world()
    try world.write("new.market", ["One mug", "2nd mug", "Good mug"].map(Self.add).joined())
    world.spy.reset()
    let result = await world.run("resume", "1", "--with", "new.market")
    #expect(result.exitCode == 2)
    #expect(
      result.error.contains(
        "only what batch 1 has not sent can be changed, and \"new.market\" differs in lines that were sent: line 2"
      ),
      "\(result.error)")
    #expect(world.spy.writes.isEmpty)
    #expect(await world.run("batches").output.contains("unfinished"))
  }

  @Test func `a corrected file with an error leaves the batch as it was`() async throws {
    let world = try await Self.world()
    try world.write("new.market", ["One mug", "Two mug", "x"].map(Self.add).joined())
    let result = await world.run("resume", "1", "--with", "new.market")
    #expect(result.ends(with: 2, saying: "new.market:3:"))
    #expect(try world.service.listingCount == 2)
    #expect(await world.run("batches").output.contains("unfinished"))
  }

  @Test func `if the corrected file cannot be stored, the batch stays unfinished`() async throws {
    let world = try await Self.world()
    try world.write("new.market", ["One mug", "Two mug", "Good mug"].map(Self.add).joined())
    // The same input was carried out before, so that it cannot be stored once more.
    #expect(await world.run("run", "new.market").exitCode == 0)
    let result = await world.run("resume", "1", "--with", "new.market")
    #expect(result.exitCode != 0, "\(result)")
    #expect(await world.run("batches").output.contains("unfinished"), "\(result)")
    #expect(try world.service.listingCount == 5)
  }

  @Test func `with parallel changes only lines that were sent have to be the same`() async throws {
    let world = try TestWorld()
    // The second line is refused when the third is under way.
    world.spy.answer(.failed) { $0.method == .post && $0.says("Bad") }
    let names = ["One mug", "Bad mug"] + (1...6).map { "Mug \($0)" }
    try world.write("many.market", names.map(Self.add).joined())
    let result = await world.run("run", "many.market", "--jobs", "4")
    try #require(result.exitCode != 0 && result.error.contains("left"), "\(result.error)")
    world.spy.intercept(nil)
    let corrected = ["One mug", "Good mug"] + names.dropFirst(2)
    try world.write("many.market", corrected.map(Self.add).joined())
    let resumed = await world.run("resume", "1", "--with", "many.market")
    #expect(resumed.exitCode == 0, "\(resumed)")
    let list = await world.run("list", "--mine", "--fields", "name").output
    #expect(list.split(separator: "\n").map(String.init).sorted() == corrected.sorted())
  }

  @Test func `resume --with takes the variables and the answers of run`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "1000")
    world.spy.answer(.failed) { $0.method == .patch && $0.says("Bad") }
    func file(_ name: String) -> String {
      "edit \(id) --stock 7\nedit \(id) --name \"$SEASON \(name)\"\nedit \(id) --price 90000\n"
    }
    try world.write("f.market", file("Bad mug"))
    let options = ["--var", "SEASON=Autumn", "--yes", "--allow", "price-jump"]
    let first = await world.run(["run", "f.market"] + options, on: FakeTerminal(isTTY: false))
    try #require(first.error.contains("1 done, 1 failed, 1 left"), "\(first)")
    try world.write("f.market", file("mug"))
    let resumed = await world.run(
      ["resume", "2", "--with", "f.market"] + options, on: FakeTerminal(isTTY: false))
    #expect(resumed.exitCode == 0, "\(resumed)")
    let now = try await world.listing(id)
    #expect(now.name == "Autumn mug" && now.price?.amount == 90_000 && now.stock == 7)
    // The same file with the same variables is known.
    let again = await world.run(
      ["run", "f.market", "--resume"] + options, on: FakeTerminal(isTTY: false))
    #expect((again.output + again.error).contains("was carried out as batch 3"), "\(again)")
    let useless = await world.run("resume", "2", "--yes")
    #expect(useless.exitCode == 2, "\(useless)")
  }

  @Test func `a corrected file of which every line was sent says so`() async throws {
    let world = try await Self.world()
    try world.write("new.market", ["One mug", "Two mug"].map(Self.add).joined())
    let result = await world.run("resume", "1", "--with", "new.market")
    #expect(result.exitCode == 0, "\(result)")
    #expect(
      (result.output + result.error).contains("Every line of new.market was already sent."),
      "\(result)")
    #expect(await world.run("resume").exitCode == 3)
  }

  @Test func `a line with a lost answer is settled before corrected ones are sent`() async throws {
    let world = try TestWorld()
    let names = ["One mug", "Two mug", "Bad mug", "Old mug"]
    try world.write("many.market", names.map(Self.add).joined())
    world.spy.loseResponses { $0.method != .get && !$0.requestsRemovalPath && $0.says("Two") }
    let first = await world.run("run", "many.market")
    try #require(first.error.contains("1 done, 1 unknown, 2 left"), "\(first)")
    world.spy.afterResponse(nil)
    let corrected = ["One mug", "Two mug", "Good mug", "New mug"]
    try world.write("many.market", corrected.map(Self.add).joined())
    let resumed = await world.run("resume", "1", "--with", "many.market")
    #expect(resumed.exitCode == 0, "\(resumed)")
    let list = await world.run("list", "--mine", "--fields", "name", "--sort", "oldest").output
    #expect(list.split(separator: "\n").map(String.init) == corrected)
  }

  @Test func `a failed change of a line that was partly done is tried again`() async throws {
    let world = try TestWorld()
    for name in ["Oak mug", "Elm bowl", "Ash cup"] { _ = try await world.add(name, price: "10000") }
    let first = "edit 1..2 --price 12000 --yes\n"
    try world.write("w.market", first + "edit 3 --price 13000\n")
    world.spy.intercept { request throws(TransportError) in
      guard request.method == .patch, !request.target.hasSuffix("/1") else { return nil }
      guard request.target.hasSuffix("/2") else { throw TransportError(.refused, wasSent: false) }
      return .failed
    }
    let run = await world.run("run", "w.market", "--keep-going")
    try #require(run.error.contains("1 done"), "\(run)")
    world.spy.intercept(nil)
    try world.write("w2.market", first + "edit 3 --price 14000\n")
    let resumed = await world.run("resume", "4", "--with", "w2.market")
    #expect(resumed.exitCode == 0, "\(resumed)")
    for (id, price) in [(1, 12_000), (2, 12_000), (3, 14_000)] {
      #expect(try await world.listing(id).price?.amount == Decimal(price))
    }
  }

  @Test func `resume names the lines without changes that did not run`() async throws {
    let world = try TestWorld()
    for name in ["Oak mug", "Elm bowl", "Ash cup"] { _ = try await world.add(name, price: "10000") }
    try world.write(
      "n.market", "edit 3 --price 12000\nnote 3 'Soon'\nstar 3\nedit 1 --price 12000\n")
    world.spy.fail { $0.method == .patch }
    let first = await world.run("run", "n.market")
    try #require(first.exitCode != 0, "\(first)")
    world.spy.intercept(nil)
    let resumed = await world.run("run", "n.market", "--resume")
    #expect(resumed.ends(with: 6, saying: "2 lines were not run: 2, 3"))
    #expect(try await world.listing(1).price?.amount == 12_000)
  }

  @Test func `resume names the lines that could not be planned`() async throws {
    let world = try TestWorld()
    for name in ["Oak mug", "Elm bowl"] { _ = try await world.add(name, price: "10000") }
    let edits = ["edit 1 --price 12000", "edit 77 --price 12000", "edit 2 --price 12000"]
    try world.write("k.market", edits.joined(separator: "\n"))
    world.spy.loseResponses { $0.method == .patch && $0.target.hasSuffix("/2") }
    let first = await world.run("run", "k.market", "--keep-going")
    try #require(first.error.contains("1 unknown"), "\(first)")
    world.spy.afterResponse(nil)
    let kept = await world.run("resume", "--with", "k.market")
    #expect(kept.error.contains("k.market:2:"), "\(kept)")
    #expect(kept.exitCode != 0)
  }

  @Test func `resume ends with an error if a line could not be planned`() async throws {
    let world = try TestWorld()
    for name in ["Oak mug", "Elm bowl"] { _ = try await world.add(name, price: "10000") }
    let edits = ["edit 1 --price 12000", "edit 77 --price 12000", "edit 2 --price 12000"]
    try world.write("k.market", edits.joined(separator: "\n"))
    world.spy.loseResponses { $0.method == .patch && $0.target.hasSuffix("/2") }
    _ = await world.run("run", "k.market", "--keep-going")
    world.spy.afterResponse(nil)
    let resumed = await world.run("resume")
    #expect(resumed.ends(with: 6, saying: "1 line was not run: 2"), "\(resumed)")
    #expect(try await world.listing(2).price?.amount == 12_000)
  }
}
