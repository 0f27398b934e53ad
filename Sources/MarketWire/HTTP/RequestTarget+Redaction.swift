extension RequestTarget {
  /// Returns a target as it may be logged: without removal tokens and without the values of unknown
  /// query parameters.
  ///
  /// A client may send its secret in the query by mistake. The target need not be valid.
  public static func redacted(_ target: String) -> String {
    let bytes = target.utf8.prefix { $0 != UInt8(ascii: "#") }
    let path = bytes.prefix { $0 != UInt8(ascii: "?") }
    let shownPath = redactedPath(String(Substring(path)))
    guard path.endIndex < bytes.endIndex else { return shownPath }
    let query = Substring(bytes[path.endIndex...].dropFirst())
    let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item in
      let name = item.prefix { $0 != "=" }
      if item.isEmpty || knownParameters.contains(String(name)) { return String(item) }
      return name.count < item.count ? "\(name)=***" : "***"
    }
    return "\(shownPath)?\(items.joined(separator: "&"))"
  }

  /// The parameters of lists and of the pages for buyers; their values are no secrets.
  static let knownParameters: Set<String> = [
    "page_no", "items_per_page", "search_value", "changed_since", "summary", "sort", "min_price",
    "max_price", "currency", "vendor", "below", "since", "until", "in_stock", "sold_out",
    "discounted", "q", "page", "view",
  ]

  private static let productsLength = MarketPath.products.reduce(0) { $0 + $1.utf8.count + 1 }

  /// The path with `***` for what follows the path of listings, unless that is an id.
  ///
  /// The token of a removal path removes a listing without the secret.
  private static func redactedPath(_ path: String) -> String {
    // Removal paths are longer than the path of listings.
    guard path.utf8.count > productsLength else { return path }
    let written = path.split(separator: "/", omittingEmptySubsequences: false)
    let parts = written.map { PercentEncoding.decode($0) ?? String($0) }
    let products = MarketPath.products.map { String($0) }
    for index in parts.indices where !parts[index].isEmpty {
      guard parts[..<index].filter({ !$0.isEmpty }).suffix(products.count) == products[...] else {
        continue
      }
      let isID = parts[index].utf8.allSatisfy { (48...57).contains($0) }
      return isID ? path : written[..<index].joined(separator: "/") + "/***"
    }
    // What looks like a token is none to be shown behind another path, either.
    let token = parts.firstIndex { part in
      part.utf8.count >= 48 && part.utf8.allSatisfy { $0.isAlphanumeric || "+=".utf8.contains($0) }
    }
    return token.map { written[..<$0].joined(separator: "/") + "/***" } ?? path
  }
}
