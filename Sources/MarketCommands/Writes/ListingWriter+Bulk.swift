package import MarketRender
import MarketWire
import OpenMarketClient
import SellerSession

extension ListingWriter {
  /// Writes one after the other. A fault that concerns one listing does not keep the others from
  /// being written; one that concerns all of them, an outcome that is not known and Ctrl-C end it
  /// when the write under way has ended.
  ///
  /// - Throws: the error itself where there is one listing, else ``BulkFailure``.
  package func each<Item: Sendable>(
    _ items: [Item], _ writes: BulkWrite<Item>
  ) async throws -> [ListingChange] {
    if items.count == 1 {
      return [
        try await session.activity.show("\(writes.verb.present) \(writes.product(items[0]).name)") {
          try await finishingInScripts { try await writes.write(items[0]) }
        }
      ]
    }
    let subject = "\(writes.verb.present) \(items.count) listings"
    return try await session.activity.show(subject, total: items.count) {
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
      verb: writes.verb.past, done: done, faults: faults, left: left,
      isInterrupted: !left.isEmpty && !isEnded, goOn: left.isEmpty ? nil : writes.goOn(left))
  }

  /// Whether the next listing would fail the same way, or nothing should be added to what is not
  /// known.
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
