import Digest
import MarketWire

/// The language of a page, and the address that its links start with.
struct WindowContext {
  let language: WindowLanguage
  let base: BaseURL

  init(_ request: HTTPRequest, base: BaseURL) {
    language = WindowLanguage(acceptedBy: request)
    self.base = base
  }

  var texts: WindowTexts { WindowTexts(language: language) }

  /// The target of a link within the window.
  ///
  /// It has no host, so that a browser stays on the address that it has opened.
  func link(_ path: String) -> String { "\(base.path)/\(path)" }

  /// The target of a page of the list.
  func list(search: String = "", isGrid: Bool = false, page: Int = 1) -> String {
    var items: [String] = []
    if !search.isEmpty { items.append("q=\(PercentEncoding.encode(search))") }
    if isGrid { items.append("view=grid") }
    if page > 1 { items.append("page=\(page)") }
    return link(items.isEmpty ? "" : "?\(items.joined(separator: "&"))")
  }

  func listing(_ id: Int) -> String { link("listings/\(id)") }

  /// The entity tag of a page, which depends on the market's revision and on this context.
  func eTag(_ revision: Int) -> String {
    let hash = Digest.hex(Digest.sha256(base.text + WindowStyle.version).prefix(6))
    return "\"\(revision)-\(language.rawValue)-\(hash)\""
  }
}

/// A page of the shop window: what is around its content, and what link previews show of it.
struct WindowPage {
  let title: String
  /// The text of link previews.
  let summary: String
  /// The path of the picture of link previews, without a leading slash.
  var picture: String?
  /// The target of the page.
  let target: String
  var search = ""
  var isGrid = false
  let content: HTML

  func response(in context: WindowContext, status: Int = 200) -> HTTPResponse {
    var headers = Self.headers
    headers.add("Content-Language", context.language.rawValue)
    return HTTPResponse(status: status, headers: headers, body: html(context).bytes)
  }

  /// The page does not depend on who asks, only on the language.
  static let headers: HTTPHeaders = [
    .contentType: "text/html;charset=UTF-8",
    "Content-Security-Policy":
      "default-src 'none'; img-src 'self'; style-src 'self'; form-action 'self'; "
      + "base-uri 'none'; frame-ancestors 'none'",
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
      <title>\(title) · \(texts.market)</title>
      \(preview(context))
      <link rel="icon" href="\(context.link("favicon.ico"))">
      <link rel="stylesheet" href="\(context.link("shop.css"))?v=\(WindowStyle.version)">
      </head>
      <body>
      <a class="skip" href="#content">\(texts.skip)</a>
      <header class="top">
      <a class="brand" href="\(context.list(isGrid: isGrid))">\(texts.market)</a>
      \(searchForm(context))
      </header>
      <main id="content">
      \(content)
      </main>
      <footer><a href="\(context.link("api/products"))">\(texts.apps)</a></footer>
      </body>
      </html>

      """
  }

  /// The description and the picture for search engines and link previews in chats, which need
  /// absolute URLs.
  private func preview(_ context: WindowContext) -> HTML {
    let image: HTML =
      picture.map { "<meta property=\"og:image\" content=\"\(context.base.url($0))\">\n" } ?? ""
    return """
      <meta name="description" content="\(summary)">
      <meta property="og:type" content="website">
      <meta property="og:site_name" content="\(context.texts.market)">
      <meta property="og:locale" content="\(context.language.locale)">
      <meta property="og:title" content="\(title)">
      <meta property="og:description" content="\(summary)">
      <meta property="og:url" content="\(context.base.origin + target)">
      \(image)<meta name="twitter:card" content="\(picture == nil ? "summary" : "summary_large_image")">
      """
  }

  private func searchForm(_ context: WindowContext) -> HTML {
    let texts = context.texts
    let grid: HTML = isGrid ? "<input type=\"hidden\" name=\"view\" value=\"grid\">\n" : ""
    return """
      <form role="search" action="\(context.link(""))">
      <label class="hidden" for="q">\(texts.search)</label>
      <input id="q" name="q" type="search" value="\(search)" placeholder="\(texts.search)" maxlength="200">
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
      case 404: (texts.notFound, refusal == .noSuchPath ? texts.noPage : texts.notFoundHint)
      case 503: (texts.busy, texts.busyHint)
      default: (texts.failed, texts.failedHint)
      }
    let page = WindowPage(
      title: title, summary: hint, target: context.link(""),
      content: """
        <h1>\(title)</h1>
        <p>\(hint)</p>
        <p><a class="back" href="\(context.list())">\(texts.all)</a></p>
        """)
    var response = page.response(in: context, status: refusal.status)
    response.facts.reason = refusal.message
    for field in refusal.headers.fields { response.headers.add(field.name, field.value) }
    return response
  }
}
