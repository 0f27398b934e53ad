/// One listing in full, in windows of several widths.
import MarketTestSupport
import TerminalKit
import Testing

@testable import MarketRender

struct ProductSheetTests {
  @Test(arguments: [39, 60, 140])
  func `a listing in full looks as recorded`(columns: Int) throws {
    let viewport = RenderSamples.viewport(columns: columns)
    let text = try Presenter(viewport: viewport).present(.detail(RenderSamples.detail))
    Golden.expect(text.output.markup, matches: "screens/detail-\(columns).txt")
  }

  @Test func `pictures are links where the terminal has them`() throws {
    let viewport = RenderSamples.viewport(locale: "en_US", hyperlinks: true)
    let text = try Presenter(viewport: viewport).present(.detail(RenderSamples.detail))
    Golden.expect(text.output.markup, matches: "screens/detail-links-80.txt")
  }

  @Test func `a listing with hardly anything is shown with dashes`() throws {
    let detail = ProductDetail(RenderSamples.difficult[5])
    let text = try Presenter(viewport: RenderSamples.viewport()).present(.detail(detail))
    Golden.expect(text.output.markup, matches: "screens/detail-bare-80.txt")
  }

  @Test func `picked fields come one a line`() throws {
    let presenter = Presenter(fields: ["id", "price"], viewport: RenderSamples.viewport())
    let text = try presenter.present(.detail(RenderSamples.detail))
    #expect(text.output.plain == "  id     236\n  price  ₩15,000\n")
  }
}
