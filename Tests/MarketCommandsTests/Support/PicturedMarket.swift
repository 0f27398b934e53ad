/// A market whose pictures are of one gray each, so that it shows on which card each of them lands.
import CommandLanguage
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import TerminalKit
import TerminalPictures
import Testing

@testable import MarketCommands

/// A seller's listings in a market on the network, and what each looks like.
struct PicturedMarket {
  let world: TestWorld
  /// By the listing's id.
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

  /// The market with its pictures, which come as `opens` lets them.
  func gate(_ opens: (@Sendable (_ begun: Int, _ waiting: Int) -> Bool)? = nil) -> PictureGate {
    gate(opens) { [self] in picture($0.target) }
  }

  /// The picture at a URL; nil where it is none of these listings'.
  func picture(_ url: String) -> HTTPResponse? {
    graysByPath[Self.path(url)].map(Self.answer)
  }

  /// The market without its pictures.
  var transport: any Transport {
    ClosureTransport(clock: FrozenClock(), hosts: ["market.test"]) { [service = world.service] in
      service.respond($0)
    }
  }

  /// The market with other pictures.
  func gate(
    _ opens: (@Sendable (_ begun: Int, _ waiting: Int) -> Bool)?,
    picture: @escaping @Sendable (HTTPRequest) -> HTTPResponse?
  ) -> PictureGate {
    PictureGate(transport, opens: opens, picture: picture)
  }

  /// A picture of one gray.
  static func answer(_ gray: UInt8) -> HTTPResponse {
    HTTPResponse(status: 200, body: TestPicture.png(width: 240, height: 180, gray: gray))
  }

  func session(
    _ terminal: FakeTerminal, through transport: any Transport, _ mode: CommandScope.Mode = .prompt,
    variables: [String: String] = [:], answers: PictureAnswers = PictureAnswers(),
    clock: (any Clock<Duration>)? = nil
  ) -> TestShell {
    var environment = world.environment(
      terminal,
      variables: ["TERM": "xterm-256color", "COLORTERM": "truecolor"].merging(variables) { $1 })
    environment.connect = { transport }
    if let clock { environment.client.clock = AnyClock(clock) }
    let session = TestShell(environment: environment, mode: mode)
    session.session.connections.currentName = TestWorld.url
    // Otherwise the question would be part of the drawing.
    session.session.settings.pictureAnswers = answers
    return session
  }

  private static func path(_ url: String) -> String { URL(string: url)?.path ?? "" }
}

extension ScreenModel {
  /// What a text looks like in a window, which holds all of it unless it has fewer `rows`.
  init(showing text: String, columns: Int, rows: Int? = nil) {
    self.init(
      columns: columns, rows: rows ?? text.utf8.count { $0 == UInt8(ascii: "\n") } + 1)
    write(text.replacing("\n", with: "\r\n"))
  }

  /// The color in the picture of each card, by the listing's id; nil where it has none.
  var cards: [Int: Color?] {
    var cards: [Int: Color?] = [:]
    for (row, line) in rows.enumerated() {
      // The rule of a card: its id, then the line.
      for piece in line.matches(of: /(\d+) ─/) {
        let column = line[..<piece.range.lowerBound].count
        guard let id = Int(piece.1) else { continue }
        cards[id] = cell(row: row + 4, column: column + 12).flatMap(Self.color)
      }
    }
    return cards
  }

  /// The color of a cell in a picture of one color, which may be all ink or none.
  static func color(_ cell: Cell) -> Color? {
    cell.text == " " ? cell.style.background : cell.style.foreground
  }
}

extension [Int: UInt8] {
  /// What cards of these grays look like.
  var cards: [Int: Color?] { mapValues { .rgb($0, $0, $0) } }
}
