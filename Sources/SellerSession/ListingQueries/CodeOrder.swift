import Foundation
import MarketWire

/// The order by the seller's own codes, which no market knows: `PEN-2` comes before `PEN-10`, and
/// listings without a code come last, in the order that they had.
package struct CodeOrder: Hashable, Sendable {
  package static let name = "code"

  package var isDescending: Bool

  package init(isDescending: Bool) {
    self.isDescending = isDescending
  }

  /// Parses `code` or `-code`; returns nil for any other text.
  package init?(text: String) {
    guard text == Self.name || text == "-\(Self.name)" else { return nil }
    self.init(isDescending: text.hasPrefix("-"))
  }

  /// Returns the items in this order.
  ///
  /// - Parameters:
  ///   - codes: the codes of listings by id.
  ///   - id: the listing of an item.
  package func sorted<Item>(
    _ items: [Item], codes: [Int: String], id: (Item) throws -> Int
  ) rethrows -> [Item] {
    var coded: [(code: String, index: Int)] = []
    var others: [Item] = []
    for (index, item) in items.enumerated() {
      if let code = codes[try id(item)] {
        coded.append((Folding.folded(code), index))
      } else {
        others.append(item)
      }
    }
    coded.sort { left, right in
      let (first, second) = isDescending ? (right, left) : (left, right)
      let result = first.code.compare(second.code, options: [.numeric, .literal])
      return result == .orderedSame ? left.index < right.index : result == .orderedAscending
    }
    return coded.map { items[$0.index] } + others
  }
}
