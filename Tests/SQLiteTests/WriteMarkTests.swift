import Foundation
import MarketTestSupport
import SQLite
import Testing

/// What SQLite takes for a new or an older database is refused if a mark knows of more writes.
@Suite(.timeLimit(.minutes(60))) struct WriteMarkTests {
  /// What happened to the files of a database that a killed process has left.
  enum Loss: CaseIterable {
    case none, emptyFile, noFile, noLog, emptyLog, damagedLog, cutLog, emptyFileWithoutLog
  }

  private static let schema = Migrator(
    applicationID: 1,
    steps: [.init("rows", script: "CREATE TABLE t (v)"), WriteMark.step])

  private func open(_ path: String) throws(SQLiteError) -> ConnectionPool {
    try ConnectionPool(
      .file(path), migrator: Self.schema,
      mark: WriteMark(path: WriteMark.path(besideDatabase: path)))
  }

  /// The files of a database with 20 writes, most of which are in its log.
  private func makeFiles(in folder: TemporaryFolder) throws -> String {
    let path = folder.file("used.sqlite")
    let pool = try open(path)
    for number in 1...20 {
      try pool.write { _ = try $0.run("INSERT INTO t VALUES (?)", [Value(number)]) }
      if number == 5 { try pool.withWriter { try $0.checkpoint(.truncate) } }
    }
    // A copy of the files of an open database is what a killed process leaves.
    let copy = folder.file("copy.sqlite")
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + end, toPath: copy + end)
    }
    try FileManager.default.copyItem(
      atPath: WriteMark.path(besideDatabase: path), toPath: WriteMark.path(besideDatabase: copy))
    return copy
  }

  private func apply(_ loss: Loss, to path: String) throws {
    let log = path + "-wal"
    func cut(_ path: String, to size: UInt64) throws {
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try file.truncate(atOffset: size)
      try file.close()
    }
    switch loss {
    case .none: break
    case .emptyFile: try cut(path, to: 0)
    case .noFile: try FileManager.default.removeItem(atPath: path)
    case .noLog: try FileManager.default.removeItem(atPath: log)
    case .emptyLog: try cut(log, to: 0)
    case .cutLog: try cut(log, to: 32 + 4 * (24 + 4096) + 100)
    case .damagedLog:
      let file = try FileHandle(forUpdating: URL(filePath: log))
      try file.seek(toOffset: 32 + 3 * (24 + 4096) + 1000)
      try file.write(contentsOf: Data(repeating: 0xAA, count: 100))
      try file.close()
    case .emptyFileWithoutLog:
      try cut(path, to: 0)
      try FileManager.default.removeItem(atPath: log)
    }
  }

  @Test(arguments: Loss.allCases)
  func `a database that has lost writes is refused until its mark is removed`(_ loss: Loss) throws {
    let folder = try TemporaryFolder()
    let path = try makeFiles(in: folder)
    try apply(loss, to: path)
    let mark = WriteMark(path: WriteMark.path(besideDatabase: path))
    #expect(mark.number == 20)
    if loss == .none {
      let rows = try open(path).read { try $0.query("SELECT v FROM t") { $0.int(0) } }
      #expect(rows == Array(1...20))
      return
    }
    for _ in 1...2 {
      let error = #expect(throws: SQLiteError.self) { _ = try open(path) }
      #expect(error?.code == .lostWrites, "\(loss)")
    }
    try FileManager.default.removeItem(atPath: mark.path)
    let pool = try open(path)
    try pool.write { _ = try $0.run("INSERT INTO t VALUES (21)") }
    pool.close()
    #expect(try open(path).read { try $0.first("SELECT max(v) FROM t") { $0.int(0) } } == 21)
  }

  @Test func `the writes of several pools count, and older marks do no harm`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("used.sqlite")
    let mark = WriteMark(path: WriteMark.path(besideDatabase: path))
    onThreads(4) { _ in
      guard let pool = try? open(path) else { return }
      for _ in 1...10 { try? pool.write { _ = try $0.run("INSERT INTO t VALUES (1)") } }
    }
    let pool = try open(path)
    #expect(try pool.read { try $0.first("SELECT number FROM write_count") { $0.int(0) } } == 40)
    #expect((31...40).contains(mark.number))
  }

  @Test func `a write that is rolled back does not count`() throws {
    struct Stop: Error {}
    let folder = try TemporaryFolder()
    let path = folder.file("used.sqlite")
    let pool = try open(path)
    #expect(throws: Stop.self) {
      try pool.write { connection in
        try connection.run("INSERT INTO t VALUES (1)")
        throw Stop()
      }
    }
    #expect(WriteMark(path: WriteMark.path(besideDatabase: path)).number == 0)
  }
}
