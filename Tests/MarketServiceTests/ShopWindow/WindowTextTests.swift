import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketService

/// The texts of the operator.
@Suite(.timeLimit(.minutes(60))) struct WindowTextTests {
  @Test func `texts of the operator are pages, in the language of the buyer`() throws {
    let market = try TestMarket {
      $0.site.texts = [
        WindowText(name: "about", language: nil, markdown: "# Class 4\n\nWe sell *pots*."),
        WindowText(name: "about", language: "ko", markdown: "# 4반 장터\n"),
        WindowText(name: "rules", language: nil, markdown: "- be kind\n"),
      ]
    }
    let about = market.respond(.get("/about"))
    #expect(about.status == 200)
    #expect(about.text.contains("<h1>Class 4</h1>\n<p>We sell <em>pots</em>.</p>"))
    let korean = market.respond(.get("/about", headers: ["Accept-Language": "ko"]))
    #expect(korean.text.contains("<h1>4반 장터</h1>"))
    let home = market.respond(.get("/")).text
    #expect(home.contains("<a href=\"/about\">About</a> · <a href=\"/rules\">Rules</a>"))
    #expect(!home.contains("/privacy") && market.respond(.get("/privacy")).status == 404)
    #expect(try TestMarket().respond(.get("/about")).status == 404)
    let tag = try #require(about.headers[.eTag])
    #expect(market.respond(.get("/about", headers: [.ifNoneMatch: tag])).status == 304)
  }

  @Test func `nothing of a text runs in a browser`() throws {
    let hostile = """
      <script>alert(1)</script> [x](javascript:alert(1)) ![y](data:text/html,x)
      <img src=x onerror=alert(1)>

      <iframe src="https://evil.example"></iframe>
      """
    let market = try TestMarket {
      $0.site.texts = [WindowText(name: "about", language: nil, markdown: hostile)]
    }
    let page = market.respond(.get("/about")).text
    for word in ["<script", "javascript:", "onerror", "<iframe", "data:text"] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test func `a listing is reported to the operator`() throws {
    let cases = [
      ("help@market.example", "mailto:help@market.example?subject=http%3A%2F%2F"),
      ("https://market.example/report?a=1", "https://market.example/report?a=1&amp;listing=http"),
    ]
    for (address, link) in cases {
      let (market, shop) = try TestMarket.withShop { $0.site.reportAddress = address }
      let id = try market.respond(shop.create()).product.id
      let page = market.respond(.get("/listings/\(id)")).text
      #expect(page.contains("<a href=\"\(link)") && page.contains(">Report this listing</a>"))
    }
    let (plain, shop) = try TestMarket.withShop()
    let id = try plain.respond(shop.create()).product.id
    #expect(!plain.respond(.get("/listings/\(id)")).text.contains("Report"))
  }

  @Test(arguments: [
    ("help@market.example", true), ("https://market.example/report", true), ("market", false),
    ("javascript:alert(1)", false), ("javascript://x", false), ("a@b@c", false), ("@b", false),
    ("a@b?subject=x", false), ("a b@c", false),
  ])
  func `a report goes to a mail address or a URL`(address: String, isAddress: Bool) {
    #expect(WindowText.isReportAddress(address) == isAddress)
  }
}
