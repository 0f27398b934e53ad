/// Opening, statements, errors.
import Foundation
import SQLite
import Testing

struct ConnectionTests {
  @Test func `a new file is private, durable and checks foreign keys`() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(.file(folder.file()))
    try connection.execute(
      "CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a REFERENCES a)")
    for name in ["test.sqlite", "test.sqlite-wal", "test.sqlite-shm"] {
      let facts = try FileManager.default.attributesOfItem(atPath: folder.file(name))
      #expect(facts[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    #expect(try connection.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
    #expect(try connection.first("PRAGMA synchronous") { $0.int(0) } == 2)
    expect(.constraint(.foreignKey)) { () throws(SQLiteError) in
      try connection.run("INSERT INTO b VALUES (1)")
    }
  }

  @Test func `what was written is there after opening again`() throws {
    let folder = try TemporaryFolder()
    do {
      let connection = try Connection(.file(folder.file()))
      try connection.execute(
        "CREATE TABLE t (v); INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)")
    }
    let again = try Connection(.file(folder.file()), access: .readOnly)
    #expect(try again.query("SELECT v FROM t") { $0.int(0) } == [1, 2])
    expect(.readOnly) { () throws(SQLiteError) in try again.run("DELETE FROM t") }
  }

  @Test func `changes and ids are those of the last insert`() throws {
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
  func `a wrong statement is refused with its text`(sql: String) throws {
    let connection = try Connection(.memory)
    let error = expect(.invalidSQL) { () throws(SQLiteError) in try connection.run(sql) }
    #expect(error?.sql == sql)
    #expect(try connection.first("SELECT 1") { $0.int(0) } == 1, "the connection is still good")
  }

  @Test func `the number of values has to fit`() throws {
    let connection = try Connection(.memory)
    for values: [Value] in [[], [1], [1, 2, 3]] {
      expect(.misuse) { () throws(SQLiteError) in try connection.run("SELECT ?, ?", values) }
    }
  }

  @Test func `an error never holds a value`() throws {
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
  func `a broken rule is named`(sql: String, rule: SQLiteError.Constraint) throws {
    let connection = try Connection(.memory)
    try connection.execute(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v NOT NULL UNIQUE CHECK (v > 0));
      INSERT INTO t (v) VALUES (1);
      """)
    expect(.constraint(rule)) { () throws(SQLiteError) in try connection.run(sql) }
  }

  @Test func `the same statement may be used inside itself`() throws {
    let connection = try Connection(.memory)
    let sql = "WITH n(i) AS (VALUES (1), (2), (3)) SELECT i FROM n"
    var pairs = 0
    try connection.each(sql) { _ throws(SQLiteError) in
      pairs += try connection.query(sql) { $0.int(0) }.count
      return true
    }
    #expect(pairs == 9)
  }

  @Test func `more statements than the cache holds do no harm`() throws {
    let connection = try Connection(.memory)
    for number in 0..<500 {
      #expect(try connection.first("SELECT \(number)") { $0.int(0) } == number)
    }
  }

  @Test func `a full disk is told as such and loses nothing`() throws {
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

/// Expects a failure of that kind and hands it back.
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
