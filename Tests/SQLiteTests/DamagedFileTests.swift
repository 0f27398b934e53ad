import Foundation
import MarketTestSupport
import SQLite
import Testing

@Suite(.timeLimit(.minutes(60))) struct DamagedFileTests {
  @Test func `a missing file is created for writing and an error for reading`() throws {
    let folder = try TemporaryFolder()
    expect(.cannotOpen) { () throws(SQLiteError) in
      try Connection(.file(folder.file()), access: .readOnly)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file()))
    _ = try Connection(.file(folder.file()))
    #expect(FileManager.default.fileExists(atPath: folder.file()))
  }

  @Test func `a folder, a missing folder and a path with NUL cannot be opened`() throws {
    let folder = try TemporaryFolder()
    for path in [folder.path, folder.file("none/test.sqlite"), folder.file("a\0b"), ""] {
      expect(.cannotOpen) { () throws(SQLiteError) in try Connection(.file(path)) }
    }
  }

  @Test func `a file that is not a database is not changed`() throws {
    let folder = try TemporaryFolder()
    let text = Data(String(repeating: "This is not a database. ", count: 200).utf8)
    try text.write(to: URL(filePath: folder.file()))
    for access in [Connection.Access.readWrite, .readOnly] {
      expect(.notADatabase) { () throws(SQLiteError) in
        try Connection(.file(folder.file()), access: access)
      }
    }
    #expect(try Data(contentsOf: URL(filePath: folder.file())) == text)
  }

  @Test func `an empty file becomes a database`() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.file()))
    let connection = try Connection(.file(folder.file()))
    try connection.execute("CREATE TABLE t (v)")
    #expect(try connection.integrityCheck() == [])
  }

  @Test func `overwritten pages are detected`() throws {
    let folder = try TemporaryFolder()
    try makeRows(folder)
    let file = try FileHandle(forUpdating: URL(filePath: folder.file()))
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: Data(repeating: 0xAA, count: 200_000))
    try file.close()
    let connection = try Connection(.file(folder.file()))
    #expect(try !connection.integrityCheck().isEmpty)
    expect(.corrupt) { () throws(SQLiteError) in
      try connection.query("SELECT v FROM t") { $0.text(0) }
    }
  }

  @Test func `a truncated file is detected`() throws {
    let folder = try TemporaryFolder()
    try makeRows(folder)
    let file = try FileHandle(forUpdating: URL(filePath: folder.file()))
    try file.truncate(atOffset: 40_000)
    try file.close()
    expect(.corrupt) { () throws(SQLiteError) in
      let connection = try Connection(.file(folder.file()))
      return try connection.query("SELECT v FROM t") { $0.text(0) }
    }
  }

  @Test func `a truncated log keeps the earlier commits`() throws {
    let folder = try TemporaryFolder()
    let copy = try TemporaryFolder()
    let connection = try Connection(.file(folder.file()))
    try connection.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)")
    for name in ["test.sqlite", "test.sqlite-wal"] {
      try FileManager.default.copyItem(atPath: folder.file(name), toPath: copy.file(name))
    }
    // The state after a power cut during the last commit.
    let log = try FileHandle(forUpdating: URL(filePath: copy.file("test.sqlite-wal")))
    try log.truncate(atOffset: try log.seekToEnd() - 100)
    try log.close()
    let survivor = try Connection(.file(copy.file()))
    #expect(try survivor.query("SELECT v FROM t") { $0.int(0) } == [1])
    #expect(try survivor.integrityCheck() == [])
  }

  /// Creates a closed file of about 400 KB with an empty log.
  private func makeRows(_ folder: TemporaryFolder) throws {
    let connection = try Connection(.file(folder.file()))
    try connection.execute("CREATE TABLE t (v)")
    try connection.transaction {
      for _ in 0..<1000 {
        try connection.run("INSERT INTO t VALUES (?)", [.text(String(repeating: "x", count: 400))])
      }
    }
    try connection.checkpoint(.truncate)
  }
}
