import Batches
package import Formatting
import Foundation
package import MarketRender
import MarketWire
package import Messages
import OpenMarketClient
package import SellerSession

/// Which listings of a shop exist at another market already: by their codes, otherwise by all values.
package struct CopyComparison: Sendable {
  /// A listing with a code that another one has there.
  package struct Difference: Sendable {
    let here: ListingRow
    let there: Product

    /// `12 @MUG-01 Oak mug, there → here: price ₩11,000 → ₩12,000`.
    package func message(_ money: MoneyText) -> Message {
      var after = here.product
      after.thumbnail = there.thumbnail
      var touched = ListingFields()
      touched.description = after.description
      var changes = EditPlan(there, sending: touched).differences(to: after, money)
      if there.pictures?.count != after.pictures?.count {
        changes.append(
          ListingChange.Difference(
            "number of photos", from: there.pictures.map { "\($0.count)" },
            to: after.pictures.map { "\($0.count)" }))
      }
      return """
        \(here.product.id) @\(here.code ?? "") \(here.product.name), there → here: \
        \(Message.list(changes.map(\.message)))
        """
    }
  }

  /// The listings to copy, in the order they were given.
  package private(set) var missing: [ListingRow] = []
  package private(set) var presentCount = 0
  package private(set) var differing: [Difference] = []

  /// - Parameters:
  ///   - rows: the listings in full, with their codes.
  ///   - context: that of the other market.
  package init(_ rows: [ListingRow], in context: CommandContext) async throws {
    let there = try await Self.ownListings(in: context)
    let known = Set(there.map(\.id))
    let holders = Dictionary(
      try context.market.recordedCodes().filter { known.contains($0.key) }.map {
        ($0.value, $0.key)
      },
      uniquingKeysWith: { first, _ in first })
    let byName = Dictionary(grouping: there) { Self.key($0.name) }
    let candidates = rows.map { row -> [Int] in
      if let code = row.code { return holders[code].map { [$0] } ?? [] }
      let content = Self.content(row.product)
      return (byName[Self.key(row.product.name)] ?? [])
        .filter { content.agrees(with: Self.content($0)) }.map(\.id)
    }
    let needed = Set(candidates.joined())
    let details = try await context.listings.details(of: there.filter { needed.contains($0.id) })
    let full = Dictionary(details.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var claimed: Set<Int> = []
    for (row, ids) in zip(rows, candidates) {
      let content = Self.content(row.product)
      let equal = ids.first { id in
        !claimed.contains(id) && full[id].map { content.agrees(with: Self.content($0)) } == true
      }
      if let equal {
        claimed.insert(equal)
        presentCount += 1
      } else if row.code != nil, let other = ids.first.flatMap({ full[$0] }) {
        differing.append(Difference(here: row, there: other))
      } else {
        missing.append(row)
      }
    }
  }

  /// The rows of the seller's listings; none if the seller has no shop there yet.
  private static func ownListings(in context: CommandContext) async throws -> [Product] {
    guard let own = try context.market.ownShop() else { return [] }
    var filter = ListQuery.Filter()
    filter.isMine = true
    let resolved = try await context.listings.resolved(filter)
    return try await context.activity.show("listings", isCounted: true) {
      var products: [Product] = []
      for try await reading in try await context.market.client().pages(
        resolved.request(perPage: 1000))
      {
        let page = try context.market.value(of: reading)
        products += page.products.filter { own.owns($0) && resolved.fits($0) }
        context.activity.update(done: products.count, total: page.totalCount)
      }
      return products
    }
  }

  private static func key(_ name: String) -> String {
    Folding.normalized(name).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The values to compare; the ids of photos differ in each market.
  private static func content(_ product: Product) -> ListingContent {
    var content = ListingContent(product)
    content.fields.thumbnailID = nil
    return content
  }
}
