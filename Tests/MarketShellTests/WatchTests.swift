import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import SellerSession
import Synchronization
import TerminalKit
import Testing

@testable import MarketShell

/// `watch`: one round after the other, with a clock that does not wait.
@Suite(.timeLimit(.minutes(60))) struct WatchTests {
  /// Changes the market when the first round begins.
  private func changing(
    _ world: TestWorld, _ change: @escaping @Sendable (OpenMarketClient) async throws -> Void
  ) throws -> Task<Void, any Error> {
    let client = try world.otherShop()
    return Task {
      await waitUntil("the first round begins") {
        world.spy.requests.contains { $0.target.contains("changed_since") }
      }
      try await change(client)
    }
  }

  @Test func `a new listing, another price and a removal are announced`() async throws {
    let world = try TestWorld()
    let id = try await world.addToOtherShop("Pine bowl")
    let change = try changing(world) { client in
      var fields = ListingFields()
      fields.price = 4000
      fields.stock = 3
      _ = try await client.edit(id, fields)
    }
    let result = await world.run(
      ["watch", "--exit-on-change", "--every", "7s", "--format", "jsonl"],
      on: FakeTerminal(isTTY: false))
    try await change.value
    #expect(result.ends(with: 0, saying: "Watching 1 listing, every 7 s."))
    #expect(result.output.contains("\"change\":\"price_down restocked\""), "\(result.output)")
    #expect(result.output.split(separator: "\n").count == 1)
  }

  @Test func `a terminal gets a line and a bell`() async throws {
    let world = try TestWorld()
    let id = try await world.addToOtherShop("Pine bowl")
    let change = try changing(world) { client in
      _ = try await client.remove(id)
    }
    let result = await world.run(
      ["watch", "--exit-on-change", "--every", "7s"], on: FakeTerminal(),
      variables: ["TERM": "xterm-kitty"])
    try await change.value
    #expect(result.output.contains("\(id) Pine bowl: gone"), "\(result.output)")
    #expect(result.output.contains("\u{7}"))
    #expect(result.output.contains("\u{1B}]9;market: \(id) Pine bowl: gone\u{1B}\\"))
  }

  @Test func `a lost market is asked again`() async throws {
    let world = try TestWorld()
    _ = try await world.addToOtherShop("Pine bowl")
    let asked = Counter()
    world.spy.fail(.lost) { $0.target.contains("changed_since") && asked.next() <= 3 }
    let change = try changing(world) { client in
      await waitUntil("the market answers again") { asked.total > 3 }
      var fields = ListingFields()
      fields.name = "Elm bowl"
      _ = try await client.edit(1, fields)
    }
    let result = await world.run(
      "watch", "--exit-on-change", "--every", "7s", "--fields", "change,name")
    try await change.value
    #expect(result.output == "edited\tElm bowl\n", "\(result.error)")
    #expect(result.error.contains("Trying again."))
    #expect(result.error.components(separatedBy: "Trying again.").count == 2, "said once")
    #expect(result.error.contains("The market answers again."))
  }

  @Test func `a market without revisions sends its list again`() async throws {
    let world = try TestWorld(extensions: false)
    let id = try await world.addToOtherShop("Pine bowl")
    let client = try world.otherShop()
    let task = Task {
      await waitUntil("the first round begins") { world.spy.requests.count >= 4 }
      var fields = ListingFields()
      fields.price = 7000
      _ = try await client.edit(id, fields)
    }
    let result = await world.run(
      "watch", "--exit-on-change", "--every", "7s", "--fields", "id,change")
    try await task.value
    #expect(result.output == "\(id)\tprice_up\n", "\(result.error)")
  }

  @Test(arguments: [true, false])
  func `a listing that stops to match is not gone`(extensions: Bool) async throws {
    let world = try TestWorld(extensions: extensions)
    let id = try await world.addToOtherShop("Pine bowl")
    let client = try world.otherShop()
    func stock(_ count: Int) async throws {
      var fields = ListingFields()
      fields.stock = count
      _ = try await client.edit(id, fields)
    }
    try await stock(5)
    let shell = TestShell(environment: world.environment(FakeTerminal()), mode: .prompt)
    var filter = ListQuery.Filter()
    filter.isInStock = true
    var watch = try await MarketWatch(filter, in: shell.context.listings)
    #expect(watch.count == 1)
    try await stock(0)
    #expect(try await watch.nextChanges().map(\.words) == ["sold_out"])
    #expect(try await watch.nextChanges().isEmpty)
    _ = try await client.remove(id)
    #expect(try await watch.nextChanges().isEmpty, "it was not in the list any more")
  }

  @Test func `changes are not lost when the second page of them fails`() async throws {
    let world = try TestWorld()
    _ = try await world.addToOtherShop()
    let shell = TestShell(environment: world.environment(FakeTerminal()), mode: .prompt)
    var watch = try await MarketWatch(ListQuery.Filter(), in: shell.context.listings)
    try world.service.addGeneratedListings(count: 1200)
    let pages = Counter()
    world.spy.fail(.lost) { $0.target.contains("changed_since") && pages.next() == 2 }
    await #expect(throws: ClientError.self) { _ = try await watch.nextChanges() }
    #expect(try await watch.nextChanges().count > 1200)
  }

  @Test func `--exec gets each listing as JSON, and nothing of it as a word`() async throws {
    let world = try TestWorld()
    let id = try await world.addToOtherShop("$(touch x)")
    let requests = Mutex<[ProgramRequest]>([])
    world.programs.withLock { programs in
      programs = { request in
        requests.withLock { $0.append(request) }
        return 3
      }
    }
    let change = try changing(world) { client in
      var fields = ListingFields()
      fields.stock = 9
      _ = try await client.edit(id, fields)
    }
    let result = await world.run(
      ["watch", "--exit-on-change", "--every", "7s", "--exec", "cat >> log"],
      on: FakeTerminal(isTTY: false), variables: ["OPENMARKET_SECRET": "s3cret"])
    try await change.value
    let request = try #require(requests.withLock { $0.first })
    #expect(request.command == "cat >> log")
    #expect(request.arguments == [])
    #expect(request.variables["OPENMARKET_SECRET"] == nil)
    #expect(try JSON(parsing: Array(request.input.utf8)).objectValue?["id"]?.intValue == id)
    #expect(result.error.contains("failed: exit code 3"), "\(result.error)")
  }

  @Test(arguments: ["999ms", "0.5", "0"])
  func `rounds are at least a second apart`(interval: String) async throws {
    let world = try TestWorld()
    let result = await world.run("watch", "--every", interval)
    #expect(result.exitCode == 2)
    #expect(world.spy.requests.isEmpty)
    guard interval != "0" else { return }
    #expect(result.error.contains("is not between 1 and 86400"), "\(result.error)")
  }

  @Test func `Ctrl-C stops it at once`() async throws {
    let world = try TestWorld()
    _ = try await world.addToOtherShop("Pine bowl")
    let task = Task {
      await waitUntil("the first round begins") {
        world.spy.requests.contains { $0.target.contains("changed_since") }
      }
      world.interrupt()
    }
    let result = await world.run("watch", "--every", "7s")
    await task.value
    #expect(result.exitCode == 130)
    #expect(result.output == "")
  }

  @Test(arguments: ["4;1;x", "a\u{1B}]0;title\u{7}b", "a\u{9C}b\n"])
  func `a notification contains no controls`(text: String) {
    let sequence = TerminalNotification.sequence(text)
    let content = sequence.dropFirst(4).dropLast(2)
    #expect(sequence.hasPrefix("\u{1B}]9;market: "))
    #expect(!content.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }
}
