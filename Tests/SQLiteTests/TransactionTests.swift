import MarketTestSupport
import SQLite
import Testing

@Suite(.timeLimit(.minutes(60))) struct TransactionTests {
  struct Stop: Error {}

  @Test func `a transaction that throws is rolled back, one that returns is committed`() throws {
    let connection = try Connection(.memory)
    try connection.execute("CREATE TABLE t (v)")
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (1)")
        #expect(connection.isInTransaction)
        throw Stop()
      }
    }
    #expect(!connection.isInTransaction)
    let seen = try connection.transaction(.deferred) {
      try connection.run("INSERT INTO t VALUES (2)")
      return try connection.query("SELECT v FROM t") { $0.int(0) }
    }
    #expect(seen == [2])
  }

  @Test func `an inner transaction rolls back its own changes only`() throws {
    let connection = try Connection(.memory)
    try connection.execute("CREATE TABLE t (v)")
    try connection.transaction {
      try connection.run("INSERT INTO t VALUES (1)")
      #expect(throws: Stop.self) {
        try connection.transaction {
          try connection.run("INSERT INTO t VALUES (2)")
          throw Stop()
        }
      }
      try connection.transaction { _ = try connection.run("INSERT INTO t VALUES (3)") }
    }
    #expect(try connection.query("SELECT v FROM t") { $0.int(0) } == [1, 3])
  }

  @Test func `a failed commit rolls back everything`() throws {
    let connection = try Connection(.memory)
    try connection.execute(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY);
      CREATE TABLE b (a REFERENCES a DEFERRABLE INITIALLY DEFERRED);
      """)
    expect(.constraint(.foreignKey)) { () throws(SQLiteError) in
      try connection.transaction(failure: \.self) { () throws(SQLiteError) in
        _ = try connection.run("INSERT INTO b VALUES (7)")
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.query("SELECT a FROM b") { $0.int(0) } == [])
  }

  @Test func `a second writer fails after the busy timeout, a reader continues`() throws {
    let folder = try TemporaryFolder()
    let first = try Connection(.file(folder.file()))
    try first.execute("CREATE TABLE t (v)")
    let second = try Connection(.file(folder.file()), busyTimeout: .zero)
    try first.transaction {
      try first.run("INSERT INTO t VALUES (1)")
      expect(.busy) { () throws(SQLiteError) in try second.run("INSERT INTO t VALUES (2)") }
      #expect(try second.query("SELECT v FROM t") { $0.int(0) } == [])
    }
    try second.run("INSERT INTO t VALUES (2)")
    #expect(try first.query("SELECT v FROM t") { $0.int(0) } == [1, 2])
  }

  @Test func `a reader keeps a consistent view while others write`() throws {
    let folder = try TemporaryFolder()
    let writer = try Connection(.file(folder.file()))
    try writer.execute("CREATE TABLE t (v)")
    let reader = try Connection(.file(folder.file()), access: .readOnly)
    try reader.transaction(.deferred) {
      #expect(try reader.first("SELECT count(*) FROM t") { $0.int(0) } == 0)
      try writer.run("INSERT INTO t VALUES (1)")
      #expect(try reader.first("SELECT count(*) FROM t") { $0.int(0) } == 0)
    }
    #expect(try reader.first("SELECT count(*) FROM t") { $0.int(0) } == 1)
  }

  @Test func `one statement rewrites more than its journal holds in memory`() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(.file(folder.file()))
    try connection.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT UNIQUE);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        INSERT INTO t SELECT i, printf('%0200d', i) FROM n
      """)
    try connection.transaction(.immediate) {
      try connection.run("UPDATE t SET v = v || 'x'")
      try connection.run("DELETE FROM t WHERE id > 100")
    }
    #expect(try connection.first("SELECT count(*) FROM t") { $0.int(0) } == 100)
    #expect(try connection.integrityCheck().isEmpty)
  }

  @Test func `a truncating checkpoint fails with busy while a reader is active`() throws {
    let folder = try TemporaryFolder()
    let writer = try Connection(.file(folder.file()), busyTimeout: .zero)
    try writer.execute("CREATE TABLE t (v)")
    let reader = try Connection(.file(folder.file()), access: .readOnly)
    try reader.transaction(.deferred) {
      _ = try reader.first("SELECT count(*) FROM t") { $0.int(0) }
      try writer.run("INSERT INTO t VALUES (1)")
      try writer.checkpoint(.passive)
      expect(.busy) { () throws(SQLiteError) in try writer.checkpoint(.truncate) }
    }
    try writer.checkpoint(.truncate)
  }
}
