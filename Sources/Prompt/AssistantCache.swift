import Foundation
import Synchronization

/// Results that one line of the prompt needs for several keys.
final class AssistantCache: Sendable {
  /// Completion items that are the same for each key.
  enum ItemList: Hashable, Sendable {
    case listings
    case ownListings
    /// Codes with `@`.
    case targets
    /// Codes without `@`.
    case codes
    case shops
    case currencies
  }

  private struct State {
    var fileExists: [String: Bool] = [:]
    var isHintable: [String: Bool] = [:]
    var useCounts: [String: Int]?
    var priceWidth: Int?
    var items: [ItemList: [CompletionItem]] = [:]
  }

  /// The most paths and the most lines that are cached, so that pasted text cannot fill the memory.
  private static let capacity = 1000

  private let state = Mutex(State())

  /// Whether a file or folder exists; nil if that is not cached and no lookup is left.
  ///
  /// - Parameter lookups: the calls of `stat` that are left for this key.
  func fileExists(_ path: String, lookups: inout Int) -> Bool? {
    if let cached = state.withLock({ $0.fileExists[path] }) { return cached }
    guard lookups > 0 else { return nil }
    lookups -= 1
    var status = stat()
    let exists = stat(path, &status) == 0
    state.withLock { state in
      if state.fileExists.count >= Self.capacity { state.fileExists = [:] }
      state.fileExists[path] = exists
    }
    return exists
  }

  func isHintable(_ line: String) -> Bool? { state.withLock { $0.isHintable[line] } }

  func setHintable(_ isHintable: Bool, for line: String) {
    state.withLock { state in
      if state.isHintable.count >= Self.capacity { state.isHintable = [:] }
      state.isHintable[line] = isHintable
    }
  }

  func items(_ list: ItemList, make: () -> [CompletionItem]) -> [CompletionItem] {
    cached(\.items[list], make)
  }

  /// How often each command was used.
  func useCounts(_ count: () -> [String: Int]) -> [String: Int] { cached(\.useCounts, count) }

  /// The columns of the widest price.
  func priceWidth(_ measure: () -> Int) -> Int { cached(\.priceWidth, measure) }

  private func cached<Value: Sendable>(
    _ place: WritableKeyPath<State, Value?>, _ make: () -> Value
  ) -> Value {
    if let value = state.withLock({ $0[keyPath: place] }) { return value }
    let value = make()
    state.withLock { $0[keyPath: place] = value }
    return value
  }
}
