/// An error of libpq or of the server.
package struct PostgresError: Error, Hashable, Sendable {
  /// The kind of error, as far as callers handle it.
  package enum Code: Hashable, Sendable {
    /// libpq cannot be loaded.
    case noLibrary
    /// The URL is malformed.
    case invalidURL
    /// The URL has a password in it.
    case hasPassword
    /// The server cannot be reached, or the connection was lost.
    case connection
    /// No connection became free in time.
    case noFreeConnection
    /// The statement or its transaction failed with this SQLSTATE (PostgreSQL manual, appendix A).
    case sqlState(String)
    /// A pooler gives each transaction another session of the server.
    case poolsTransactions
    /// The pool is closed.
    case closed
  }

  /// The kind of error.
  package let code: Code
  /// The primary message of the server or of libpq, which has no values.
  package let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
