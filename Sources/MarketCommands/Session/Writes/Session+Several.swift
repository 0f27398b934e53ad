/// Doing the same to many listings, one after the other, so that a stop loses nothing.
import CommandLanguage
import MarketRender
import MarketWire
import OpenMarketClient

/// Where a change of many ended early or not with all of them.
struct BulkFailure: Error {
  /// One listing that was not changed, or not wholly, and why.
  struct Fault: Sendable {
    let subject: String
    let text: ErrorText
  }

  /// In the past: `changed`, `removed`.
  let verb: String
  let done: [Change]
  let faults: [Fault]
  /// Ids of those that were not begun.
  let left: [Int]
  /// Whether Ctrl-C ended it.
  let isInterrupted: Bool
  /// The command that does what is left.
  let goOn: String?

  /// 7 beats 130; where nothing at all was done, the first fault tells.
  var exitCode: ExitCode {
    if faults.contains(where: { $0.text.exitCode == .outcomeUnknown }) { return .outcomeUnknown }
    if isInterrupted { return .interrupted }
    return done.isEmpty ? faults.first?.text.exitCode ?? .failed : .incomplete
  }

  /// `2 of 5 changed, 1 failed, 2 left: 14 15`.
  var summary: String {
    var parts = ["\(done.count) of \(done.count + faults.count + left.count) \(verb)"]
    if !faults.isEmpty { parts.append("\(faults.count) failed") }
    guard !left.isEmpty else { return parts.joined(separator: ", ") }
    let ids = ListingTarget.covering(left).prefix(20).map(\.description)
    let more = ids.count < ListingTarget.covering(left).count ? " …" : ""
    parts.append("\(left.count) left: \(ids.joined(separator: " "))\(more)")
    return parts.joined(separator: ", ")
  }
}

/// What is done to each of many listings.
struct BulkWrite<Item: Sendable>: Sendable {
  /// In the past and under way: `changed`, `changing`.
  let verb: (past: String, present: String)
  let product: @Sendable (Item) -> Product
  /// The command that does it to these listings.
  let goOn: @Sendable ([Int]) -> String?
  let write: @Sendable (Item) async throws -> Change
}

extension Session {
  /// Writes one after the other. A fault that concerns one listing does not keep the others from
  /// being written; one that concerns all of them, an outcome that is not known and Ctrl-C end it
  /// when the write under way has ended.
  ///
  /// - Throws: the error itself where there is one listing, else ``BulkFailure``.
  func each<Item: Sendable>(
    _ items: [Item], _ writes: BulkWrite<Item>
  ) async throws -> [Change] {
    if items.count == 1 {
      return [
        try await activity.show("\(writes.verb.present) \(writes.product(items[0]).name)") {
          try await finishingInScripts { try await writes.write(items[0]) }
        }
      ]
    }
    let subject = "\(writes.verb.present) \(items.count) listings"
    return try await activity.show(subject, total: items.count) {
      try await all(items, writes)
    }
  }

  private func all<Item: Sendable>(
    _ items: [Item], _ writes: BulkWrite<Item>
  ) async throws -> [Change] {
    var done: [Change] = []
    var faults: [BulkFailure.Fault] = []
    var begun = 0
    var isEnded = false
    for item in items where !isEnded && !Task.isCancelled {
      begun += 1
      do {
        done.append(try await finishing { try await writes.write(item) })
      } catch {
        let product = writes.product(item)
        let text = ErrorText(error, market: try? profile()) { _ in nil }
        faults.append(.init(subject: "\(product.id) \(product.name)", text: text))
        isEnded = Self.concernsAll(error)
      }
      activity.update(done: begun)
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
    case let error as SellerError: if case .donePartly = error { false } else { true }
    default: true
    }
  }
}

extension ListingTarget {
  /// Targets that stand for exactly these ids, in their order: neighbors that rise become a range.
  static func covering(_ ids: [Int]) -> [ListingTarget] {
    var runs: [ClosedRange<Int>] = []
    for id in ids {
      if let last = runs.last, last.upperBound + 1 == id {
        runs[runs.count - 1] = last.lowerBound...id
      } else {
        runs.append(id...id)
      }
    }
    return runs.flatMap { run -> [ListingTarget] in
      run.count < 3 ? run.map { .id($0) } : [.range(run)]
    }
  }
}
