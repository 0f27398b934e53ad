/// One listing in full, in windows of several widths.
import MarketTestSupport
import TerminalKit
import Testing

@testable import MarketRender

struct ProductSheetTests {
  @Test(arguments: 20...160)
  func `no line of words reaches the last column`(columns: Int) throws {
    for row in RenderSamples.difficult + [RenderSamples.detail.row] {
      var detail = ProductDetail(row, isOwn: true)
      // Addresses stay whole, so that they can be copied.
      detail.showsPictures = false
      let viewport = RenderSamples.viewport(columns: columns)
      let text = try Presenter(viewport: viewport).present(.detail(detail)).output.plain
      for line in text.split(separator: "\n") {
        #expect(DisplayWidth.of(line) < columns, "\(line)")
        #expect(line.last != " ", "\(line)")
      }
    }
  }

  @Test func `picked fields come one a line`() throws {
    let presenter = Presenter(fields: ["id", "price"], viewport: RenderSamples.viewport())
    let text = try presenter.present(.detail(RenderSamples.detail))
    #expect(text.output.plain == "  id     236\n  price  ₩15,000\n")
  }
}
