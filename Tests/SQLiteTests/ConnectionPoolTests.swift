import Foundation
import MarketTestSupport
import SQLite
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct ConnectionPoolTests {
  static let schema = Migrator(
    applicationID: 1, steps: [.init("pairs", script: "CREATE TABLE pairs (a, b)")])

  @Test func `sixteen threads read consistent pairs and lose no write`() throws {
    let folder = try TemporaryFolder()
    let pool = try ConnectionPool(.file(folder.file()), migrator: Self.schema, readers: 3)
    let failures = Mutex<[String]>([])
    onThreads(16) { thread in
      for round in 0..<25 {
        do {
          if thread % 2 == 0 {
            try pool.write { connection in
              try connection.run("INSERT INTO pairs VALUES (?, 0)", [Value(round)])
              try connection.run("UPDATE pairs SET b = a WHERE b <> a")
            }
          } else {
            let unequal = try pool.read { connection in
              try connection.first("SELECT count(*) FROM pairs WHERE a <> b") { $0.int(0) }
            }
            if unequal != 0 { failures.withLock { $0.append("unequal pairs: \(unequal ?? -1)") } }
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let count = try pool.read { try $0.first("SELECT count(*) FROM pairs") { $0.int(0) } }
    #expect(count == 8 * 25)
  }

  @Test func `a reader does not wait for an open write and sees the state before it`() throws {
    let folder = try TemporaryFolder()
    let pool = try ConnectionPool(.file(folder.file()), migrator: Self.schema)
    try pool.write { connection in
      try connection.run("INSERT INTO pairs VALUES (1, 1)")
      let seen = try pool.read { try $0.first("SELECT count(*) FROM pairs") { $0.int(0) } }
      #expect(seen == 0)
    }
  }

  @Test func `a write that throws stores nothing and releases the writer`() throws {
    struct Stop: Error {}
    let pool = try ConnectionPool(.memory, migrator: Self.schema)
    #expect(throws: Stop.self) {
      try pool.write { connection in
        try connection.run("INSERT INTO pairs VALUES (1, 1)")
        throw Stop()
      }
    }
    try pool.write { _ = try $0.run("INSERT INTO pairs VALUES (2, 2)") }
    #expect(try pool.read { try $0.query("SELECT a FROM pairs") { $0.int(0) } } == [2])
  }

  @Test func `nested writes and nested reads throw instead of deadlocking`() throws {
    let folder = try TemporaryFolder()
    let pool = try ConnectionPool(.file(folder.file()), migrator: Self.schema, readers: 1)
    for nested: @Sendable () throws -> Void in [
      { try pool.write { _ in try pool.write { _ in } } },
      { try pool.read { _ in try pool.read { _ in } } },
    ] {
      let error = #expect(throws: SQLiteError.self) { try nested() }
      #expect(error?.code == .misuse)
    }
    try pool.write { _ in }
    try pool.read { _ in }
  }

  @Test func `waiting longer than the timeout fails with busy`() throws {
    let folder = try TemporaryFolder()
    let pool = try ConnectionPool(.file(folder.file()), migrator: Self.schema, readers: 1)
    let codes = Mutex<[SQLiteError.Code]>([])
    let record = { @Sendable (body: () throws -> Void) in
      do { try body() } catch {
        codes.withLock { $0.append((error as? SQLiteError)?.code ?? .other(0)) }
      }
    }
    try pool.write { _ in
      try pool.read { _ in
        onThreads(1) { _ in
          record { try pool.write(timeout: .zero) { _ in } }
          record { try pool.read(timeout: .zero) { _ in } }
        }
      }
    }
    #expect(codes.withLock { $0 } == [.busy, .busy])
  }

  @Test func `closing the pool deletes the write-ahead log`() throws {
    let folder = try TemporaryFolder()
    for _ in 0..<2 {
      let pool = try ConnectionPool(.file(folder.file()), migrator: Self.schema)
      _ = try pool.write { try $0.run("INSERT INTO pairs VALUES (1, 1)") }
      #expect(try pool.read { try $0.first("SELECT count(*) FROM pairs") { $0.int(0) } } != 0)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["test.sqlite"])
  }

  @Test func `slow readers leave the others alone and are ended after their time`() throws {
    let folder = try TemporaryFolder()
    let pool = try ConnectionPool(
      .file(folder.file()), migrator: Self.schema, readers: 1, slowReaders: 1)
    let endless =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    let codes = Mutex<[SQLiteError.Code]>([])
    try pool.read { _ in
      onThreads(1) { _ in
        do {
          try pool.readSlowly(timeLimit: .milliseconds(20)) { _ = try $0.run(endless) }
        } catch {
          codes.withLock { $0.append((error as? SQLiteError)?.code ?? .other(0)) }
        }
      }
    }
    #expect(codes.withLock { $0 } == [.interrupted])
    // The limit holds for one read only.
    let long = endless.replacingOccurrences(of: "FROM n)", with: "FROM n LIMIT 100000)")
    let count = try pool.readSlowly(timeLimit: .seconds(60)) { connection in
      try connection.first(long) { $0.int(0) }
    }
    #expect(count == 100_000)
  }

  @Test func `a pool that is closed refuses calls and closes after the last one`() throws {
    let folder = try TemporaryFolder()
    let pool = try ConnectionPool(.file(folder.file()), migrator: Self.schema)
    try pool.read { connection in
      onThreads(1) { _ in pool.close() }
      let count = try connection.first("SELECT count(*) FROM pairs") { $0.int(0) }
      #expect(count == 0)
    }
    pool.close()
    for call: () throws -> Void in [{ try pool.read { _ in } }, { try pool.write { _ in } }] {
      let error = #expect(throws: SQLiteError.self) { try call() }
      #expect(error?.code == .closed)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["test.sqlite"])
  }

  @Test func `readers cannot write`() throws {
    let folder = try TemporaryFolder()
    let pool = try ConnectionPool(.file(folder.file()), migrator: Self.schema)
    let error = #expect(throws: SQLiteError.self) {
      try pool.read { _ = try $0.run("DELETE FROM pairs") }
    }
    #expect(error?.code == .readOnly)
  }
}
