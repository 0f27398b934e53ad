/// Pictures from memory, from disk and from the market, and when which is asked.
import DiskCache
import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import TerminalKit
import TerminalPictures
import Testing

@testable import MarketCommands

@Suite struct PictureLoaderTests {
  private static let url = "http://market.test/pictures/1.png"
  private static let black = TestPicture.png(width: 80, height: 60, gray: 0)
  private static let white = TestPicture.png(width: 80, height: 60, gray: 255)
  private let clock = ManualWallClock()
  private let folder = NSTemporaryDirectory() + "desk-\(UUID().uuidString)"
  private let box = CellBox(columns: 8, rows: 3)
  private let pen = PicturePen(
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

  private func desk() -> PictureLoader { PictureLoader(chance: { 1 }, now: clock.now) }

  private func draw(
    _ transport: any Transport, by desk: PictureLoader? = nil,
    with other: PicturePen? = nil, cache: PictureCache?
  ) async throws -> DrawnPicture {
    try await (desk ?? self.desk()).picture(
      Self.url, in: box, with: other ?? pen, from: try client(transport), cache: cache)
  }

  @Test func `a picture is fetched once, for this shell and for others`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let transport = ScriptedTransport([answer(Self.black, tag: "\"a\"")])
    let desk = desk()
    let first = try await draw(transport, by: desk, cache: cache())
    #expect(try await draw(transport, by: desk, cache: cache()) == first)
    #expect(try await draw(transport, cache: cache()) == first)
    // In other cells it is drawn anew from the same file.
    let kitty = PicturePen(method: .kitty, cell: .unknown, ansi: pen.ansi, background: nil)
    guard case .stream(let picture) = try await draw(transport, with: kitty, cache: cache()) else {
      Issue.record("kitty draws streams")
      return
    }
    #expect(picture.box == CellBox(columns: 8, rows: 3))
    #expect(transport.requests.count == 1)
  }

  @Test func `a picture changed under the same URL is seen after revalidation`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let transport = ScriptedTransport([
      answer(Self.black, tag: "\"a\""), .respond(HTTPResponse(status: 304)),
      answer(Self.white, tag: "\"b\""),
    ])
    let black = try await draw(transport, cache: cache())
    clock.move(.seconds(6 * 86_400))
    #expect(try await draw(transport, cache: cache()) == black)
    #expect(transport.requests.count == 1)
    // After a week its market is asked, and says that it is the same.
    clock.move(.seconds(2 * 86_400))
    #expect(try await draw(transport, cache: cache()) == black)
    #expect(transport.requests.last?.headers[.ifNoneMatch] == "\"a\"")
    #expect(try await draw(transport, cache: cache()) == black)
    #expect(transport.requests.count == 2)
    // `refresh` asks at once, and now it has changed.
    let desk = desk()
    #expect(try await draw(transport, by: desk, cache: cache()) == black)
    clock.move(.seconds(60))
    desk.doubt(at: clock.now())
    let white = try await draw(transport, by: desk, cache: cache())
    #expect(white != black)
    // Others see it too, though they have drawn the old one before.
    #expect(try await draw(transport, cache: cache()) == white)
    #expect(transport.requests.count == 3 && transport.unused == 0)
  }

  @Test(arguments: [true, false])
  func `a shell that stays open for weeks asks again after seven days`(keeps: Bool) async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let transport = ScriptedTransport([
      answer(Self.black, tag: "\"a\""), answer(Self.white, tag: "\"b\""),
    ])
    let kept = keeps ? cache() : nil
    let desk = desk()
    let black = try await draw(transport, by: desk, cache: kept)
    clock.move(.seconds(7 * 86_400 - 1))
    #expect(try await draw(transport, by: desk, cache: kept) == black)
    #expect(transport.requests.count == 1)
    clock.move(.seconds(1))
    #expect(try await draw(transport, by: desk, cache: kept) != black)
    #expect(transport.requests.count == 2 && transport.unused == 0)
  }

  @Test func `the seven days begin when the picture came, not when this shell drew it`()
    async throws
  {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let transport = ScriptedTransport([
      answer(Self.black, tag: "\"a\""), .respond(HTTPResponse(status: 304)),
    ])
    let black = try await draw(transport, cache: cache())
    clock.move(.seconds(6 * 86_400))
    let desk = desk()
    #expect(try await draw(transport, by: desk, cache: cache()) == black)
    clock.move(.seconds(86_400))
    #expect(try await draw(transport, by: desk, cache: cache()) == black)
    #expect(transport.requests.count == 2 && transport.unused == 0)
  }

  @Test func `what was kept is shown where the market cannot be reached`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let transport = ScriptedTransport([
      answer(Self.black, tag: nil), .fail(.refused, wasSent: false),
    ])
    let black = try await draw(transport, cache: cache())
    clock.move(.seconds(30 * 86_400))
    #expect(try await draw(transport, cache: cache()) == black)
    #expect(transport.unused == 0)
  }

  @Test func `without a cache each shell asks for itself`() async throws {
    let transport = ScriptedTransport([
      answer(Self.black, tag: "\"a\""), answer(Self.black, tag: "\"a\""),
    ])
    let desk = desk()
    let first = try await draw(transport, by: desk, cache: nil)
    #expect(try await draw(transport, by: desk, cache: nil) == first)
    #expect(try await draw(transport, cache: nil) == first)
    #expect(transport.requests.count == 2)
  }

  @Test(
    arguments: [
      (.status(404), .gone), (.status(500), .notReached),
      (.fail(.refused, wasSent: false), .notReached),
      (.respond(HTTPResponse(status: 200, body: [1, 2, 3])), .broken),
      (.respond(HTTPResponse(status: 200, body: [])), .broken),
      (.respond(HTTPResponse(status: 200, body: Array(black.dropLast(20)))), .broken),
    ] as [(ScriptedTransport.Step, PictureFault)])
  func `what is wrong with a picture is told, and asked for again`(
    step: ScriptedTransport.Step, fault: PictureFault
  ) async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let transport = ScriptedTransport([step])
    await #expect(throws: fault) { try await draw(transport, cache: cache()) }
  }

  @Test func `what goes to the terminal is letters and colors, whatever the cache holds`() {
    let good = DrawnLines(lines: ["\u{1B}[38;2;1;2;3m▀\u{1B}[0m"], columns: 1)
    #expect(DrawnLines(bytes: good.bytes) == good)
    for bad in ["\u{1B}]0;x\u{7}", "\u{1B}[2J", "\u{1B}", "a\u{7}", "\u{9B}2J", "a\rb", "\u{1B}[1"]
    {
      #expect(DrawnLines(bytes: DrawnLines(lines: [bad], columns: 1).bytes) == nil)
    }
    for bad in ["", "1", "x\na", "0\na", "-1\na"] {
      #expect(DrawnLines(bytes: Array(bad.utf8)) == nil)
    }
  }
}
