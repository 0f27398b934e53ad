import SQLite

extension Pool<PostgresConnection> {
  /// A pool of connections to one database.
  ///
  /// - Parameters:
  ///   - setupSQL: a script that runs first on each connection.
  ///   - size: the maximum number of connections.
  ///   - waitLimit: the maximum time to wait for a free connection.
  convenience init(url: String, setupSQL: String, size: Int, waitLimit: Duration) {
    self.init(
      size: size, waitLimit: waitLimit,
      busy: PostgresError(.noFreeConnection, "all connections are in use"),
      closed: PostgresError(.closed, "the pool is closed"), isUsable: { $0.isUsable },
      open: { try PostgresConnection(url: url, setupSQL: setupSQL) })
  }
}

extension PostgresConnection {
  /// Connects, unless a pooler would give each transaction another session of the server: then
  /// settings and prepared statements do not last, and reach other clients.
  ///
  /// - Throws: the errors of ``init(url:setupSQL:timeLimit:)``, `.poolsTransactions`.
  static func session(
    url: String, setupSQL: String, timeLimit: Duration
  ) throws(PostgresError) -> PostgresConnection {
    let connection = try PostgresConnection(url: url, setupSQL: "", timeLimit: timeLimit)
    let id = try connection.sessionID()
    // A pooler makes up the ids that it tells its clients.
    if id != connection.processID {
      let other = try PostgresConnection(url: url, setupSQL: "BEGIN", timeLimit: timeLimit)
      let otherID = try other.sessionID()
      guard otherID != id, try connection.sessionID() == id else {
        throw PostgresError(.poolsTransactions, "the pooler shares sessions")
      }
    }
    if !setupSQL.isEmpty { try connection.execute(setupSQL) }
    return connection
  }

  private func sessionID() throws(PostgresError) -> Int? {
    try script("SELECT pg_backend_pid()") { $0.int(0) }
  }
}
