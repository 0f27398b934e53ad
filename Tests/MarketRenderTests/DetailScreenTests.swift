import MarketTestSupport
import MarketWire
import TerminalKit
import Testing

@testable import MarketRender

@Suite(.timeLimit(.minutes(60))) struct DetailScreenTests {
  @Test(arguments: 20...160)
  func `no line uses the last column or ends with a space, except URLs`(columns: Int) throws {
    for row in RenderSamples.difficult + [RenderSamples.detail.row] {
      var detail = ListingDetail(row, isOwn: true)
      // URLs are not cut, so that they can be copied.
      detail.pictures = .never
      let viewport = RenderSamples.viewport(columns: columns)
      let text = try Presenter(viewport: viewport).present(.detail(detail)).output.plain
      for line in text.split(separator: "\n") {
        #expect(DisplayWidth.of(line) < columns, "\(line)")
        #expect(line.last != " ", "\(line)")
      }
    }
  }

  @Test(arguments: [1, 2, 3, 5], [(60, 24), (80, 24), (80, 30), (140, 50)])
  func `the name stays on the screen with the pictures`(count: Int, window: (Int, Int)) throws {
    var detail = RenderSamples.detail
    detail.row.product.pictures = (1...count).map {
      ProductImage(id: $0, url: "http://a/\($0).png", thumbnailURL: nil)
    }
    var viewport = RenderSamples.viewport(columns: window.0)
    viewport.pictures = PictureSpace(windowRows: window.1)
    let screen = try Presenter(viewport: viewport).present(.detail(detail))
    #expect(screen.pictures.count == count)
    let lines = screen.output.plain.split(separator: "\n", omittingEmptySubsequences: false)
    // The last line is for the prompt.
    #expect(lines.count <= window.1 || (count, window.0) == (5, 60), "\(lines.count) rows")
    #expect(screen.pictures.allSatisfy { $0.columns >= 14 && $0.rows >= 5 })
    #expect(window.1 < 50 || screen.pictures[0].columns == min(40, (88 - 2 * (count - 1)) / count))
  }

  @Test func `selected fields are one per line`() throws {
    let presenter = Presenter(fields: ["id", "price"], viewport: RenderSamples.viewport())
    let text = try presenter.present(.detail(RenderSamples.detail))
    #expect(text.output.plain == "  id     236\n  price  ₩15,000\n")
  }
}
