import MarketService
import SQLite

extension StoreError {
  /// The store's error for an error of SQLite.
  init(_ error: SQLiteError) {
    switch error.code {
    case .busy, .locked: self = .busy
    case .full: self = .full
    case .interrupted: self = .tooSlow
    case .closed: self = .closed
    case .corrupt: self = .damaged(detail: error.message)
    case .lostWrites:
      self = .damaged(
        detail: "it has lost changes: put back its files, or remove market.mark to continue")
    case .notADatabase, .foreignFile: self = .notAMarket
    case .newerSchema(let found, let known): self = .newerSchema(found: found, known: known)
    case .cannotOpen, .readOnly, .inputOutput: self = .notAccessible(detail: error.message)
    default: self = .failed(detail: error.description)
    }
  }
}
