/// Lists with pictures on a terminal: text first, each picture on its own card, nothing left behind.
import CommandLanguage
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import TerminalKit
import TerminalPictures
import Testing

@testable import MarketCommands

@Suite(.timeLimit(.minutes(2))) struct IllustratedPageTests {
  @Test func `a late picture never lands on another card`() async throws {
    let market = try await PicturedMarket(listings: 9)
    let terminal = FakeTerminal(columns: 84, rows: 60)
    // As many as there can be wait, and the last one that was asked for comes first.
    let gate = market.gate { begun, waiting in
      waiting >= min(PictureQueue.atOnce, 9 - begun + waiting)
    }
    #expect(await market.session(terminal, through: gate).type("list --grid") == [.done])
    #expect(gate.begun.count == 9)
    #expect(gate.most == 6)
    let screen = ScreenModel(showing: terminal.output, columns: 84, rows: 60)
    #expect(screen.problems == [])
    #expect(screen.cards == market.grays.cards)
  }

  @Test func `a page turned while twenty load leaves no stray request`() async throws {
    let market = try await PicturedMarket(listings: 24)
    let terminal = FakeTerminal(
      size: TerminalSize(columns: 140, rows: 120), interactive: Set(TerminalStream.allCases),
      isInputOpen: true)
    // Nothing ever comes; the first key, pressed when as many as there can be are under way, ends the
    // waiting and is there for the prompt.
    let most = [PictureQueue.atOnce, 4]
    let gate = market.gate { begun, waiting in
      if begun == most[0] && waiting == most[0] || begun == most[0] + most[1] && waiting == most[1]
      {
        terminal.type("n")
      }
      return false
    }
    let session = market.session(terminal, through: gate)
    var asked = 0
    for (line, count) in zip(["list --grid --per-page 20", "next"], most) {
      #expect(await session.type(line) == [.done])
      asked += count
      #expect(gate.begun.count == asked && gate.cancelled == asked && gate.underWay == 0)
      #expect(!terminal.readsKeys)
      #expect(try await terminal.nextEvent(timeout: .zero) == .bytes([UInt8(ascii: "n")]))
    }
    #expect(Set(gate.begun).count == asked)
    // Every card is there, without its picture.
    let cards = ScreenModel(showing: terminal.output, columns: 140).cards
    #expect(cards == market.grays.mapValues { _ in nil })
  }

  @Test func `Ctrl-C leaves the text, the terminal as it was, and no request`() async throws {
    let market = try await PicturedMarket(listings: 3)
    let terminal = FakeTerminal(
      size: TerminalSize(columns: 84, rows: 40), interactive: Set(TerminalStream.allCases),
      isInputOpen: true)
    let gate = market.gate { _, waiting in
      if waiting == 3 { terminal.type("x\u{3}") }
      return false
    }
    let session = market.session(terminal, through: gate)
    #expect(await session.type("list --grid") == [.interrupted])
    #expect(gate.begun.count == 3 && gate.cancelled == 3)
    #expect(gate.underWay == 0)
    #expect(!terminal.readsKeys)
    #expect(try await terminal.nextEvent(timeout: .zero) == .timedOut)
    #expect(terminal.output.hasSuffix("\n"))
  }

  @Test func `answers of the terminal that come late stop nothing`() async throws {
    let market = try await PicturedMarket(listings: 3)
    let terminal = FakeTerminal(columns: 84, rows: 40)
    let gate = market.gate { _, _ in true }
    let session = market.session(terminal, through: gate)
    terminal.type("\u{1B}[?62;4c")
    #expect(await session.type("list --grid") == [.done])
    #expect(gate.begun.count == 3 && gate.cancelled == 0)
  }

  @Test func `a page that is longer than the window has all its pictures`() async throws {
    let market = try await PicturedMarket(listings: 8)
    let terminal = FakeTerminal(columns: 50, rows: 20)
    let gate = market.gate { _, _ in true }
    let script = market.session(terminal, through: gate, .script)
    #expect(await script.type("list --grid") == [.done])
    #expect(gate.begun.count == 8)
    for gray in market.grays.values {
      #expect(terminal.output.contains("8;2;\(gray);\(gray);\(gray)"), "gray \(gray)")
    }
  }

  @Test func `a broken picture is a mark in its place`() async throws {
    let market = try await PicturedMarket(listings: 2)
    let terminal = FakeTerminal(columns: 84, rows: 40)
    let gate = market.gate(
      { _, _ in true }, picture: { _ in HTTPResponse(status: 200, body: [0, 1, 2]) })
    #expect(await market.session(terminal, through: gate).type("list --grid") == [.done])
    #expect(terminal.error.isEmpty)
    let screen = ScreenModel(showing: terminal.output, columns: 84, rows: 40)
    #expect(screen.problems == [])
    #expect(screen.rows.joined().ranges(of: "broken picture").count == 2)
  }

  @Test(arguments: ["list --grid --no-pictures", "list", "list --grid --json"])
  func `nothing is fetched for what shows no pictures`(line: String) async throws {
    let market = try await PicturedMarket(listings: 2)
    let gate = market.gate()
    let terminal = FakeTerminal(columns: 84, rows: 40)
    #expect(await market.session(terminal, through: gate).type(line) == [.done])
    #expect(gate.begun.isEmpty)
  }

  @Test func `thumbnails stand beside their rows, and a listing has all of its pictures`()
    async throws
  {
    let market = try await PicturedMarket(listings: 3)
    let terminal = FakeTerminal(columns: 84, rows: 40)
    let gate = market.gate { _, _ in true }
    let session = market.session(terminal, through: gate)
    #expect(await session.type("list --thumbs") == [.done])
    let screen = ScreenModel(showing: terminal.output, columns: 84, rows: 40)
    #expect(screen.problems == [])
    for (id, gray) in market.grays {
      let row = try #require(screen.rows.firstIndex { $0.contains("Mug \(id - 1)") })
      let cell = screen.cell(row: row, column: 3)
      #expect(cell.flatMap(ScreenModel.color) == .rgb(gray, gray, gray))
    }
    #expect(await session.type("show \(market.grays.keys.min() ?? 0)") == [.done])
    #expect(gate.cancelled == 0)
  }
}

/// A market with a host for pictures that is away: of as many requests as there can be at once one
/// comes to an end, the others go on until they are cancelled.
private final class AwayHost: Transport {
  private let base: any Transport
  private let code: TransportError.Code
  private let count = Mutex(0)

  init(_ base: any Transport, _ code: TransportError.Code) {
    self.base = base
    self.code = code
  }

  /// Pictures that were asked for.
  var asked: Int { count.withLock { $0 } }

  func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    guard request.target.contains("/pictures/") else {
      return try await base.send(request, options)
    }
    let number = count.withLock { count in
      count += 1
      return count
    }
    if number == PictureQueue.atOnce { throw TransportError(code, wasSent: code == .timedOut) }
    try? await TestClock().sleep(for: .seconds(60))
    throw TransportError(.cancelled, wasSent: true)
  }
}
