import CommandLanguage
import Foundation
import FullScreen
import MarketRender
import MarketTestSupport
import MarketWire
import OpenMarketClient
import ScreenPictures
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct PagedPictureTests {
  private static let less = ["PAGER": "less"]

  @Test func `an output that fits into the window is drawn without a pager`() async throws {
    let market = try await MarketWithPictures(listings: 3)
    market.world.pagers.use(.readsAll)
    let terminal = FakeTerminal(columns: 84, rows: 30)
    let session = market.session(
      terminal, through: market.gate { _, _ in true }, variables: Self.less,
      answers: PictureReplies(kitty: true))
    #expect(await session.type("list --grid") == [.done])
    #expect(market.world.pagers.requests.isEmpty)
    #expect(terminal.output.ranges(of: "\u{1B}_Gi=").count == 3)
  }

  /// A command, and environment variables.
  @Test(
    arguments: [
      ("list --grid --no-pictures", [:]), ("set pictures off; list --grid", [:]),
      ("list --grid", ["TERM": "dumb"]), ("list --grid", ["ACCESSIBLE": "1"]),
      ("list --grid --fields id,name", [:]),
    ] as [(String, [String: String])])
  func `without pictures the pager gets text and nothing is fetched`(
    line: String, variables: [String: String]
  ) async throws {
    let market = try await MarketWithPictures(listings: 5)
    market.world.pagers.use(.readsAll)
    let terminal = FakeTerminal(columns: 84, rows: 6)
    let gate = market.gate()
    let session = market.session(
      terminal, through: gate, .script, variables: Self.less.merging(variables) { $1 })
    #expect(await session.type(line).last == .done)
    let text = market.world.pagers.text + terminal.output
    #expect(gate.begun.isEmpty && text.contains("Mug 4"))
    #expect(!text.contains(/[▀-▟]/))
  }

  @Test func `leaving the pager cancels the request for more listings`() async throws {
    let market = try await MarketWithPictures(listings: 1)
    let pagers = market.world.pagers
    pagers.use(.quitsOnCall)
    let terminal = FakeTerminal(columns: 84, rows: 24)
    let session = market.session(terminal, through: market.gate(), .script, variables: Self.less)
    let stream = ListingStream { take in
      try await take(
        Self.rows(1...1100).map { row in
          var row = row
          row.product.thumbnail = nil
          return row
        })
      pagers.quit()
      // The market never answers.
      try await TestClock().sleep(for: .seconds(60))
    }
    await #expect(throws: TerminalError.closed(.output)) {
      try await Self.write(stream, in: session)
    }
    #expect(pagers.text.contains("Mug 1000"))
  }

  /// With and without a pager.
  @Test(arguments: [true, false])
  func `a list of any length shows its pictures piece by piece`(pages: Bool) async throws {
    let market = try await MarketWithPictures(listings: 1)
    market.world.pagers.use(.readsAll)
    let terminal = FakeTerminal(columns: 84, rows: 40)
    let gate = market.gate(
      { _, _ in true }, picture: { MarketWithPictures.answer(Self.gray(of: $0.target)) })
    let session = market.session(
      terminal, through: gate, .script, variables: pages ? Self.less : [:])
    for hasThumbnails in [true, false] {
      let presentation = ListingPresentation(
        layout: hasThumbnails ? .table : .grid, hasThumbnails: hasThumbnails)
      let stream = ListingStream(ListingPage(total: 1100, presentation: presentation)) { take in
        for start in [1, 501, 1001] { try await take(Self.rows(start...min(start + 499, 1100))) }
      }
      let before = (market.world.pagers.text + terminal.output).count
      try await Self.write(stream, in: session)
      let text = (market.world.pagers.text + terminal.output).dropFirst(before)
      #expect(text.ranges(of: "Mug ").count == 1100)
      guard !hasThumbnails else { continue }
      let screen = ScreenModel(showing: String(text), columns: 84, rows: pages ? nil : 40)
      #expect(screen.problems == [])
      let cards = screen.cards
      #expect(cards.count == (pages ? 1100 : 5))
      for (id, color) in cards {
        let gray = Self.gray(of: "/\(id)")
        #expect(color == .rgb(gray, gray, gray), "card \(id)")
      }
    }
  }

  /// A key press or Ctrl-C while a later piece is waiting for pictures.
  @Test(arguments: [("q", ExitCode.done), ("\u{3}", .interrupted)])
  func `a key press ends the waiting in a long list, and Ctrl-C ends the list`(
    key: String, code: ExitCode
  ) async throws {
    let market = try await MarketWithPictures(listings: 1)
    let terminal = FakeTerminal.open(columns: 84, rows: 40)
    let gate = market.gate { begun, waiting in
      if waiting == PictureQueue.maximumConcurrency { terminal.type(key) }
      return begun <= 30
    } picture: {
      MarketWithPictures.answer(Self.gray(of: $0.target))
    }
    let session = market.session(terminal, through: gate)
    let stream = ListingStream(
      ListingPage(total: 3000, presentation: ListingPresentation(layout: .grid))
    ) { take in
      for start in [1, 1001, 2001] {
        try await take(Self.rows(start...start + 999, ownPicture: true))
      }
    }
    do {
      try await Self.write(stream, in: session)
      #expect(code == .done)
    } catch {
      #expect(error is CancellationError && code == .interrupted)
    }
    #expect((30...36).contains(gate.begun.count))
    #expect(gate.underWay == 0 && gate.cancelled == PictureQueue.maximumConcurrency)
    #expect(!terminal.readsKeys)
    #expect(ScreenModel(showing: terminal.output, columns: 84, rows: 40).cursor.column == 0)
    let count = terminal.output.ranges(of: "Mug ").count
    #expect(code == .done ? count == 3000 : count < 100)
    // Three cards take five lines, because cards without pictures have no empty slots.
    let lines = terminal.output.split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(lines < 5 * 1000 + 15 * 12, "\(lines)")
  }

  private static func write(_ stream: ListingStream, in session: TestShell) async throws {
    try await session.interpreter.write(.listingStream(stream), session.context)
  }

  /// One of seven grays, so that each image is drawn once.
  private static func gray(of target: String) -> UInt8 {
    UInt8(60 + (Int(target.split(separator: "/").last ?? "") ?? 0) % 7 * 20)
  }

  private static func rows(_ ids: ClosedRange<Int>, ownPicture: Bool = false) -> [ListingRow] {
    ids.map { id in
      ListingRow(
        Product(
          id: id, vendor: Vendor(name: "Pines"), name: "Mug \(id)",
          thumbnail: "/pictures/\(ownPicture ? id : id % 7)"))
    }
  }
}
