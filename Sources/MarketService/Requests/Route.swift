import MarketWire

/// The operation that a request asks for: one of the API operations, a picture, or a page for
/// buyers.
enum Route: Hashable {
  /// The page about the API, of a market without pages for buyers.
  case home
  case window(WindowPart, RequestTarget)
  case style
  case icon
  case touchIcon
  /// The description of the API.
  case description
  case robots
  case health
  case alive
  case list(RequestTarget)
  case create
  case show(Int)
  case edit(Int)
  case images(Int)
  case archived(Int)
  case remove(RemovalToken)
  case account
  case picture(PicturePath)

  /// Parses the target and selects the operation.
  ///
  /// - Throws: 404 for an unknown path, 405 for an unsupported method, 400 for a malformed target.
  init(
    _ request: HTTPRequest, hasShopWindow: Bool = true, hasExtensions: Bool = true
  ) throws(ServiceRefusal) {
    let target: RequestTarget
    do throws(RequestTargetError) { target = try RequestTarget(parsing: request.target) } catch {
      throw error == .malformed ? .badRequest("the request target is malformed") : .noSuchPath
    }
    // HEAD is supported wherever GET is (API 7.5).
    let method = request.method == .head ? .get : request.method
    let pages = Self.window(at: target, hasShopWindow)
    let routes = if let pages { pages } else { try Self.routes(at: target, hasExtensions) }
    guard let route = routes.first(where: { $0.method == method })?.route else {
      let allowed = routes.map(\.method.rawValue).flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }
      throw ServiceRefusal(
        405, "method not allowed: use \(allowed.joined(separator: ", "))",
        headers: [.allow: allowed.joined(separator: ", ")])
    }
    self = route
  }

  /// Whether the operation needs the header `identifier`.
  var needsIdentifier: Bool {
    switch self {
    case .create, .edit, .images, .archived, .remove, .account: true
    case .home, .window, .style, .icon, .touchIcon, .description, .robots, .health, .alive, .list,
      .show,
      .picture:
      false
    }
  }

  /// The listing that the path names, for the log.
  var listing: Int? {
    switch self {
    case .show(let id), .edit(let id), .images(let id), .archived(let id): id
    case .remove(let token): token.id
    case .window(.listing(let id), _): id
    default: nil
    }
  }

  /// Whether a browser shows the response, also that of a refusal.
  var isPage: Bool {
    switch self {
    case .home: true
    case .window(let part, _): part.isPage
    default: false
    }
  }

  /// Whether a client may get the response compressed.
  var isCompressible: Bool {
    switch self {
    case .home, .window, .style, .list, .show: true
    default: false
    }
  }

  /// The maximum size of the body in bytes (API 8.1).
  var bodyLimit: Int { isUpload ? 2 << 20 : 64 << 10 }

  /// Whether the body has pictures.
  var isUpload: Bool {
    switch self {
    case .create, .images: true
    default: false
    }
  }

  /// The path in the scope of idempotency keys, independent of how it was spelled.
  var canonicalPath: String {
    let products = "/" + MarketPath.products.joined(separator: "/")
    return switch self {
    case .edit(let id), .show(let id): "\(products)/\(id)"
    case .images(let id): "\(products)/\(id)/images"
    case .archived(let id): "\(products)/\(id)/archived"
    case .remove(let token): "\(products)/\(token.text)"
    case .create, .list: products
    case .account: "/" + MarketPath.account.joined(separator: "/")
    case .home, .window, .style, .icon, .touchIcon, .description, .robots, .health, .alive,
      .picture:
      "/"
    }
  }

  /// The id of a listing in decimal digits; nil if it is malformed or exceeds 64 bits.
  static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
  }

  /// The routes of `/`, `/robots.txt` and of the other pages for buyers; nil for another path.
  private static func window(
    at target: RequestTarget, _ hasShopWindow: Bool
  ) -> [(method: HTTPMethod, route: Route)]? {
    let path = target.path
    if path == ["robots.txt"] { return [(.get, .robots)] }
    guard hasShopWindow else { return path.isEmpty ? [(.get, .home)] : nil }
    if path == ["shop.css"] { return [(.get, .style)] }
    if path == ["favicon.ico"] { return [(.get, .icon)] }
    if path == ["apple-touch-icon.png"] { return [(.get, .touchIcon)] }
    return WindowPart(path).map { [(.get, .window($0, target))] }
  }

  private static func routes(
    at target: RequestTarget, _ hasExtensions: Bool
  ) throws(ServiceRefusal) -> [(method: HTTPMethod, route: Route)] {
    let path = target.path
    if path == MarketPath.health { return [(.get, .health)] }
    if path == MarketPath.alive { return [(.get, .alive)] }
    if path == MarketPath.products { return [(.get, .list(target)), (.post, .create)] }
    if path == ["api", "openapi.json"], hasExtensions { return [(.get, .description)] }
    if path == MarketPath.account, hasExtensions { return [(.patch, .account)] }
    if path.first == "pictures", let picture = PicturePath(components: path.dropFirst()) {
      return [(.get, .picture(picture))]
    }
    let rest = path.dropFirst(MarketPath.products.count)
    guard path.starts(with: MarketPath.products), let first = rest.first else { throw .noSuchPath }
    switch rest.count {
    case 1:
      if let id = number(first) { return [(.get, .show(id)), (.patch, .edit(id))] }
      if let token = RemovalToken(parsing: first) { return [(.delete, .remove(token))] }
    case 2:
      guard let id = number(first) else { break }
      if rest.last == "archived" { return [(.post, .archived(id))] }
      if rest.last == "images", hasExtensions { return [(.put, .images(id))] }
    default: break
    }
    throw .noSuchPath
  }
}
