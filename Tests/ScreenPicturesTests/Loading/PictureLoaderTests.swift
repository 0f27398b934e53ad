import DiskCache
import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import TerminalKit
import Testing

@testable import ScreenPictures

@Suite(.timeLimit(.minutes(60))) struct PictureLoaderTests {
  private static let url = "http://market.test/pictures/1.png"
  private static let black = TestPicture.png(width: 80, height: 60, gray: 0)
  private static let white = TestPicture.png(width: 80, height: 60, gray: 255)
  private let clock = ManualWallClock()
  private let folder = NSTemporaryDirectory() + "pictures-\(UUID().uuidString)"
  private let box = CellBox(columns: 8, rows: 3)
  private let renderer = PictureRenderer(
    method: .symbols, cell: .unknown,
    ansi: ANSI(color: .trueColor, attributes: true, hyperlinks: false), background: nil)

  private func cache() -> PictureCache {
    PictureCache(
      disk: DiskCache(
        path: folder, byteLimit: 1_000_000, now: { [clock] in clock.now().milliseconds }),
      now: clock.now)
  }

  private func client(_ transport: any Transport) throws -> OpenMarketClient {
    OpenMarketClient(
      market: try MarketAddress("http://market.test"), transport: transport,
      configuration: ClientConfiguration(
        clock: FrozenClock(), random: { 5 }, retryPolicy: .never))
  }

  private func answer(_ bytes: [UInt8], tag: String?) -> ScriptedTransport.Step {
    var headers: HTTPHeaders = [.contentType: "image/png"]
    headers[.eTag] = tag
    return .respond(HTTPResponse(status: 200, headers: headers, body: bytes))
  }

  private func loader() -> PictureLoader { PictureLoader(random: { 1 }, now: clock.now) }

  private func draw(
    _ transport: any Transport, by loader: PictureLoader? = nil,
    with other: PictureRenderer? = nil, cache: PictureCache?
  ) async throws -> DrawnPicture {
    try await (loader ?? self.loader()).picture(
      Self.url, in: box, with: other ?? renderer, from: try client(transport), cache: cache)
  }

  @Test func `a picture is fetched once for all shells`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let transport = ScriptedTransport([answer(Self.black, tag: "\"a\"")])
    let loader = loader()
    let first = try await draw(transport, by: loader, cache: cache())
    #expect(try await draw(transport, by: loader, cache: cache()) == first)
    #expect(try await draw(transport, cache: cache()) == first)
    // Another method draws the same file again.
    let kitty = PictureRenderer(
      method: .kitty, cell: .unknown, ansi: renderer.ansi, background: nil)
    guard case .stream(let picture) = try await draw(transport, with: kitty, cache: cache()) else {
      Issue.record("kitty pictures are streams")
      return
    }
    #expect(picture.box == CellBox(columns: 8, rows: 3))
    #expect(transport.requests.count == 1)
  }

  @Test func `a changed picture with the same URL is shown after revalidation`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let transport = ScriptedTransport([
      answer(Self.black, tag: "\"a\""), .respond(HTTPResponse(status: 304)),
      answer(Self.white, tag: "\"b\""),
    ])
    let black = try await draw(transport, cache: cache())
    clock.move(.seconds(6 * 86_400))
    #expect(try await draw(transport, cache: cache()) == black)
    #expect(transport.requests.count == 1)
    // After a week the market confirms that the image is unchanged.
    clock.move(.seconds(2 * 86_400))
    #expect(try await draw(transport, cache: cache()) == black)
    #expect(transport.requests.last?.headers[.ifNoneMatch] == "\"a\"")
    #expect(try await draw(transport, cache: cache()) == black)
    #expect(transport.requests.count == 2)
    // `refresh` asks at once, and the image has changed.
    let loader = loader()
    #expect(try await draw(transport, by: loader, cache: cache()) == black)
    clock.move(.seconds(60))
    loader.invalidateAll(at: clock.now())
    let white = try await draw(transport, by: loader, cache: cache())
    #expect(white != black)
    // Other shells show it too, instead of their cached drawing.
    #expect(try await draw(transport, cache: cache()) == white)
    #expect(transport.requests.count == 3 && transport.unused == 0)
  }

  @Test(arguments: [true, false])
  func `a shell that stays open for weeks revalidates after seven days`(usesDisk: Bool) async throws
  {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let transport = ScriptedTransport([
      answer(Self.black, tag: "\"a\""), answer(Self.white, tag: "\"b\""),
    ])
    let cache = usesDisk ? self.cache() : nil
    let loader = loader()
    let black = try await draw(transport, by: loader, cache: cache)
    clock.move(.seconds(7 * 86_400 - 1))
    #expect(try await draw(transport, by: loader, cache: cache) == black)
    #expect(transport.requests.count == 1)
    clock.move(.seconds(1))
    #expect(try await draw(transport, by: loader, cache: cache) != black)
    #expect(transport.requests.count == 2 && transport.unused == 0)
  }

  @Test func `the seven days start with the last validation, not with the drawing`()
    async throws
  {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let transport = ScriptedTransport([
      answer(Self.black, tag: "\"a\""), .respond(HTTPResponse(status: 304)),
    ])
    let black = try await draw(transport, cache: cache())
    clock.move(.seconds(6 * 86_400))
    let loader = loader()
    #expect(try await draw(transport, by: loader, cache: cache()) == black)
    clock.move(.seconds(86_400))
    #expect(try await draw(transport, by: loader, cache: cache()) == black)
    #expect(transport.requests.count == 2 && transport.unused == 0)
  }

  @Test func `a cached picture is shown if the market cannot be reached`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let transport = ScriptedTransport([
      answer(Self.black, tag: nil), .fail(.refused, wasSent: false),
    ])
    let black = try await draw(transport, cache: cache())
    clock.move(.seconds(30 * 86_400))
    #expect(try await draw(transport, cache: cache()) == black)
    #expect(transport.unused == 0)
  }

  @Test func `without a disk cache each shell fetches the picture`() async throws {
    let transport = ScriptedTransport([
      answer(Self.black, tag: "\"a\""), answer(Self.black, tag: "\"a\""),
    ])
    let loader = loader()
    let first = try await draw(transport, by: loader, cache: nil)
    #expect(try await draw(transport, by: loader, cache: nil) == first)
    #expect(try await draw(transport, cache: nil) == first)
    #expect(transport.requests.count == 2)
  }

  @Test(
    arguments: [
      (.status(404), .notFound), (.status(500), .unreachable),
      (.fail(.refused, wasSent: false), .unreachable),
      (.respond(HTTPResponse(status: 200, body: [1, 2, 3])), .damaged),
      (.respond(HTTPResponse(status: 200, body: [])), .damaged),
      (.respond(HTTPResponse(status: 200, body: Array(black.dropLast(20)))), .damaged),
    ] as [(ScriptedTransport.Step, PictureLoadError)])
  func `a picture that cannot be shown is an error`(
    step: ScriptedTransport.Step, error: PictureLoadError
  ) async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let transport = ScriptedTransport([step])
    await #expect(throws: error) { try await draw(transport, cache: cache()) }
  }
}
