import Digest
import MarketWire

/// A file of the shop window, which changes only with the program.
struct WindowFile {
  private let plain: HTTPResponse
  private let compressed: HTTPResponse
  private let tag: String

  init(_ mediaType: String, cacheControl: String, _ body: [UInt8]) {
    plain = HTTPResponse(
      status: 200, headers: [.contentType: mediaType, .cacheControl: cacheControl], body: body)
    compressed = ContentCoding.gzip.encoded(plain)
    tag = "\"\(Digest.hex(Digest.sha256(body).prefix(6)))\""
  }

  /// The file, or 304 if the client has it.
  func response(to request: HTTPRequest, coding: ContentCoding = .identity) -> HTTPResponse {
    var response = coding == .gzip ? compressed : plain
    if request.matchesETag(tag) { response = HTTPResponse(status: 304, headers: plain.headers) }
    response.headers[.eTag] = tag
    return response
  }

  /// Pages ask for the style with its version, so browsers may keep it.
  static let style = WindowFile(
    "text/css;charset=UTF-8", cacheControl: "public, max-age=31536000, immutable",
    Array(WindowStyle.text.utf8))

  static let icon = WindowFile(
    "image/vnd.microsoft.icon", cacheControl: "public, max-age=86400", WindowIcon.bytes)

  /// The icon on the home screen of a phone.
  static let touchIcon = WindowFile(
    "image/png", cacheControl: "public, max-age=86400", WindowIcon.png)

  /// What search engines may read: the pages, but no results of searches, and nothing of a market
  /// without pages.
  ///
  /// Pages that say `noindex` have to be read for it, so they are allowed, but have no site map.
  static func robots(hasShopWindow: Bool, isIndexed: Bool, base: BaseURL) -> WindowFile {
    let paths = hasShopWindow ? ["/api/", "/?q="] : ["/"]
    let map = hasShopWindow && isIndexed ? ["Sitemap: \(base.text)/sitemap.xml"] : []
    let rules = ["User-agent: *"] + paths.map { "Disallow: \(base.path)\($0)" } + map
    return WindowFile(
      "text/plain;charset=UTF-8", cacheControl: "public, max-age=86400",
      Array((rules.joined(separator: "\n") + "\n").utf8))
  }
}
