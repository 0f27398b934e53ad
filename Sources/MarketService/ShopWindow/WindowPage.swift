import Digest
import MarketWire

/// What the operator says of the market on the pages for buyers.
public struct WindowSite: Hashable, Sendable {
  /// The name of the market; nil for `Open Market`.
  public var name: String?
  /// Whether search engines may show the pages.
  public var isIndexed = true
  /// Where buyers report a listing: an address of mail, or a URL; nil for no such link.
  public var reportAddress: String?
  /// The texts that the pages lead to.
  public var texts: [WindowText] = []

  public init() {}
}

/// The language of a page, and the address that its links start with.
struct WindowContext {
  let language: WindowLanguage
  let base: BaseURL
  let site: WindowSite

  init(_ request: HTTPRequest, base: BaseURL, site: WindowSite) {
    language = WindowLanguage(acceptedBy: request)
    self.base = base
    self.site = site
  }

  var texts: WindowTexts { WindowTexts(language: language) }

  /// The name of the market.
  var name: String { site.name ?? texts.market }

  /// The target of a link within the window.
  ///
  /// It has no host, so that a browser stays on the address that it has opened.
  func link(_ path: String) -> String { "\(base.path)/\(path)" }

  /// The target of a page of a list.
  func list(_ query: WindowQuery = WindowQuery()) -> String {
    link(query.shop.map(Self.path(ofShop:)) ?? "") + query.text
  }

  /// The target of the page of a listing.
  ///
  /// - Parameter query: the list that it is opened from, to which it leads back.
  func listing(_ id: Int, from query: WindowQuery = WindowQuery()) -> String {
    var query = query
    let shop = query.shop
    query.shop = nil
    var text = query.text
    if let shop { text += (text.isEmpty ? "?" : "&") + "shop=\(PercentEncoding.encode(shop))" }
    return link("listings/\(id)") + text
  }

  private static func path(ofShop name: String) -> String {
    "shops/\(PercentEncoding.encode(name))"
  }

  /// The target of a file about a shop, or about the market.
  func file(_ name: String, ofShop shop: String? = nil) -> String {
    link(shop.map { Self.path(ofShop: $0) + "/" } ?? "") + name
  }

  /// The feed of a list, as feed readers find it.
  func feeds(of query: WindowQuery) -> HTML {
    var plain = WindowQuery(shop: query.shop)
    plain.search = query.search
    let target = file("atom.xml", ofShop: query.shop) + plain.text
    return "<link rel=\"alternate\" type=\"application/atom+xml\" href=\"\(target)\">\n"
  }

  /// The text of the operator with a name: in the language of the page if there is one.
  func text(_ name: String) -> WindowText? {
    let named = site.texts.filter { $0.name == name }
    return named.first { $0.language == language.rawValue }
      ?? named.first { $0.language == nil } ?? named.first
  }

  /// The link by which a buyer reports a page to the operator; nil if there is none.
  func report(_ target: String) -> String? {
    guard let address = site.reportAddress else { return nil }
    let url = PercentEncoding.encode(base.origin + target)
    guard address.contains("://") else { return "mailto:\(address)?subject=\(url)" }
    return address + (address.contains("?") ? "&" : "?") + "listing=\(url)"
  }

  /// The entity tag of a page, which depends on the market's revision and on this context.
  func eTag(_ revision: Int, _ profile: ShopProfile = ShopProfile()) -> String {
    let parts =
      [
        base.text, WindowStyle.version, site.name ?? "", site.isIndexed ? "" : "hidden",
        site.reportAddress ?? "", profile.words, profile.contact,
      ] + site.texts.map(\.version)
    let hash = Digest.hex(Digest.sha256(parts.joined(separator: "\0")).prefix(6))
    return "\"\(revision)-\(language.rawValue)-\(hash)\""
  }
}

/// A page of the shop window: what is around its content, and what link previews show of it.
struct WindowPage {
  /// The picture of link previews.
  struct Preview {
    /// The path, without a leading slash.
    let path: String
    var size: PictureSizes.Size?
    /// What it shows.
    var text: String?
  }

  let title: String
  /// The text of link previews.
  let summary: String
  var picture: Preview?
  /// The target of the page without the list that it was opened from.
  let target: String
  var query = WindowQuery()
  /// The kind of the page in link previews.
  var kind = "website"
  /// Whether search engines may show it.
  var isIndexed = true
  /// What search engines read of it.
  var structure: JSON?
  var feeds: HTML = ""
  let content: HTML

  func response(in context: WindowContext, status: Int = 200) -> HTTPResponse {
    var headers = Self.headers
    headers.add("Content-Language", context.language.rawValue)
    if !(isIndexed && context.site.isIndexed) { headers.add("X-Robots-Tag", "noindex") }
    return HTTPResponse(status: status, headers: headers, body: html(context).bytes)
  }

  /// The page does not depend on who asks, only on the language.
  static let headers: HTTPHeaders = [
    .contentType: "text/html;charset=UTF-8",
    "Content-Security-Policy":
      "default-src 'none'; img-src 'self'; style-src 'self'; manifest-src 'self'; "
      + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    .vary: "Accept-Language", .cacheControl: "no-cache",
  ]

  private func html(_ context: WindowContext) -> HTML {
    let texts = context.texts
    return """
      <!doctype html>
      <html lang="\(context.language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title) · \(context.name)</title>
      \(preview(context))
      <link rel="canonical" href="\(context.base.origin + target)">
      \(feeds)<link rel="icon" href="\(context.link("favicon.ico"))">
      <link rel="apple-touch-icon" href="\(context.link("apple-touch-icon.png"))">
      <link rel="manifest" href="\(context.link("manifest.webmanifest"))">
      <link rel="stylesheet" href="\(context.link("shop.css"))?v=\(WindowStyle.version)">
      \(structured)</head>
      <body>
      <a class="skip" href="#content">\(texts.skip)</a>
      <header class="top">
      <a class="brand" href="\(context.list(WindowQuery().layout(grid: query.isGrid)))">\(context.name)</a>
      \(searchForm(context))
      </header>
      <main id="content">
      \(content)
      </main>
      <footer>
      \(operatorLinks(context))<a href="\(context.link("api/products"))">\(texts.apps)</a>
      </footer>
      </body>
      </html>

      """
  }

  private func operatorLinks(_ context: WindowContext) -> HTML {
    let names = WindowText.names.filter { context.text($0) != nil }
    return HTML(
      joining: names.map { name in
        "<a href=\"\(context.link(name))\">\(context.texts.operatorText(name))</a> · "
      })
  }

  /// Data and no script: no character of it can end the element.
  private var structured: HTML {
    guard let structure else { return "" }
    return """
      <script type="application/ld+json">\(data: structure)</script>

      """
  }

  /// The description and the picture for search engines and link previews in chats, which need
  /// absolute URLs.
  private func preview(_ context: WindowContext) -> HTML {
    """
    <meta name="description" content="\(summary)">
    <meta property="og:type" content="\(kind)">
    <meta property="og:site_name" content="\(context.name)">
    <meta property="og:locale" content="\(context.language.locale)">
    <meta property="og:title" content="\(title)">
    <meta property="og:description" content="\(summary)">
    <meta property="og:url" content="\(context.base.origin + target)">
    \(image(context))<meta name="twitter:card" content="\(picture == nil ? "summary" : "summary_large_image")">
    """
  }

  private func image(_ context: WindowContext) -> HTML {
    guard let picture else { return "" }
    func property(_ name: HTML, _ value: String) -> HTML {
      "<meta property=\"og:image\(name)\" content=\"\(value)\">\n"
    }
    var lines = [property("", context.base.url(picture.path))]
    if let size = picture.size {
      lines += [property(":width", "\(size.width)"), property(":height", "\(size.height)")]
    }
    if let text = picture.text { lines.append(property(":alt", text)) }
    return HTML(joining: lines)
  }

  private func searchForm(_ context: WindowContext) -> HTML {
    let texts = context.texts
    let grid: HTML = query.isGrid ? "<input type=\"hidden\" name=\"view\" value=\"grid\">\n" : ""
    return """
      <form role="search" action="\(context.link(""))">
      <label class="hidden" for="q">\(texts.search)</label>
      <input id="q" name="q" type="search" value="\(query.search)" placeholder="\(texts.search)" maxlength="200">
      \(grid)<button>\(texts.searchButton)</button>
      </form>
      """
  }
}

extension WindowPage {
  /// The page for a refused request.
  static func refusal(_ refusal: ServiceRefusal, in context: WindowContext) -> HTTPResponse {
    let texts = context.texts
    let (title, hint) =
      switch refusal.status {
      case 410: (texts.gone, texts.goneHint)
      case 404: (texts.notFound, refusal == .noSuchPath ? texts.noPage : texts.notFoundHint)
      case 503: (texts.busy, texts.busyHint)
      default: (texts.failed, texts.failedHint)
      }
    var page = WindowPage(
      title: title, summary: hint, target: context.link(""),
      content: """
        <h1>\(title)</h1>
        <p>\(hint)</p>
        <p><a class="back" href="\(context.list())">\(texts.all)</a></p>
        """)
    page.isIndexed = false
    var response = page.response(in: context, status: refusal.status)
    response.facts.reason = refusal.message
    for field in refusal.headers.fields { response.headers.add(field.name, field.value) }
    return response
  }
}
