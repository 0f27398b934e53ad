import Foundation
import MarketTestSupport
import SQLite
import Testing

@Suite(.timeLimit(.minutes(60))) struct ConnectionTests {
  @Test func `a new file is private and durable and enforces foreign keys`() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(.file(folder.file()))
    try connection.execute(
      "CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a REFERENCES a)")
    for name in ["test.sqlite", "test.sqlite-wal", "test.sqlite-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    #expect(try connection.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
    #expect(try connection.first("PRAGMA synchronous") { $0.int(0) } == 2)
    expect(.constraint(.foreignKey)) { () throws(SQLiteError) in
      try connection.run("INSERT INTO b VALUES (1)")
    }
  }

  @Test func `written rows are there after reopening the file`() throws {
    let folder = try TemporaryFolder()
    do {
      let connection = try Connection(.file(folder.file()))
      try connection.execute(
        "CREATE TABLE t (v); INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)")
    }
    let reopened = try Connection(.file(folder.file()), access: .readOnly)
    #expect(try reopened.query("SELECT v FROM t") { $0.int(0) } == [1, 2])
    expect(.readOnly) { () throws(SQLiteError) in try reopened.run("DELETE FROM t") }
  }

  @Test func `changes and lastInsertedID describe the last statement`() throws {
    let connection = try Connection(.memory)
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v)")
    try connection.run("INSERT INTO t (v) VALUES (1), (2), (3)")
    #expect(connection.lastInsertedID == 3)
    #expect(try connection.run("UPDATE t SET v = 0 WHERE id > 1") == 2)
    #expect(connection.changes == 2)
  }

  @Test(arguments: [
    "SELEC 1", "SELECT * FROM nowhere", "", "  ", "-- only a comment", "SELECT 1; SELECT 2",
    "SELECT 'a\0b'",
  ])
  func `an invalid statement throws an error with its SQL`(sql: String) throws {
    let connection = try Connection(.memory)
    let error = expect(.invalidSQL) { () throws(SQLiteError) in try connection.run(sql) }
    #expect(error?.sql == sql)
    #expect(try connection.first("SELECT 1") { $0.int(0) } == 1, "the connection still works")
  }

  @Test func `the number of values must match the number of parameters`() throws {
    let connection = try Connection(.memory)
    for values: [Value] in [[], [1], [1, 2, 3]] {
      expect(.misuse) { () throws(SQLiteError) in try connection.run("SELECT ?, ?", values) }
    }
  }

  @Test func `an error never contains a bound value`() throws {
    let connection = try Connection(.memory)
    try connection.execute("CREATE TABLE t (v UNIQUE)")
    try connection.run("INSERT INTO t VALUES (?)", ["s3cret"])
    let error = expect(.constraint(.unique)) { () throws(SQLiteError) in
      try connection.run("INSERT INTO t VALUES (?)", ["s3cret"])
    }
    #expect(error.map { !"\($0)".contains("s3cret") } == true)
  }

  @Test(arguments: [
    ("INSERT INTO t (v) VALUES (NULL)", SQLiteError.Constraint.notNull),
    ("INSERT INTO t (id, v) VALUES (1, 5)", .primaryKey),
    ("INSERT INTO t (v) VALUES (-1)", .check),
    ("INSERT INTO t (v) VALUES (1)", .unique),
  ])
  func `a constraint error names the kind of constraint`(sql: String, rule: SQLiteError.Constraint)
    throws
  {
    let connection = try Connection(.memory)
    try connection.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v NOT NULL UNIQUE CHECK (v > 0));
      INSERT INTO t (v) VALUES (1);
      """)
    expect(.constraint(rule)) { () throws(SQLiteError) in try connection.run(sql) }
  }

  @Test func `the same statement may be nested`() throws {
    let connection = try Connection(.memory)
    let sql = "WITH n(i) AS (VALUES (1), (2), (3)) SELECT i FROM n"
    var pairs = 0
    try connection.each(sql) { _ throws(SQLiteError) in
      pairs += try connection.query(sql) { $0.int(0) }.count
      return true
    }
    #expect(pairs == 9)
  }

  @Test func `the statement cache may overflow`() throws {
    let connection = try Connection(.memory)
    for number in 0..<500 {
      #expect(try connection.first("SELECT \(number)") { $0.int(0) } == number)
    }
  }

  @Test func `a full disk has its own error and loses nothing`() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(.file(folder.file()))
    try connection.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1)")
    try connection.execute("PRAGMA max_page_count = 10")
    expect(.full) { () throws(SQLiteError) in
      try connection.run("INSERT INTO t VALUES (zeroblob(1000000))")
    }
    #expect(try connection.query("SELECT v FROM t") { $0.int(0) } == [1])
  }
}

/// Expects an error of that kind and returns it.
@discardableResult
func expect<T>(
  _ code: SQLiteError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws(SQLiteError) -> T
) -> SQLiteError? {
  do throws(SQLiteError) {
    _ = try body()
    Issue.record("expected \(code), but nothing was thrown", sourceLocation: sourceLocation)
    return nil
  } catch {
    #expect(error.code == code, sourceLocation: sourceLocation)
    return error
  }
}
