import MarketTestSupport
import TerminalKit
import Testing

@testable import MarketRender

@Suite(.timeLimit(.minutes(60))) struct ListingTableTests {
  private func screen(_ columns: Int?, fields: [String]? = nil) throws -> RenderedOutput {
    let viewport = RenderSamples.viewport(columns: columns)
    return try Presenter(format: .table, fields: fields, viewport: viewport)
      .present(.listings(RenderSamples.listing()))
  }

  @Test(arguments: 20...160)
  func `no line uses the last column or ends with a space`(columns: Int) throws {
    for line in try screen(columns).output.plain.split(separator: "\n") {
      #expect(DisplayWidth.of(line) < columns, "\(line)")
      #expect(line.last != " ", "\(line)")
    }
  }

  @Test(arguments: 40...160)
  func `ids, prices and stock are never cut`(columns: Int) throws {
    let viewport = RenderSamples.viewport(columns: columns)
    for listing in [RenderSamples.ordinary, RenderSamples.listing()] {
      let text = try Presenter(viewport: viewport).present(.listings(listing)).output.plain
      let cells = ListingCells(viewport: viewport)
      for product in listing.rows.map(\.product) {
        for whole in [cells.price(product), cells.stock(product), cells.id(product)] {
          #expect(text.contains(whole.plain))
        }
      }
    }
  }

  @Test func `date, shop, code, old price and percentage are dropped in this order`() throws {
    var listing = RenderSamples.ordinary
    listing.rows[0].code = "MUG-01"
    var dropped: [String] = []
    var before = ["date", "shop", "code", "was", "off"]
    for columns in (40...160).reversed() {
      let viewport = RenderSamples.viewport(columns: columns)
      let text = try Presenter(viewport: viewport).present(.listings(listing)).output.plain
      let titles = text.split(separator: "\n")[1].split(separator: " ").map(String.init)
      #expect(titles.contains("name") && titles.contains("price") && titles.contains("stock"))
      let now = before.filter(titles.contains)
      dropped += before.filter { !now.contains($0) }
      before = now
    }
    #expect(dropped == ["date", "shop", "code", "was", "off"])
  }

  @Test(arguments: 1...19)
  func `a very narrow window gets listings as well`(columns: Int) throws {
    #expect(try !screen(columns).output.isEmpty)
  }

  @Test func `nothing is cut or dropped if stdout is not a terminal`() throws {
    let viewport = RenderSamples.viewport(isTerminal: false)
    let text = try Presenter(format: .table, viewport: viewport)
      .present(.listings(RenderSamples.listing())).output.plain
    #expect(text.contains("clay, fire and patience, twice"))
    #expect(!text.contains("…"))
    #expect(text.contains("2026-11-03"))
  }

  @Test func `selected fields are the columns in their order`() throws {
    let text = try screen(80, fields: ["price", "name", "id"]).output.markup
    Golden.expect(text, matches: "screens/list-fields-80.txt")
  }

  @Test func `a single page has no page number and no commands for other pages`() throws {
    let listing = ListingPage(
      rows: [RenderSamples.difficult[0]], page: 1, lastPage: 1, total: 1, own: RenderSamples.own)
    let text = try Presenter(viewport: RenderSamples.viewport()).present(.listings(listing))
    Golden.expect(text.output.markup, matches: "screens/list-one-80.txt")
  }

  @Test func `screen readers get labels at any width`() throws {
    let viewport = RenderSamples.viewport(columns: 100, usesScreenReader: true)
    let text = try Presenter(viewport: viewport).present(.listings(RenderSamples.listing()))
    #expect(text.output.plain.contains("name: Oak mug\n"))
    #expect(!text.output.plain.contains("─"))
  }
}
