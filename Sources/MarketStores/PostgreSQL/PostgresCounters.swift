import MarketService
import SQLite

/// The counters of all processes, in a table without a write-ahead log.
struct PostgresCounters: SharedCounters {
  let pool: Pool<PostgresConnection>
  let salt: [UInt8]

  func value(_ index: Int, in table: Int) throws -> UInt64 {
    try translated { try pool.use { try Self.value(index, table, $0) } }
  }

  func update(_ index: Int, in table: Int, _ change: (UInt64) -> UInt64) throws {
    try translated {
      try pool.use { connection in
        // Another process may change the number in the meantime.
        for _ in 0..<50 {
          let old = try Self.value(index, table, connection)
          let changed = try connection.run(
            """
            INSERT INTO login_counter VALUES ($1, $2, $3)
              ON CONFLICT (kind, place) DO UPDATE SET value = excluded.value
              WHERE login_counter.value = $4
            """,
            [
              Value(table), Value(index),
              .integer(Int64(bitPattern: change(old))), .integer(Int64(bitPattern: old)),
            ])
          if changed == 1 { return }
        }
      }
    }
  }

  private static func value(
    _ index: Int, _ table: Int, _ connection: PostgresConnection
  ) throws -> UInt64 {
    try connection.first(
      "SELECT value FROM login_counter WHERE kind = $1 AND place = $2",
      [Value(table), Value(index)]
    ) { UInt64(bitPattern: $0.int64(0)) } ?? 0
  }

  private func translated<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as PostgresError {
      // A standby has no tables without a write-ahead log.
      throw error.code == .sqlState("0A000") ? .readOnly : StoreError(error)
    }
  }
}
