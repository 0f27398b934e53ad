/// Answers that change nothing: health, detail, pictures.
import MarketStore
import MarketWire

extension MarketService {
  func health() -> HTTPResponse {
    do {
      try store.read { try $0.check() }
      return CheckHealth.response(true)
    } catch {
      note(error)
      return CheckHealth.response(false)
    }
  }

  func show(_ id: Int, base: BaseURL) throws -> HTTPResponse {
    guard let product = try store.read({ try $0.product(id) }) else {
      throw ServiceRefusal.noSuchListing
    }
    return ShowProduct.response(shown(product, base: base))
  }

  /// A picture never changes under its name, so a client may keep it for good.
  func picture(_ path: PicturePath, _ request: HTTPRequest) throws -> HTTPResponse {
    guard let bytes = try shelf.read(path) else { throw ServiceRefusal.noSuchPath }
    let headers: HTTPHeaders = [
      .eTag: path.eTag, .cacheControl: "public, max-age=31536000, immutable",
    ]
    if request.matchesETag(path.eTag) {
      return HTTPResponse(status: 304, headers: headers)
    }
    var response = HTTPResponse(status: 200, headers: [.contentType: path.mediaType], body: bytes)
    for field in headers.fields { response.headers.add(field.name, field.value) }
    return response
  }
}
