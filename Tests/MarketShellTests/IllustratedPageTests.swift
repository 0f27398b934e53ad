import CommandLanguage
import Foundation
import FullScreen
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import ScreenPictures
import Synchronization
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct IllustratedPageTests {
  @Test func `a late picture is never drawn on another card`() async throws {
    let market = try await MarketWithPictures(listings: 9)
    let terminal = FakeTerminal(columns: 84, rows: 60)
    // When the maximum of requests is active, the latest one is answered first.
    let gate = market.gate { begun, waiting in
      waiting >= min(PictureQueue.maximumConcurrency, 9 - begun + waiting)
    }
    #expect(await market.session(terminal, through: gate).type("list --grid") == [.done])
    #expect(gate.begun.count == 9)
    #expect(gate.most == 6)
    let screen = ScreenModel(showing: terminal.output, columns: 84, rows: 60)
    #expect(screen.problems == [])
    #expect(screen.cards == market.grays.cards)
  }

  @Test func `no request outlives a page that a key press ends`() async throws {
    let market = try await MarketWithPictures(listings: 24)
    let terminal = FakeTerminal.open(columns: 140, rows: 120)
    // No picture ever arrives. The first key, pressed when the maximum of requests is active, ends
    // the waiting and remains available for the prompt.
    let most = [PictureQueue.maximumConcurrency, 4]
    // Several requests may see the maximum, and only the first one presses the key.
    let pressed = Mutex<Set<Int>>([])
    let gate = market.gate { begun, waiting in
      let isFull =
        begun == most[0] && waiting == most[0] || begun == most[0] + most[1] && waiting == most[1]
      if isFull, pressed.withLock({ $0.insert(begun).inserted }) { terminal.type("n") }
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
    // Every card is complete except for its picture.
    let cards = ScreenModel(showing: terminal.output, columns: 140).cards
    #expect(cards == market.grays.mapValues { _ in nil })
  }

  @Test func `Ctrl-C keeps the text, restores the terminal and cancels the requests`() async throws
  {
    let market = try await MarketWithPictures(listings: 3)
    let terminal = FakeTerminal.open(columns: 84, rows: 40)
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

  @Test func `a late reply of the terminal does not end the waiting`() async throws {
    let market = try await MarketWithPictures(listings: 3)
    let terminal = FakeTerminal(columns: 84, rows: 40)
    let gate = market.gate { _, _ in true }
    let session = market.session(terminal, through: gate)
    terminal.type("\u{1B}[?62;4c")
    #expect(await session.type("list --grid") == [.done])
    #expect(gate.begun.count == 3 && gate.cancelled == 0)
  }

  @Test func `a page longer than the window shows all its pictures`() async throws {
    let market = try await MarketWithPictures(listings: 8)
    let terminal = FakeTerminal(columns: 50, rows: 20)
    let gate = market.gate { _, _ in true }
    let script = market.session(terminal, through: gate, .script)
    #expect(await script.type("list --grid") == [.done])
    #expect(gate.begun.count == 8)
    for gray in market.grays.values {
      #expect(terminal.output.contains("8;2;\(gray);\(gray);\(gray)"), "gray \(gray)")
    }
  }

  @Test func `a damaged image leaves a label in its place`() async throws {
    let market = try await MarketWithPictures(listings: 2)
    let terminal = FakeTerminal(columns: 84, rows: 40)
    let gate = market.gate(
      { _, _ in true }, picture: { _ in HTTPResponse(status: 200, body: [0, 1, 2]) })
    #expect(await market.session(terminal, through: gate).type("list --grid") == [.done])
    #expect(terminal.error.isEmpty)
    let screen = ScreenModel(showing: terminal.output, columns: 84, rows: 40)
    #expect(screen.problems == [])
    #expect(screen.rows.joined().ranges(of: "damaged").count == 2)
  }

  @Test(arguments: ["list --grid --no-pictures", "list", "list --grid --json"])
  func `an output without pictures fetches nothing`(line: String) async throws {
    let market = try await MarketWithPictures(listings: 2)
    let gate = market.gate()
    let terminal = FakeTerminal(columns: 84, rows: 40)
    #expect(await market.session(terminal, through: gate).type(line) == [.done])
    #expect(gate.begun.isEmpty)
  }

  @Test func `thumbnails are beside their rows, a listing shows all pictures`() async throws {
    let market = try await MarketWithPictures(listings: 3)
    let terminal = FakeTerminal(columns: 84, rows: 40)
    let gate = market.gate { _, _ in true }
    let session = market.session(terminal, through: gate)
    #expect(await session.type("list --thumbs") == [.done])
    let screen = ScreenModel(showing: terminal.output, columns: 84, rows: 40)
    #expect(screen.problems == [])
    for (id, gray) in market.grays {
      let row = try #require(screen.rows.firstIndex { $0.contains("Mug \(id - 1)") })
      #expect(screen.cell(row: row, column: 3).flatMap(ScreenModel.color) == .rgb(gray, gray, gray))
    }
    #expect(await session.type("show \(market.grays.keys.min() ?? 0)") == [.done])
    #expect(gate.cancelled == 0)
  }
}
