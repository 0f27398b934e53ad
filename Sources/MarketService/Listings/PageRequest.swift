import MarketWire

/// A parsed request for a page of a list (API 1.3, 7.3).
struct PageRequest {
  let operation: ListProducts
  /// The number of rows before the page; an overflow becomes `Int.max`.
  let offset: Int

  /// Parses the query.
  ///
  /// - Parameter hasExtensions: whether filters and sorting are supported. The training server
  ///   ignored unknown parameters, and so does a market without extensions.
  init(_ target: RequestTarget, hasExtensions: Bool) throws(RequestError) {
    var target = target
    if !hasExtensions { target.query.removeAll { !Self.standardParameters.contains($0.name) } }
    self.init(try ListProducts(target: target))
  }

  init(_ operation: ListProducts) {
    self.operation = operation
    let (offset, overflow) = (operation.pageNumber - 1)
      .multipliedReportingOverflow(by: operation.itemsPerPage)
    self.offset = overflow ? .max : offset
  }

  /// Whether the page needs a search or a scan of many rows.
  ///
  /// A page of the plain list reads its own rows only. A sorted page reads the index up to its end.
  var isSlow: Bool {
    guard operation.filter == .all else { return true }
    return !operation.sort.isDefault && offset > Self.scanLimit - operation.itemsPerPage
  }

  /// The rows of an index that are read in less than a millisecond.
  private static let scanLimit = 5_000

  /// The listings of the page, and the number of all listings.
  func page(_ reader: any StoreReader) throws -> StoredPage {
    try reader.products(
      operation.filter, sortedBy: operation.sort, offset: offset, limit: operation.itemsPerPage)
  }

  private static let standardParameters: Set<String> = [
    "page_no", "items_per_page", "search_value",
  ]
}
