package import MarketRender
package import MarketWire
package import SellerFiles
import TerminalKit

/// Finds the marks of listings: stars, notes, and what has changed since the last visit.
package struct ListingMarkReader: Sendable {
  package let entries: [Int: Notebook.Entry]
  /// nil before the first visit of a market.
  package let visit: Notebook.Visit?
  /// The listings as they were seen last before the visit.
  package let seen: [Int: ListingSnapshot]
  package let own: OwnShop?

  package init(
    entries: [Int: Notebook.Entry], visit: Notebook.Visit?, seen: [Int: ListingSnapshot],
    own: OwnShop?
  ) {
    self.entries = entries
    self.visit = visit
    self.seen = seen
    self.own = own
  }

  package func marks(of product: Product) -> ListingMarks {
    var marks = ListingMarks()
    if let entry = entries[product.id] {
      marks.isStarred = entry.starred != nil
      marks.rating = entry.rating
      marks.notes = entry.notes.map { .init(date: $0.written, text: $0.text, rating: $0.rating) }
    }
    marks.updates = updates(of: product)
    return marks
  }

  /// What has changed since the last visit. The seller's own new listings are no news.
  ///
  /// - Parameter hasChanged: whether the market says that the listing has changed; then it counts
  ///   as edited if it was never seen.
  package func updates(of product: Product, hasChanged: Bool = false) -> [ListingUpdate] {
    guard let visit, let end = visit.previousEnd else { return [] }
    if let old = seen[product.id] { return old.updates(to: ListingSnapshot(product)) }
    guard own?.owns(product) != true else { return [] }
    if isNew(product, since: end, visit) { return [.added] }
    return hasChanged ? [.edited] : []
  }

  /// Without the time of day, a listing is new if its id is higher than all seen before, too.
  private func isNew(_ product: Product, since end: WireDate, _ visit: Notebook.Visit) -> Bool {
    if let exact = product.createdAtExact { return exact > end }
    guard let day = product.createdAt else { return false }
    return product.id > visit.highestID && day.midnight >= end.midnight
  }
}
