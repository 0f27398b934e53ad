/// Which rows a list is asked for (API 1.3, 7).
import MarketStore
import MarketWire

/// A page of the list in the store's terms.
struct PageRequest {
  let list: ListProducts
  /// Rows before the page; a page beyond all numbers begins behind the last row.
  let offset: Int

  /// - Parameter knowsExtensions: whether filters and orders are looked at; the old market passed
  ///   over what it did not know.
  init(_ target: RequestTarget, knowsExtensions: Bool) throws(ServiceRefusal) {
    var target = target
    if !knowsExtensions { target.query.removeAll { !Self.plainItems.contains($0.name) } }
    do throws(RequestError) { list = try ListProducts(target: target) } catch {
      throw ServiceRefusal(error)
    }
    let (offset, overflow) = (list.pageNumber - 1)
      .multipliedReportingOverflow(by: list.itemsPerPage)
    self.offset = overflow ? .max : offset
  }

  /// The rows and their number.
  func page(_ reader: StoreReader) throws -> StoredPage {
    try reader.products(
      list.filter, sortedBy: list.sort, offset: offset, limit: list.itemsPerPage)
  }

  private static let plainItems: Set<String> = ["page_no", "items_per_page", "search_value"]
}
