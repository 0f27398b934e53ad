import CommandLanguage
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import ScreenPictures
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

/// A remote market with listings whose images have one gray each, which shows on which card they
/// are drawn.
struct MarketWithPictures {
  let world: TestWorld
  /// The grays by the id of the listing.
  let grays: [Int: UInt8]
  private let graysByPath: [String: UInt8]

  init(listings: Int) async throws {
    world = try TestWorld()
    var grays: [Int: UInt8] = [:]
    var byPath: [String: UInt8] = [:]
    for number in 0..<listings {
      let id = try await world.add("Mug \(number)")
      let gray = UInt8(40 + number * 8)
      grays[id] = gray
      byPath[Self.path(try #require(try await world.listing(id).thumbnail))] = gray
    }
    self.grays = grays
    graysByPath = byPath
  }

  /// The market with its images, which are answered when `opens` returns true.
  func gate(_ opens: (@Sendable (_ begun: Int, _ waiting: Int) -> Bool)? = nil) -> ImageGate {
    gate(opens) { [self] in picture($0.target) }
  }

  /// The image at a URL, or nil if it does not belong to these listings.
  func picture(_ url: String) -> HTTPResponse? {
    graysByPath[Self.path(url)].map(Self.answer)
  }

  /// The market without these images.
  var transport: any Transport {
    ClosureTransport(clock: FrozenClock(), hosts: ["market.test"]) { [service = world.service] in
      service.respond($0)
    }
  }

  /// The market with other images.
  func gate(
    _ opens: (@Sendable (_ begun: Int, _ waiting: Int) -> Bool)?,
    picture: @escaping @Sendable (HTTPRequest) -> HTTPResponse?
  ) -> ImageGate {
    ImageGate(transport, opens: opens, picture: picture)
  }

  /// An image with one gray.
  static func answer(_ gray: UInt8) -> HTTPResponse {
    HTTPResponse(status: 200, body: TestPicture.png(width: 240, height: 180, gray: gray))
  }

  func session(
    _ terminal: FakeTerminal, through transport: any Transport, _ mode: CommandScope.Mode = .prompt,
    variables: [String: String] = [:], answers: PictureReplies = PictureReplies(),
    clock: (any Clock<Duration>)? = nil
  ) -> TestShell {
    var environment = world.environment(
      terminal,
      variables: ["TERM": "xterm-256color", "COLORTERM": "truecolor"].merging(variables) { $1 })
    environment.connect = { transport }
    if let clock { environment.client.clock = AnyClock(clock) }
    let session = TestShell(environment: environment, mode: mode)
    session.session.access.connections.currentName = TestWorld.url
    // Otherwise the question would be part of the drawing.
    session.session.core.settings.pictureReplies = answers
    return session
  }

  private static func path(_ url: String) -> String { URL(string: url)?.path ?? "" }
}

extension ScreenModel {
  /// A window that shows a text, with enough rows for all of it if `rows` is nil.
  init(showing text: String, columns: Int, rows: Int? = nil) {
    self.init(columns: columns, rows: rows ?? text.utf8.count { $0 == UInt8(ascii: "\n") } + 1)
    write(text.replacing("\n", with: "\r\n"))
  }

  /// The color of the picture on each card by the id of the listing; nil if it has no picture.
  var cards: [Int: Color?] {
    var cards: [Int: Color?] = [:]
    for (row, line) in rows.enumerated() {
      // The top line of a card starts with its id.
      for piece in line.matches(of: /(\d+) ─/) {
        let column = line[..<piece.range.lowerBound].count
        guard let id = Int(piece.1) else { continue }
        cards[id] = cell(row: row + 4, column: column + 12).flatMap(Self.color)
      }
    }
    return cards
  }

  /// The color of a cell in a picture of one color, drawn as foreground or background.
  static func color(_ cell: Cell) -> Color? {
    cell.text == " " ? cell.style.background : cell.style.foreground
  }
}

extension [Int: UInt8] {
  /// The colors of cards with these grays.
  var cards: [Int: Color?] { mapValues { .rgb($0, $0, $0) } }
}
