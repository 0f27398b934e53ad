import Foundation
import MarketTestSupport
import SQLite
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct MigratorTests {
  static let first = Migrator.Step("rows", script: "CREATE TABLE t (v)")
  static let second = Migrator.Step("a first row", script: "INSERT INTO t VALUES (1)")

  static func migrator(_ steps: Migrator.Step...) -> Migrator {
    Migrator(applicationID: 0x4D4B_5401, steps: steps)
  }

  @Test func `steps run once and in order, also across several versions`() throws {
    let connection = try Connection(.memory)
    try Self.migrator(Self.first).migrate(connection)
    try Self.migrator(Self.first, Self.second).migrate(connection)
    try Self.migrator(Self.first, Self.second).migrate(connection)
    #expect(try connection.userVersion() == 2)
    #expect(try connection.applicationID() == 0x4D4B_5401)
    #expect(try connection.query("SELECT v FROM t") { $0.int(0) } == [1])
  }

  @Test func `a newer schema throws an error with both versions`() throws {
    let connection = try Connection(.memory)
    try Self.migrator(Self.first, Self.second).migrate(connection)
    expect(.newerSchema(found: 2, known: 1)) { () throws(SQLiteError) in
      try Self.migrator(Self.first).migrate(connection)
    }
  }

  @Test(arguments: ["PRAGMA application_id = 77", "CREATE TABLE theirs (v)"])
  func `another program's file is not changed`(script: String) throws {
    let connection = try Connection(.memory)
    try connection.execute(script)
    let id = try connection.applicationID()
    expect(.foreignFile(applicationID: id)) { () throws(SQLiteError) in
      try Self.migrator(Self.first).migrate(connection)
    }
    #expect(try connection.userVersion() == 0)
  }

  @Test func `a failing step is rolled back`() throws {
    let connection = try Connection(.memory)
    let broken = Migrator.Step(
      "half", script: "INSERT INTO t VALUES (9); INSERT INTO nowhere VALUES (1)")
    let error = expect(.invalidSQL) { () throws(SQLiteError) in
      try Self.migrator(Self.first, broken).migrate(connection)
    }
    #expect(error?.message.hasPrefix("half: ") == true)
    #expect(try connection.userVersion() == 1)
    #expect(try connection.query("SELECT v FROM t") { $0.int(0) } == [])
  }

  @Test func `eight concurrent migrations create the schema once`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let errors = Mutex<[String]>([])
    onThreads(8) { _ in
      do {
        try Self.migrator(Self.first, Self.second).migrate(Connection(.file(path)))
      } catch {
        errors.withLock { $0.append("\(error)") }
      }
    }
    #expect(errors.withLock { $0 } == [])
    let connection = try Connection(.file(path))
    #expect(try connection.query("SELECT v FROM t") { $0.int(0) } == [1])
  }
}
