import Formatting
import MarketTestSupport
import TerminalKit
import Testing

@testable import MarketRender

@Suite(.timeLimit(.minutes(60))) struct ListingGridTests {
  private func screen(
    _ listing: ListingPage, columns: Int?, usesScreenReader: Bool = false,
    format: OutputFormat? = .grid
  ) throws -> String {
    let viewport = RenderSamples.viewport(
      columns: columns, isTerminal: columns != nil, usesScreenReader: usesScreenReader)
    return try Presenter(format: format, viewport: viewport).present(.listings(listing))
      .output.plain
  }

  @Test(arguments: 20...160)
  func `no line uses the last column or ends with a space`(columns: Int) throws {
    for listing in [RenderSamples.listing(), RenderSamples.ordinary] {
      for line in try screen(listing, columns: columns).split(separator: "\n") {
        #expect(DisplayWidth.of(line) < columns, "\(line)")
        #expect(line.last != " ", "\(line)")
      }
    }
  }

  @Test(arguments: 40...160)
  func `prices, stock and ids are never cut`(columns: Int) throws {
    let text = try screen(RenderSamples.listing(), columns: columns)
    for whole in [
      "₩1,234,567,890,123,456", "US$12.50", "1204 left", "US$99,999.995", "sold out", "1201 ",
    ] {
      #expect(text.contains(whole), "\(whole)")
    }
  }

  @Test(arguments: [(40, 1), (51, 1), (52, 2), (78, 2), (79, 3), (140, 5)])
  func `as many cards as fit are side by side`(columns: Int, cards: Int) throws {
    let lines = try screen(RenderSamples.ordinary, columns: columns).split(separator: "\n")
    #expect(lines[1].matches(of: /─+/).count == cards)
  }

  @Test func `the layout of the page applies if no format is given`() throws {
    var listing = RenderSamples.ordinary
    listing.presentation.layout = .grid
    let grid = try screen(listing, columns: 80, format: .grid)
    #expect(try screen(listing, columns: 80, format: nil) == grid)
    #expect(try screen(listing, columns: 80, format: .table) != grid)
    // Programs get rows with any layout.
    #expect(try screen(listing, columns: nil, format: nil).hasPrefix("240\t\tOak mug\t"))
  }

  @Test func `screen readers and narrow windows get labels`() throws {
    let listing = RenderSamples.ordinary
    for text in [
      try screen(listing, columns: 80, usesScreenReader: true), try screen(listing, columns: 39),
    ] {
      #expect(text.contains("name: Oak mug\n") && !text.contains("─"))
    }
  }

  @Test(arguments: 40...160)
  func `long amounts are never cut; an old price that does not fit is left out`(columns: Int)
    throws
  {
    let rows = [
      ListingRow(RenderSamples.longDiscount(1)), ListingRow(RenderSamples.longDiscount(2)),
      ListingRow(RenderSamples.product(3, "Mug", "12000", stock: .min)),
      ListingRow(RenderSamples.product(.min, "Mug", "12000", stock: .max)),
    ]
    let text = try screen(ListingPage(rows: rows), columns: columns)
    for line in text.split(separator: "\n") {
      #expect(DisplayWidth.of(line) < columns, "\(line)")
      #expect(line.last != " ", "\(line)")
    }
    #expect(text.matches(of: /₩1,000(?!,)/).count == 2, "\(text)")
    let old = RenderSamples.viewport().money.text(RenderSamples.longAmount)
    #expect(DisplayWidth.of(old) > 30)
    #expect(columns < 60 || text.contains(old), "\(text)")
  }

  @Test func `names are not cut if stdout is not a terminal`() throws {
    let text = try screen(RenderSamples.listing(), columns: nil)
    #expect(text.contains("twice") && !text.contains("…"))
  }

  @Test(
    arguments: [
      ("A word and anotherverylongwordthatgoesonandonandonandon", "anotherverylongwordthat…"),
      ("one two three four five six seven eight nine ten eleven", "six seven eight nine te…"),
      ("가나다라마바사아자차카타파하가나다라마바사아자차카타파하", "파하가나다라마바사아자…"),
    ])
  func `a long name is cut at the end of its second line`(
    name: String, second: String
  ) throws {
    let listing = ListingPage(rows: [ListingRow(RenderSamples.product(1, name, "1"))])
    let lines = try screen(listing, columns: 80).split(separator: "\n")
    #expect(lines[3] == second)
  }

  @Test func `cards have space for pictures if these are drawn`() {
    var viewport = RenderSamples.viewport(columns: 60)
    let plain = ListingGrid(page: RenderSamples.ordinary, viewport: viewport)
    viewport.pictures = PictureSpace(windowRows: 40)
    let illustrated = ListingGrid(page: RenderSamples.ordinary, viewport: viewport)
    #expect(illustrated.pictureLines == 11)
    let heights = [plain, illustrated].map {
      $0.cards(RenderSamples.ordinary.rows[...]).lines.count
    }
    #expect(heights[1] == heights[0] + 3 * 11)
    #expect(illustrated.cardWidth == plain.cardWidth && illustrated.perLine == plain.perLine)
  }
}
