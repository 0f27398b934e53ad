import MarketService
import SQLite

extension StoreError {
  /// The error for a market that cannot be opened or inspected.
  init(opening error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let error as SQLiteError: self.init(error)
    case let error as PostgresError: self.init(error)
    default: self = .failed(detail: "\(error)")
    }
  }
}
