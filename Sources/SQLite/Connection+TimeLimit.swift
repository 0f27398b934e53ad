import CSQLite

extension Connection {
  /// Runs `body`; its statements fail with `.interrupted` when `limit` has passed.
  public func withTimeLimit<T>(_ limit: Duration, _ body: () throws -> T) rethrows -> T {
    csqlite_limit_time(handle.pointer, max(0, limit.milliseconds))
    defer { csqlite_limit_time(handle.pointer, -1) }
    return try body()
  }
}
