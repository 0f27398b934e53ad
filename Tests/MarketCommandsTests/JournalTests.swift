import Foundation
import LocalFiles
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import Testing

@testable import MarketCommands
@testable import MarketShell
@testable import SellerSession

/// The journal as a seller meets it.
@Suite struct JournalTests {
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
    try Data(repeating: 0xAA, count: max(size, 8192)).write(
      to: URL(filePath: world.paths.journal))
    for end in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: world.paths.journal + end)
    }
    world.spy.reset()
    var arguments = command
    if command[0] == "add" {
      arguments = ["add", "--name", "Oak mug", "--price", "1000", "--image", "a.jpg"]
      arguments += ["--description", "Turned from one piece."]
    }
    let result = await world.run(arguments, on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.error.contains("is damaged, and nothing of it is read"), "\(result)")
    #expect(world.spy.writes.isEmpty)
  }

  @Test func `a lost answer to a relative change never makes it twice`() async throws {
    for honorsKeys in [true, false] {
      let world = try TestWorld(extensions: honorsKeys)
      let id = try await world.add("Ash mug", price: "1000", "--code", "M")
      try world.write("many.market", "edit @M --price +10%\n")
      let isLost = Mutex(true)
      world.spy.afterResponse { request throws(TransportError) in
        guard request.method == .patch, isLost.withLock({ $0 }) else { return }
        throw TransportError(.connectionLost, wasSent: true)
      }
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
    world.spy.intercept { request throws(TransportError) in
      guard request.method == .post, !request.requestsRemovalPath else { return nil }
      throw TransportError(.connectionLost, wasSent: true)
    }
    #expect(await world.run("run", "many.market").exitCode == 7)
    world.spy.intercept(nil)
    let prompt = await world.prompt("run many.market", "y", "quit")
    let shown = prompt.output + prompt.error
    #expect(shown.contains("many.market, is unfinished: 1 unknown, 1 left"), "\(shown)")
    #expect(shown.contains("Continue it?"), "\(shown)")
    #expect(try world.service.listingCount == 2)
  }
}
