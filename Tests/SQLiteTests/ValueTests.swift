import MarketTestSupport
import SQLite
import Testing

@Suite(.timeLimit(.minutes(60))) struct ValueTests {
  static let samples: [Value] = [
    nil, 0, -1, .integer(.max), .integer(.min), .real(0.1), .real(-.infinity),
    .real(.greatestFiniteMagnitude), "", "머그 ☕️", "nul\0inside", "'; DROP TABLE t; --",
    .blob([]), .blob([0, 255, 0]), .blob([UInt8](0...255)),
  ]

  @Test(arguments: samples)
  func `every kind of value survives a round trip`(value: Value) throws {
    let connection = try Connection(.memory)
    try connection.execute("CREATE TABLE t (v)")
    try connection.run("INSERT INTO t VALUES (?)", [value])
    #expect(try connection.query("SELECT v FROM t") { $0[0] } == [value])
  }

  @Test func `NaN becomes NULL`() throws {
    let connection = try Connection(.memory)
    #expect(try connection.first("SELECT ?", [.real(.nan)]) { $0[0] } == .null)
  }

  @Test func `text and blobs of many megabytes survive`() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(.file(folder.file()))
    try connection.execute("CREATE TABLE t (a, b)")
    let blob = [UInt8](repeating: 0xA7, count: 20_000_000)
    let text = String(repeating: "열두 글자의 문장입니다.", count: 200_000)
    try connection.run("INSERT INTO t VALUES (?, ?)", [.blob(blob), .text(text)])
    let row = try connection.first("SELECT a, b FROM t") { ($0.blob(0), $0.text(1)) }
    #expect(row?.0 == blob)
    #expect(row?.1 == text)
  }

  @Test func `NULL and empty values are distinguished`() throws {
    let connection = try Connection(.memory)
    let values = [Value(nil as Int?), Value(nil as String?), Value(""), .blob([]), Value(true)]
    try connection.each("SELECT ?, ?, ?, ?, ?", values) { row in
      #expect(row.count == 5)
      #expect(row.isNull(0))
      #expect(row.optionalText(1) == nil)
      #expect(row.optionalText(2) == "")
      #expect(row[3] == .blob([]))
      #expect(row.bool(4))
      #expect(row.isNull(5), "a column that does not exist")
      #expect(row.text(99) == "")
      return true
    }
  }

  @Test func `invalid UTF-8 in a file is repaired`() throws {
    let connection = try Connection(.memory)
    #expect(
      try connection.first("SELECT CAST(x'6162ff63' AS TEXT)") { $0.text(0) } == "ab\u{FFFD}c")
  }
}
