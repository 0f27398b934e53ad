/// Which rows a list is asked for (API 1.3, 7).
import MarketStore
import MarketWire

/// A page of the list in the store's terms.
struct SearchRules {
  let list: ListProducts
  /// Rows before the page; a page beyond all numbers begins behind the last row.
  let offset: Int
  /// What names must hold, folded as the store folds; nil for all listings.
  let word: String?

  init(_ target: RequestTarget) throws(Refusal) {
    do throws(RequestProblem) { list = try ListProducts(target: target) } catch {
      throw Refusal(error)
    }
    let (offset, overflow) = (list.pageNumber - 1)
      .multipliedReportingOverflow(by: list.itemsPerPage)
    self.offset = overflow ? .max : offset
    word = list.searchValue.map(Folding.folded)
  }

  /// The rows and their number.
  func page(_ reader: StoreReader) throws -> StoredPage {
    if let word {
      return try reader.products(matching: word, offset: offset, limit: list.itemsPerPage)
    }
    return try reader.products(offset: offset, limit: list.itemsPerPage)
  }
}
