import Foundation
import MarketWire

/// Feeds and site maps: the same listings in the formats that programs read.
struct WindowFeeds {
  let context: WindowContext

  /// The listings in a feed of news.
  static let newsLimit = 50
  /// The last changes of a market that are looked at for lower prices.
  static let changesLimit = 500
  /// The listings in one file for a catalog, and the pages in one site map.
  static let fileLimit = 5_000

  /// Listings in Atom (RFC 4287), those that have changed last first.
  ///
  /// - Parameter found: what is news, in any order; some may be there twice.
  func atom(_ found: [StoredProduct], of query: WindowQuery) -> HTTPResponse {
    let known = Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let products = known.values.sorted { ($0.issuedAt, $0.id) > ($1.issuedAt, $1.id) }
      .prefix(Self.newsLimit)
    let own = url(context.file("atom.xml", ofShop: query.shop) + query.text)
    let title = query.shop.map { "\($0) · \(context.name)" } ?? context.name
    let changed = products.map(\.issuedAt).max() ?? WireDate(milliseconds: 0)
    return file(
      "application/atom+xml",
      """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(context.language.rawValue)">
      <title>\(query.search.isEmpty ? title : "\(title): \(query.search)")</title>
      <id>\(own)</id>
      <link rel="self" href="\(own)"/>
      <link href="\(url(context.list(query)))"/>
      <updated>\(changed.exactText)</updated>
      \(products.map(entry))</feed>

      """)
  }

  private func entry(_ product: StoredProduct) -> HTML {
    let values = WindowValues(product: product, context: context)
    let target = url(context.listing(product.id))
    return """
      <entry>
      <title>\(values.name)</title>
      <id>\(target)</id>
      <link href="\(target)"/>
      <author><name>\(product.vendorName)</name></author>
      <published>\(product.createdAt.exactText)</published>
      <updated>\(product.issuedAt.exactText)</updated>
      <summary>\(values.summary)</summary>
      </entry>

      """
  }

  /// The listings of a shop as Google Merchant Center and Meta read them: RSS 2.0 with the attributes
  /// of a product data specification.
  ///
  /// - Parameter page: the number of this part; a shop with more listings has a link to the next.
  func merchant(_ products: [StoredProduct], ofShop shop: String, page: Int) -> HTTPResponse {
    let next = "\(context.file("feed.xml", ofShop: shop))?page=\(page + 1)"
    let more: HTML =
      products.count < Self.fileLimit ? "" : "<atom:link rel=\"next\" href=\"\(url(next))\"/>\n"
    return file(
      "application/xml",
      """
      <?xml version="1.0" encoding="utf-8"?>
      <rss version="2.0" xmlns:g="http://base.google.com/ns/1.0" xmlns:atom="http://www.w3.org/2005/Atom">
      <channel>
      <title>\(shop) · \(context.name)</title>
      <link>\(url(context.list(WindowQuery(shop: shop))))</link>
      <description>\(context.texts.moreOf(shop))</description>
      \(more)\(products.filter { !$0.pictures.isEmpty }.map(item))</channel>
      </rss>

      """)
  }

  private func item(_ product: StoredProduct) -> HTML {
    let values = WindowValues(product: product, context: context)
    let text = WindowValues.shortened(product.description ?? "", to: 4_900)
    let pictures = product.pictures.map { context.base.url($0.origin) }
    let more = pictures.dropFirst().map { picture -> HTML in
      "<g:additional_image_link>\(picture)</g:additional_image_link>\n"
    }
    let sale: HTML =
      product.discount > 0
      ? "<g:sale_price>\(amount(product.price - product.discount, product))</g:sale_price>\n" : ""
    return """
      <item>
      <g:id>\(product.id)</g:id>
      <g:title>\(WindowValues.shortened(values.name, to: 140))</g:title>
      <g:description>\(text.isEmpty ? values.name : text)</g:description>
      <g:link>\(url(context.listing(product.id)))</g:link>
      <g:image_link>\(pictures.first ?? "")</g:image_link>
      \(more)<g:availability>\(values.isSoldOut ? "out_of_stock" : "in_stock")</g:availability>
      <g:price>\(amount(product.price, product))</g:price>
      \(sale)<g:brand>\(WindowValues.shortened(product.vendorName, to: 70))</g:brand>
      <g:identifier_exists>no</g:identifier_exists>
      </item>

      """
  }

  /// `12000 KRW`: digits, and the code of the currency.
  private func amount(_ tenThousandths: Int64, _ product: StoredProduct) -> String {
    "\(Decimal(tenThousandths: tenThousandths)) \(product.currency)"
  }

  /// The site maps of a market with a number of listings (sitemaps.org).
  func siteMapIndex(listings count: Int) -> HTTPResponse {
    let last = max(1, (count + Self.fileLimit - 1) / Self.fileLimit)
    let maps = (1...last).map { number -> HTML in
      "<sitemap><loc>\(url(context.link("sitemaps/\(number).xml")))</loc></sitemap>\n"
    }
    return file(
      "application/xml",
      """
      <?xml version="1.0" encoding="utf-8"?>
      <sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      \(maps)</sitemapindex>

      """)
  }

  /// A site map with a part of the listings; the first one has the list, too.
  func siteMap(_ products: [StoredProduct], number: Int) -> HTTPResponse {
    let home: HTML = number == 1 ? "<url><loc>\(url(context.list()))</loc></url>\n" : ""
    let pages = products.map { product -> HTML in
      """
      <url><loc>\(url(context.listing(product.id)))</loc><lastmod>\(product.issuedAt.dayText)</lastmod></url>

      """
    }
    return file(
      "application/xml",
      """
      <?xml version="1.0" encoding="utf-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      \(home)\(pages)</urlset>

      """)
  }

  /// The name and the icon of the pages on the home screen of a phone.
  func manifest() -> HTTPResponse {
    let icon: JSONObject = [
      "src": .string(context.link("apple-touch-icon.png")), "sizes": .string("180x180"),
      "type": .string("image/png"),
    ]
    let manifest: JSONObject = [
      "name": .string(context.name), "short_name": .string(context.name),
      "lang": .string(context.language.rawValue), "start_url": .string(context.link("")),
      "display": .string("browser"), "icons": .array([.object(icon)]),
    ]
    return HTTPResponse(
      status: 200,
      headers: [
        .contentType: "application/manifest+json", .vary: "Accept-Language",
        .cacheControl: "public, max-age=86400",
      ],
      body: JSON.object(manifest).bytes())
  }

  private func url(_ target: String) -> String { context.base.origin + target }

  /// The header fields of all files, also without a body.
  var headers: HTTPHeaders {
    var headers: HTTPHeaders = [.vary: "Accept-Language", .cacheControl: "no-cache"]
    if !context.site.isIndexed { headers.add("X-Robots-Tag", "noindex") }
    return headers
  }

  private func file(_ mediaType: String, _ content: HTML) -> HTTPResponse {
    var headers = headers
    headers[.contentType] = "\(mediaType);charset=UTF-8"
    return HTTPResponse(status: 200, headers: headers, body: content.bytes)
  }
}

/// A sheet of price tags of a shop, to print and cut.
struct WindowTags {
  /// The tags on a sheet.
  static let limit = 500

  let shop: String
  /// The newest listings; one more than the sheet has, if there are more.
  let products: [StoredProduct]

  func response(in context: WindowContext) -> HTTPResponse {
    let tags = products.prefix(Self.limit).map { product -> HTML in
      let values = WindowValues(product: product, context: context)
      return """
        <li>
        <h2 dir="auto">\(WindowValues.shortened(values.name, to: 80))</h2>
        <p class="price">\(values.priceLine)</p>
        <p class="about">\(WindowValues.shortened(shop, to: 40)) · \(product.id)</p>
        </li>

        """
    }
    let query = WindowQuery(shop: shop)
    let hint: HTML =
      products.count > Self.limit
      ? "<p class=\"screen\">\(context.texts.firstTags(Self.limit))</p>\n" : ""
    var page = WindowPage(
      title: "\(context.texts.tags) · \(WindowValues.shortened(shop, to: 100))",
      summary: context.texts.tags, target: context.file("tags", ofShop: shop),
      content: """
        <p class="screen"><a class="back" href="\(context.list(query))">\(context.texts.allOfShop)</a></p>
        <h1 class="screen" dir="auto">\(context.texts.tags) · \(WindowValues.shortened(shop, to: 100))</h1>
        \(hint)<ul class="tags">
        \(tags)</ul>
        """)
    page.isIndexed = false
    return page.response(in: context)
  }
}
