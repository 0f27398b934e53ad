/// Answers that change nothing: health, list, detail, pictures.
import Foundation
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

  func list(_ target: RequestTarget, base: BaseURL) throws -> HTTPResponse {
    let rules = try SearchRules(target)
    let page = try store.read(rules.page)
    return ListProducts.response(
      ProductPage(
        pageNumber: rules.list.pageNumber, itemsPerPage: rules.list.itemsPerPage,
        totalCount: page.totalCount, products: page.products.map { $0.product(base: base) }))
  }

  func show(_ id: Int, base: BaseURL) throws -> HTTPResponse {
    guard let product = try store.read({ try $0.product(id) }) else { throw Refusal.noSuchListing }
    return ShowProduct.response(product.product(base: base))
  }

  /// A picture never changes under its name, so a client may keep it for good.
  func picture(_ path: PicturePath, _ request: HTTPRequest) throws -> HTTPResponse {
    guard let bytes = try shelf.read(path) else { throw Refusal.noSuchPath }
    let headers: HTTPHeaders = [
      .eTag: path.eTag, .cacheControl: "public, max-age=31536000, immutable",
    ]
    let known = request.headers.all(.ifNoneMatch).flatMap { $0.split(separator: ",") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0 }
    if known.contains(path.eTag) || known == ["*"] {
      return HTTPResponse(status: 304, headers: headers)
    }
    var response = HTTPResponse(status: 200, headers: [.contentType: path.mediaType], body: bytes)
    for field in headers.fields { response.headers.add(field.name, field.value) }
    return response
  }
}
