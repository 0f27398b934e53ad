import MarketRender
package import MarketWire
import Synchronization

/// The listings and codes as they will be after the earlier lines of a file, while it is planned.
///
/// A listing that does not exist yet has a negative id: the number of the step that creates it.
package final class PlannedListings: Sendable {
  /// A listing in a dictionary, whose empty places would otherwise be as large as a listing.
  private final class Box: Sendable {
    let product: Product

    init(_ product: Product) { self.product = product }
  }

  private struct State {
    /// The listings as they will be; nil if they will be removed.
    var products: [Int: Box?] = [:]
    /// Rows of listings that were read ahead, as they are now.
    var rows: [Int: Box] = [:]
    /// Earlier versions of the listings that the file touches, for filters, except rows.
    var versions: [Product] = []
    /// The listings that will have a code; nil if it will be free.
    var holders: [String: Int?] = [:]
    var codes: [Int: String] = [:]
    /// Codes of lines with errors, which are not reported again.
    var unknownCodes: Set<String> = []
  }

  /// The name of a shop that does not exist yet.
  package static let newShop = ""

  private let state = Mutex(State())

  package init() {}

  /// Whether the file has planned any change so far.
  package var hasChanges: Bool { state.withLock { !$0.products.isEmpty } }

  /// Records a change; `after` is nil for a removal.
  package func record(_ before: Product?, _ after: Product?) {
    state.withLock { state in
      guard let id = (after ?? before)?.id else { return }
      let earlier = state.products.updateValue(after.map(Box.init), forKey: id)
      if let old = earlier??.product ?? (state.rows[id] == nil ? before : nil) {
        state.versions.append(old)
      }
    }
  }

  /// Keeps rows that were read ahead for later lines.
  package func record(rows: [Int: Product]) {
    state.withLock { $0.rows = rows.mapValues(Box.init) }
  }

  /// The row of a listing as it is now, without its description and pictures.
  package func row(_ id: Int) -> Product? { state.withLock { $0.rows[id]?.product } }

  /// Records that a listing gets a code, or loses it.
  package func record(code: String, of id: Int?) {
    state.withLock { state in
      let key = Folding.normalized(code)
      if let old = state.holders[key] ?? nil { state.codes[old] = nil }
      state.holders[key] = .some(id)
      state.unknownCodes.remove(key)
      if let id { state.codes[id] = code }
    }
  }

  package func record(unknownCode code: String) {
    _ = state.withLock { $0.unknownCodes.insert(Folding.normalized(code)) }
  }

  package func isUnknown(code: String) -> Bool {
    state.withLock { $0.unknownCodes.contains(Folding.normalized(code)) }
  }

  /// The listing as it will be; nil if the file does not touch it, `.some(nil)` if it will be removed.
  package func product(_ id: Int) -> Product?? {
    state.withLock { $0.products[id].map { $0?.product } }
  }

  /// The listing that will have a code; nil if the file does not touch it, `.some(nil)` if it is free.
  package func holder(ofCode code: String) -> Int?? {
    state.withLock { $0.holders[Folding.normalized(code)] }
  }

  package var codes: [Int: String] { state.withLock { $0.codes } }

  /// Listings as they will be, without those that will be removed.
  package func updated(_ products: [Product]) -> [Product] {
    state.withLock { state in
      state.products.isEmpty
        ? products : products.compactMap { state.products[$0.id].map { $0?.product } ?? .some($0) }
    }
  }

  /// Whether a filter finds any version of a listing that the file touches.
  package func touches(_ fits: (Product) -> Bool) -> Bool {
    state.withLock { state in
      state.versions.contains(where: fits)
        || state.products.contains { id, product in
          product.map { fits($0.product) } == true
            || state.rows[id].map { fits($0.product) } == true
        }
    }
  }
}
