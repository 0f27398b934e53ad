import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import Testing

/// Changes that could not be sent stay to be done.
@Suite(.timeLimit(.minutes(60))) struct UnsentChangeTests {
  private static let add =
    "add --price 1000 --description 'Turned from one piece.' --image a.jpg --name"

  /// The words of a command that makes three changes; what they need is there.
  private func threeChanges(_ command: String, in world: TestWorld) async throws -> [String] {
    switch command {
    case "run":
      try world.write("a.market", (1...3).map { "\(Self.add) 'Mug \($0)'\n" }.joined())
      return ["run", "a.market"]
    case "import":
      let rows = (1...3).map { "M-\($0),Mug \($0),1000,KRW,5,Turned from one piece.,a.jpg\n" }
      try world.write(
        "a.csv", "code,name,price,currency,stock,description,photo1\n" + rows.joined())
      return ["import", "a.csv", "--yes"]
    default:
      for number in 1...3 { _ = try await world.add("Mug \(number)") }
      return [command, "1..3", "--yes"] + (command == "edit" ? ["--stock", "9"] : [])
    }
  }

  /// Lets the market refuse connections for all writes but the first ones.
  private func refuseConnections(after place: Int, in world: TestWorld) {
    let seen = Mutex(Set<String>())
    world.spy.intercept { request throws(TransportError) in
      guard request.method != .get else { return nil }
      let key = request.headers[.idempotencyKey] ?? request.target
      let count = seen.withLock { seen in
        seen.insert(key)
        return seen.count
      }
      if count > place { throw .refused }
      return nil
    }
  }

  @Test(arguments: ["run", "import", "edit", "remove"], [0, 1, 2])
  func `a change that could not be sent stays to be done, at any place`(
    _ command: String, _ place: Int
  ) async throws {
    let world = try TestWorld()
    let terminal = FakeTerminal(isTTY: false)
    let words = try await threeChanges(command, in: world)
    refuseConnections(after: place, in: world)
    let first = await world.run(words, on: terminal)
    #expect([5, 6].contains(first.exitCode), "\(first)")
    #expect(!first.error.contains("--again"), "\(first)")
    #expect(first.error.contains("try: market resume"), "\(first)")
    world.spy.intercept(nil)
    if command == "run" || command == "import" {
      let again = await world.run(words, on: FakeTerminal(isTTY: false))
      #expect(again.exitCode == 2 && again.error.contains("--resume"), "\(again)")
      #expect(!again.error.contains("--again"), "\(again)")
    }
    let resumed = await world.run("resume")
    #expect(resumed.exitCode == 0, "\(resumed)")
    #expect(try world.service.listingCount == (command == "remove" ? 0 : 3))
    #expect(await world.run("resume").exitCode == 3)
    guard command == "edit" else { return }
    for id in 1...3 { #expect(try await world.listing(id).stock == 9) }
  }

  @Test func `a finished batch of which something was refused is no success`() async throws {
    let world = try TestWorld()
    try world.write("a.market", (1...3).map { "\(Self.add) 'Mug \($0)'\n" }.joined())
    let refusal = HTTPResponse(status: 400, body: Array(#"{"message":"no mugs"}"#.utf8))
    world.spy.answer(refusal) { $0.isAdd && $0.says("Mug 3") }
    #expect(await world.run("run", "a.market").exitCode != 0)
    world.spy.intercept(nil)
    for words in [["resume", "1"], ["run", "a.market", "--resume"]] {
      let result = await world.run(words, on: FakeTerminal(isTTY: false))
      #expect(result.ends(with: 6, saying: "2 done, 1 failed"))
    }
    let again = await world.run("run", "a.market")
    #expect(again.exitCode == 2 && !again.error.contains("--again"), "\(again)")
    #expect(again.error.contains("market batch 1"), "\(again)")
    #expect(try world.service.listingCount == 2)
  }
}
