import MarketService

extension StoreError {
  /// The store's error for an error of PostgreSQL.
  init(_ error: PostgresError) {
    switch error.code {
    case .noLibrary, .invalidURL, .hasPassword: self = .notAccessible(detail: error.message)
    case .connection: self = .unreachable(detail: error.message)
    case .noFreeConnection: self = .busy
    case .poolsTransactions: self = .poolsTransactions
    case .closed: self = .closed
    case .sqlState(let state): self = Self.store(error.message, state)
    }
  }

  /// The errors of PostgreSQL (manual, appendix A).
  private static func store(_ message: String, _ state: String) -> StoreError {
    switch state {
    // A lock was not available in time, or a deadlock.
    case "55P03", "40P01": .busy
    case "57014": .tooSlow
    case "53100": .full
    case "XX001", "XX002": .damaged(detail: message)
    case "25006": .readOnly
    // A conflict of a standby with its primary, or a limit of the server.
    case "40001", "53300", "53200", "53000": .unreachable(detail: message)
    // Prepared statements of others, or lost ones.
    case "42P05", "26000": .poolsTransactions
    default:
      state.hasPrefix("57P") || state.hasPrefix("08") || state.hasPrefix("25P")
        ? .unreachable(detail: message) : .failed(detail: "\(message) (\(state))")
    }
  }

  /// The error for a pooler that gives each transaction another session of the server.
  static let poolsTransactions = StoreError.notAccessible(
    detail: "the pooler shares sessions between transactions: set pool_mode = session")
}
