import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketService

/// Shops, choices, and what programs read of the pages for buyers.
@Suite(.timeLimit(.minutes(60))) struct WindowPagesTests {
  private let market: TestMarket
  private let shop: NewAccount

  init() throws { (market, shop) = try TestMarket.withShop(name: "Oak & Söhne") }

  private func add(
    _ name: String, price: Decimal = 12_000, stock: Int = 5, discount: Decimal = 0,
    of account: NewAccount? = nil, pictures: [[UInt8]] = [TestPicture.jpeg]
  ) throws -> Product {
    let fields = ListingFields.mug {
      ($0.name, $0.price, $0.stock, $0.discount) = (name, price, stock, discount)
    }
    return try market.respond((account ?? shop).create(fields, pictures: pictures)).product
  }

  private func names(_ target: String) -> [String] {
    market.respond(.get(target)).text.matches(of: #/<h2 dir="auto"><a [^>]*>([^<]*)<\/a>/#)
      .map { String($0.1) }
  }

  @Test func `a shop has a page, to which its name leads`() throws {
    let other = try market.service.addAccount(name: "Pines")
    let id = try add("Oak mug").id
    _ = try add("Pine bowl", of: other)
    let listing = market.respond(.get("/listings/\(id)")).text
    #expect(listing.contains("<a href=\"/shops/Oak%20%26%20S%C3%B6hne\">Oak &amp; Söhne</a>"))
    let page = market.respond(.get("/shops/Oak%20%26%20S%C3%B6hne"))
    #expect(page.status == 200 && page.text.contains("<h1 dir=\"auto\">Oak &amp; Söhne</h1>"))
    #expect(names("/shops/Oak%20%26%20S%C3%B6hne") == ["Oak mug"])
    #expect(names("/shops/Pines") == ["Pine bowl"])
    for target in ["/shops/Unknown", "/shops/Unknown/tags"] {
      #expect(market.respond(.get(target)).status == 404)
    }
    try market.service.setAccount(name: "Pines", disabled: true, hides: true)
    #expect(market.respond(.get("/shops/Pines")).status == 404)
    #expect(market.respond(.get("/shops/Pines/feed.xml")).status == 404)
  }

  @Test func `a shop tells how to reach it, and nothing of it runs in a browser`() throws {
    let path = "/shops/Oak%20%26%20S%C3%B6hne"
    _ = try add("Mug")
    func tell(_ words: String, _ contact: String) throws -> HTTPResponse {
      let request = EditShop(words: words, contact: contact, credentials: shop.credentials)
      #expect(market.respond(request.request).status == 200)
      return market.respond(.get(path))
    }
    let first = market.respond(.get(path))
    #expect(!first.text.contains("Contact:"))
    let mail = try tell("Bowls <b>of oak</b>\nsince 1999", "oak@example.com")
    #expect(mail.headers[.eTag] != first.headers[.eTag])
    #expect(mail.text.contains("Bowls &lt;b&gt;of oak&lt;/b&gt;\nsince 1999"))
    #expect(
      mail.text.contains(
        "Contact: <a href=\"mailto:oak@example.com\" rel=\"nofollow ugc\">oak@example.com</a>"))
    #expect(
      try tell("", "https://open.kakao.com/o/oak?a=1&b").text.contains(
        "<a href=\"https://open.kakao.com/o/oak?a=1&amp;b\" rel=\"nofollow ugc\">"))
    for text in [
      "javascript:alert(1)", "data:text/html,x", "KakaoTalk: oak", "\"><script>x</script>",
      "a@b.c?bcc=all@d.e", "https://", " JavaScript:alert(1)@b.c",
    ] {
      let page = try tell("", text).text
      #expect(page.contains("Contact: <span dir=\"auto\">"), "\(text)")
      #expect(!page.contains("<script>"), "\(text)")
    }
  }

  @Test func `order, prices and stock are chosen, and each choice is an address`() throws {
    _ = try add("Cheap cup", price: 5_000)
    _ = try add("Dear bowl", price: 50_000, stock: 0)
    _ = try add("Mug", price: 12_000, discount: 6_000)
    #expect(names("/?sort=price") == ["Cheap cup", "Mug", "Dear bowl"])
    #expect(names("/?sort=-price") == ["Dear bowl", "Mug", "Cheap cup"])
    #expect(names("/?sort=-discount").first == "Mug")
    #expect(names("/?stock=1&sort=name") == ["Cheap cup", "Mug"])
    #expect(names("/?min=5500&max=20000") == ["Mug"])
    for price in ["5,500", "%E2%82%A95500", "5500%EC%9B%90", "5%20500", "05500.0"] {
      #expect(names("/?min=\(price)&max=20000") == ["Mug"], "\(price)")
    }
    #expect(names("/?currency=usd") == [])
    let none = market.respond(.get("/?min=90000"))
    #expect(none.status == 200 && none.text.contains("No listing fits these choices."))
    let page = market.respond(.get("/?sort=price&stock=1&view=grid&min=x&currency=q")).text
    #expect(page.contains("href=\"/?sort=price&amp;stock=1&amp;view=grid\" aria-current=\"true\""))
    #expect(page.contains("<option value=\"price\" selected>"))
    #expect(page.contains("<input type=\"hidden\" name=\"view\" value=\"grid\">"))
    let robots = market.respond(.get("/?sort=price")).headers["X-Robots-Tag"]
    #expect(robots == "noindex" && market.respond(.get("/")).headers["X-Robots-Tag"] == nil)
  }

  @Test func `a listing leads back to the list that it was opened from`() throws {
    for number in 1...21 { _ = try add("Mug \(number)") }
    let list = market.respond(.get("/?q=mug&page=2")).text
    #expect(list.contains("<a href=\"/listings/1?q=mug&amp;page=2\">"))
    let page = market.respond(.get("/listings/1?q=mug&page=2")).text
    #expect(page.contains("<a class=\"back\" href=\"/?q=mug&amp;page=2\">All listings</a>"))
    #expect(page.contains("<link rel=\"canonical\" href=\"http://market.local/listings/1\">"))
    let shop = market.respond(.get("/listings/1?page=2&shop=Oak%20%26%20S%C3%B6hne")).text
    #expect(shop.contains("href=\"/shops/Oak%20%26%20S%C3%B6hne?page=2\">All listings</a>"))
  }

  @Test func `pages of a long list have numbers`() throws {
    for number in 1...121 { _ = try add("Mug \(number)") }
    let page = market.respond(.get("/?page=6")).text
    for number in [1, 4, 5, 7] {
      let target = number == 1 ? "/" : "/?page=\(number)"
      #expect(page.contains("<li><a href=\"\(target)\">\(number)</a></li>"), "\(number)")
    }
    #expect(page.contains("<a href=\"/?page=6\" aria-current=\"page\">6</a>"))
    #expect(page.contains("<li>…</li>") && !page.contains("<li><a href=\"/?page=3\">"))
  }

  @Test func `a sold-out listing says so everywhere`() throws {
    let id = try add("Oak mug", stock: 0).id
    let page = market.respond(.get("/listings/\(id)")).text
    #expect(page.contains("<title>Sold out: Oak mug · Open Market</title>"))
    #expect(page.contains("property=\"og:title\" content=\"Sold out: Oak mug\""))
    #expect(page.contains("content=\"Sold out · ₩12,000 ·"))
    #expect(page.contains("<p class=\"badge\">Sold out</p>"))
    #expect(page.contains("<dd class=\"stock\">Sold out</dd>"))
    let ad = try #require(structure(page)["@graph"]?.arrayValue?.first?.objectValue)
    let offer = try #require(ad["offers"]?.objectValue)
    #expect(offer["availability"]?.stringValue == "https://schema.org/OutOfStock")
  }

  private func structure(_ page: String) throws -> JSONObject {
    let found = page.firstMatch(of: #/<script type="application\/ld\+json">([^<]*)<\/script>/#)
    let text = String(try #require(found).1)
    return try #require(try JSON(parsing: Array(text.utf8)).objectValue)
  }

  @Test func `search engines read the product, its offer and the way to it`() throws {
    let hostile = "</script><script>alert('1')</script> & \u{85}"
    let id = try add(hostile, discount: 2_000, pictures: [TestPicture.png, TestPicture.jpeg]).id
    let page = market.respond(.get("/listings/\(id)")).text
    #expect(page.components(separatedBy: "<script").count == 2)
    let graph = try #require(structure(page)["@graph"]?.arrayValue)
    let product = try #require(graph.first?.objectValue)
    #expect(product["@type"]?.stringValue == "Product")
    #expect(product["name"]?.stringValue == hostile.filter { $0 != "\u{85}" })
    #expect(product["image"]?.arrayValue?.count == 2)
    let offer = try #require(product["offers"]?.objectValue)
    #expect(offer["price"]?.decimalValue == 10_000)
    #expect(offer["priceCurrency"]?.stringValue == "KRW")
    #expect(offer["url"]?.stringValue == "http://market.local/listings/\(id)")
    let way = try #require(graph.last?.objectValue?["itemListElement"]?.arrayValue)
    #expect(way.compactMap { $0.objectValue?["position"]?.intValue } == [1, 2, 3])
    #expect(page.contains("property=\"og:image:width\" content=\"640\""))
    #expect(page.contains(" width=\"640\" height=\"400\""))
  }

  @Test func `other listings of the shop are offered, without this one`() throws {
    let first = try add("First").id
    for number in 1...6 { _ = try add("Mug \(number)") }
    let page = market.respond(.get("/listings/\(first)")).text
    #expect(page.contains("More of Oak &amp; Söhne"))
    #expect(names("/listings/\(first)") == ["Mug 1", "Mug 2", "Mug 3", "Mug 4"])
    #expect(names("/listings/5") == ["Mug 5", "Mug 6", "First", "Mug 1"])
    #expect(names("/listings/7") == ["First", "Mug 1", "Mug 2", "Mug 3"])
  }

  @Test func `a removed listing is gone, with a way on`() throws {
    let id = try add("Oak mug").id
    let path = try FindRemovalPath.decode(market.respond(shop.archived(id))).value
    _ = market.respond(shop.remove(path.revealed))
    let page = market.respond(.get("/listings/\(id)"))
    #expect(page.status == 410 && page.text.contains("This listing has been removed."))
    #expect(page.text.contains("<a class=\"back\" href=\"/\">All listings</a>"))
    #expect(page.headers["X-Robots-Tag"] == "noindex")
    #expect(market.respond(.get("/listings/\(id + 1)")).status == 404)
    #expect(market.respond(.get("/api/products/\(id)")).status == 404)
  }

  /// Whether each element of an XML file ends, in the right order.
  private func isWellFormed(_ text: String) -> Bool {
    var open: [String] = []
    for tag in text.matches(of: #/<(\/?)([\w:]+)[^>]*?(\/?)>/#) {
      if !tag.1.isEmpty {
        guard open.popLast() == String(tag.2) else { return false }
      } else if tag.3.isEmpty {
        open.append(String(tag.2))
      }
    }
    return open.isEmpty && text.hasPrefix("<?xml")
  }

  @Test func `feeds have the newest listings, and are not sent again`() throws {
    for number in 1...60 { _ = try add("Mug \(number) <b>&amp;") }
    for target in ["/atom.xml", "/shops/Oak%20%26%20S%C3%B6hne/atom.xml", "/atom.xml?q=mug"] {
      let feed = market.respond(.get(target))
      #expect(feed.status == 200, "\(target)")
      #expect(feed.headers[.contentType] == "application/atom+xml;charset=UTF-8")
      #expect(isWellFormed(feed.text))
      #expect(feed.text.components(separatedBy: "<entry>").count == 51)
      #expect(feed.text.contains("<title>Mug 60 &lt;b&gt;&amp;amp;</title>"))
      let tag = try #require(feed.headers[.eTag])
      #expect(market.respond(.get(target, headers: [.ifNoneMatch: tag])).status == 304)
    }
    #expect(market.respond(.get("/atom.xml?q=none")).text.contains("<entry>") == false)
    #expect(
      market.respond(.get("/")).text.contains("type=\"application/atom+xml\" href=\"/atom.xml\""))
  }

  @Test func `a feed has what became cheaper, and no character that XML does not have`() throws {
    let old = try add("Mug \u{FFFF}\u{FFFE}\u{FF21}").id
    for number in 1...60 { _ = try add("Bowl \(number)") }
    #expect(!market.respond(.get("/atom.xml")).text.contains("Mug"))
    market.clock.advance(seconds: 60)
    _ = market.respond(shop.edit(old, ListingFields(discount: 2_000)))
    for target in ["/atom.xml", "/shops/Oak%20%26%20S%C3%B6hne/atom.xml"] {
      let feed = market.respond(.get(target)).text
      let first = try #require(feed.components(separatedBy: "<entry>").dropFirst().first)
      #expect(first.contains("<title>Mug \u{FF21}</title>"), "\(first)")
      #expect(feed.components(separatedBy: "<entry>").count == 51)
    }
    #expect(!market.respond(.get("/atom.xml?q=bowl")).text.contains("Mug"))
  }

  @Test func `a catalog has the required attributes of each listing`() throws {
    _ = try add("Mug", discount: 2_000, pictures: [TestPicture.jpeg, TestPicture.png])
    _ = try add("Bowl", stock: 0)
    let feed = market.respond(.get("/shops/Oak%20%26%20S%C3%B6hne/feed.xml"))
    #expect(feed.status == 200 && isWellFormed(feed.text))
    let items = feed.text.components(separatedBy: "<item>").dropFirst()
    #expect(items.count == 2)
    let required = [
      "id", "title", "description", "link", "image_link", "availability", "price", "brand",
    ]
    for item in items {
      for name in required {
        #expect(item.contains("<g:\(name)>") && !item.contains("<g:\(name)><"))
      }
    }
    let mug = try #require(items.first)
    #expect(mug.contains("<g:price>12000 KRW</g:price>\n<g:sale_price>10000 KRW</g:sale_price>"))
    #expect(mug.contains("<g:availability>in_stock<") && mug.contains("<g:additional_image_link>"))
    #expect(items.last?.contains("<g:availability>out_of_stock<") == true)
  }

  @Test func `site maps name all pages`() throws {
    let id = try add("Mug").id
    let index = market.respond(.get("/sitemap.xml")).text
    #expect(isWellFormed(index) && index.contains("<loc>http://market.local/sitemaps/1.xml</loc>"))
    let map = market.respond(.get("/sitemaps/1.xml")).text
    #expect(isWellFormed(map) && map.contains("<loc>http://market.local/listings/\(id)</loc>"))
    #expect(map.contains("<loc>http://market.local/</loc>"))
    for target in ["/sitemaps/2.xml", "/sitemaps/0.xml", "/sitemaps/99999999999999999.xml"] {
      #expect(market.respond(.get(target)).status == 404, "\(target)")
    }
  }

  @Test func `price tags are a page to print`() throws {
    _ = try add("Mug", discount: 2_000)
    let page = market.respond(.get("/shops/Oak%20%26%20S%C3%B6hne/tags"))
    #expect(page.status == 200 && page.text.contains("<ul class=\"tags\">"))
    #expect(page.text.contains("<strong>₩10,000</strong>"))
    #expect(!page.text.contains("newest listings are on this sheet"))
  }

  @Test func `a sheet of tags and a part of a catalog say that there is more`() throws {
    let vendor = try #require(try market.service.store.read { try $0.vendor(named: shop.name) })
    let id = try add("Mug").id
    let mug = try #require(try market.service.store.read { try $0.product(id) })
    let rows = (1...WindowFeeds.fileLimit).map { number in
      StoredProduct(
        id: 1_000 + number, vendorID: vendor.id, vendorName: vendor.name, name: "Mug \(number)",
        description: mug.description, currency: mug.currency, price: mug.price,
        discount: mug.discount, stock: mug.stock, thumbnail: mug.thumbnail,
        createdAt: mug.createdAt, issuedAt: mug.issuedAt, removalID: "r\(number)", pictures: [])
    }
    try market.service.store.write { try $0.restore(rows) }
    let tags = market.respond(.get("/shops/Oak%20%26%20S%C3%B6hne/tags")).text
    #expect(tags.contains("Only the 500 newest listings are on this sheet."))
    #expect(tags.matches(of: /<h2 dir="auto">/).count == 500)
    let first = market.respond(.get("/shops/Oak%20%26%20S%C3%B6hne/feed.xml")).text
    #expect(
      first.contains(
        "<atom:link rel=\"next\" href=\"http://market.local/shops/Oak%20%26%20S%C3%B6hne/feed.xml?page=2\"/>"
      ))
    let second = market.respond(.get("/shops/Oak%20%26%20S%C3%B6hne/feed.xml?page=2"))
    #expect(second.status == 200 && !second.text.contains("rel=\"next\""))
  }

  @Test func `the market has a name, and may stay out of search engines`() throws {
    let market = try TestMarket {
      $0.site.name = "Class <4>"
      $0.site.isIndexed = false
    }
    let page = market.respond(.get("/"))
    #expect(page.text.contains("<title>Newest listings · Class &lt;4&gt;</title>"))
    #expect(page.text.contains(">Class &lt;4&gt;</a>"))
    #expect(page.headers["X-Robots-Tag"] == "noindex")
    let manifest = market.respond(.get("/manifest.webmanifest"))
    #expect(manifest.json["name"]?.stringValue == "Class <4>")
    #expect(market.respond(.get("/atom.xml")).headers["X-Robots-Tag"] == "noindex")
  }
}
