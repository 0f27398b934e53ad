package import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession

extension ListingWriter {
  /// Writes the listings one after the other.
  ///
  /// After an error that concerns one listing, the others are still written. An error that concerns
  /// all of them, an unknown outcome and Ctrl-C stop the batch after the current write.
  ///
  /// - Throws: The error itself if there is one listing, otherwise ``BulkFailure``.
  package func each<Item: Sendable>(
    _ items: [Item], _ writes: BulkWrite<Item>
  ) async throws -> [ListingChange] {
    if items.count == 1 {
      return [
        try await session.activity.show(writes.subject(writes.product(items[0]).name)) {
          try await finishingInScripts { try await writes.write(items[0]) }
        }
      ]
    }
    return try await session.activity.show(writes.subject(items.count), total: items.count) {
      try await all(items, writes)
    }
  }

  private func all<Item: Sendable>(
    _ items: [Item], _ writes: BulkWrite<Item>
  ) async throws -> [ListingChange] {
    var done: [ListingChange] = []
    var faults: [BulkFailure.Fault] = []
    var begun = 0
    var isEnded = false
    for item in items where !isEnded && !Task.isCancelled {
      begun += 1
      do {
        done.append(try await finishing { try await writes.write(item) })
      } catch {
        let product = writes.product(item)
        faults.append(.init(product: product, error: error))
        isEnded = Self.concernsAll(error)
      }
      session.activity.update(done: begun)
    }
    let left = items.dropFirst(begun).map { writes.product($0).id }
    if faults.isEmpty, left.isEmpty { return done }
    throw BulkFailure(
      action: writes.action, done: done, faults: faults, left: left,
      isInterrupted: !left.isEmpty && !isEnded,
      continuation: left.isEmpty ? nil : writes.continuation(left))
  }

  /// Returns whether the next listing would fail the same way, or must not be written after an
  /// unknown outcome.
  private static func concernsAll(_ error: any Error) -> Bool {
    switch error {
    case let error as ClientError:
      switch error.code {
      case .notFound, .forbidden, .invalid, .tooLarge, .refused, .marketFailed: false
      default: true
      }
    case is PartialChange: false
    default: true
    }
  }
}
