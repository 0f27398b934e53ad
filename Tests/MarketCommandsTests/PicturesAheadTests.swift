/// A listing and its pictures side by side: nothing waits for the other, nothing is fetched twice.
import CommandLanguage
import DiskCache
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import TerminalPictures
import Testing

@testable import MarketCommands

@Suite(.timeLimit(.minutes(2))) struct PicturesAheadTests {
  private static let gray = HTTPResponse(
    status: 200, headers: [.eTag: "\"a\""],
    body: TestPicture.png(width: 240, height: 180, gray: 90))

  private func session(
    _ world: TestWorld, _ terminal: FakeTerminal, through transport: any Transport
  ) -> Session {
    var environment = world.environment(
      terminal, variables: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
    environment.connect = { transport }
    let session = Session(environment: environment, mode: .prompt)
    session.withState { state in
      state.currentName = TestWorld.url
      state.pictureAnswers = PictureAnswers()
    }
    return session
  }

  private func market(_ world: TestWorld) -> any Transport {
    ClosureTransport(clock: FrozenClock(), hosts: ["market.test"]) { [service = world.service] in
      service.respond($0)
    }
  }

  private func type(_ line: String, in session: Session) async -> ExitCode {
    var code = ExitCode.done
    for tokens in Tokenizer(line) { code = await Interpreter(session: session).run(tokens) }
    await session.settleKept()
    return code
  }

  private func pictures(_ world: TestWorld, _ id: Int) async throws -> [String] {
    try #require(try await world.listing(id).pictures).map(\.url)
  }

  @Test func `the pictures that a listing had are under way before it has come again`()
    async throws
  {
    let world = try TestWorld()
    let id = try await world.add()
    let urls = try await pictures(world, id)
    let transport = HeldDetail(market(world)) { _ in Self.gray }
    let terminal = FakeTerminal(columns: 84, rows: 40)
    let first = session(world, terminal, through: transport)
    #expect(await type("show \(id)", in: first) == .done)
    #expect(transport.asked == urls)
    // Another shell knows the listing from the disk; the pictures were cleared away.
    for file in try FileManager.default.contentsOfDirectory(atPath: world.paths.kept) {
      let path = "\(world.paths.kept)/\(file)"
      let text = String(
        decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
      if !text.contains("\nkey detail ") { try FileManager.default.removeItem(atPath: path) }
    }
    transport.hold(until: Set(urls))
    let second = session(world, terminal, through: transport)
    #expect(await type("show \(id)", in: second) == .done)
    #expect(transport.asked == urls, "nothing is fetched twice")
    #expect(transport.underWay == 0 && transport.cancelled.isEmpty)
    #expect(terminal.output.ranges(of: "Turned from one piece.").count == 2)
    #expect(terminal.output.contains("8;2;90;90;90"))
  }

  @Test func `what a listing has no more is cancelled, and what it has now is fetched`()
    async throws
  {
    let world = try TestWorld()
    let id = try await world.add()
    let now = try await pictures(world, id)
    let old = now[0].replacing("origin", with: "before")
    let transport = HeldDetail(market(world)) { $0 == old ? nil : Self.gray }
    let terminal = FakeTerminal(columns: 84, rows: 40)
    let session = session(world, terminal, through: transport)
    try await keep(id, with: [old], of: world)
    transport.hold(until: [old])
    #expect(await type("show \(id)", in: session) == .done)
    #expect(transport.asked == [old] + now)
    #expect(transport.cancelled == [old])
    #expect(transport.underWay == 0)
  }

  /// Keeps a listing as if it had other pictures.
  private func keep(_ id: Int, with urls: [String], of world: TestWorld) async throws {
    var product = try await world.listing(id)
    product.pictures = urls.map { Picture(id: 1, url: $0, thumbnailURL: nil) }
    let market = try MarketAddress(TestWorld.url)
    let key = try #require(CachedResponses.key(of: ShowProduct(id: id).request.target, at: market))
    let now = world.environment(FakeTerminal()).now
    DiskCache(path: world.paths.kept, byteLimit: 1 << 20, now: now).keep(
      CacheEntry(
        key: key.key, checked: now(), bytes: ShowProduct.response(product).body))
  }

  @Test func `a disk that does not answer holds nothing up`() async throws {
    let (disk, answer) = AsyncStream<Void>.makeStream()
    let (begun, end) = AsyncStream<String>.makeStream()
    let ahead = PicturesAhead {
      for await _ in disk {}
      end.finish()
      return ["http://market/1.png"]
    } fetch: { url in
      end.yield(url)
      throw CancellationError()
    }
    #expect(try await ahead.source(of: "http://market/1.png") == nil)
    await ahead.end()
    answer.finish()
    for await url in begun { Issue.record("\(url) was fetched for nobody") }
  }

  @Test func `of a listing never shown before only what is drawn is fetched`() async throws {
    let world = try TestWorld()
    // Its row in the list has a smaller picture than the one that is drawn.
    let id = try await world.add()
    let urls = try await pictures(world, id)
    let transport = HeldDetail(market(world)) { _ in Self.gray }
    let session = session(
      world, FakeTerminal(columns: 84, rows: 40), through: transport)
    #expect(await type("list", in: session) == .done)
    #expect(await type("show \(id)", in: session) == .done)
    #expect(transport.asked == urls)
  }

  @Test func `Ctrl-C stops the listing and its pictures`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let urls = try await pictures(world, id)
    let transport = HeldDetail(market(world)) { _ in nil }
    let terminal = FakeTerminal(columns: 84, rows: 40)
    let session = session(world, terminal, through: transport)
    try await keep(id, with: urls, of: world)
    transport.hold(until: Set(urls)) { world.interrupt() }
    #expect(await type("show \(id)", in: session) == .interrupted)
    #expect(transport.asked == urls && transport.cancelled == urls)
    #expect(!terminal.output.contains("Turned"))
  }

  @Test(arguments: [
    "show 1 --no-pictures", "show 1 --json", "show 1 --fields name", "set pictures off; show 1",
    "set cache off; show 1 --no-pictures",
  ])
  func `nothing is begun where nothing will be drawn`(line: String) async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let transport = HeldDetail(market(world)) { _ in Self.gray }
    let session = session(world, FakeTerminal(columns: 84, rows: 40), through: transport)
    try await keep(id, with: try await pictures(world, id), of: world)
    #expect(await type(line, in: session) == .done)
    #expect(transport.asked.isEmpty)
  }
}
