import MarketWire
import SheetFiles
import Testing

@Suite(.timeLimit(.minutes(60))) struct JSONRowsTests {
  @Test func `keys of all objects are the columns, in the order of their appearance`() throws {
    let table = try Table(
      "a.json",
      """
      [
        {"name": "Mug", "price": 12000},
        {"price": 5.50, "code": "A", "name": null},

        {}
      ]
      """)
    #expect(table.file.header == ["name", "price", "code"])
    #expect(table.file.headerRow == nil)
    #expect(table.file.columnName(2) == "code")
    #expect(
      table.rows == [
        SheetRow(number: 2, cells: [.text("Mug"), .number("12000")]),
        SheetRow(number: 3, cells: [.empty, .number("5.50"), .text("A")]),
      ])
  }

  @Test func `lines are objects`() throws {
    let table = try Table("a.jsonl", "{\"a\": 1}\r\n\n{\"b\": \"x\\ny\"}\n{\"a\": 3}")
    #expect(table.file.header == ["a", "b"])
    #expect(table.numbers == [1, 3, 4])
    #expect(table.texts == [["1"], ["", "x\ny"], ["3"]])
  }

  @Test func `objects in one line have numbers of their own`() throws {
    let table = try Table("a.json", "[{\"a\": 1}, {\"a\": 2},\n{\"a\": 3}]")
    #expect(table.numbers == [1, 2, 3])
  }

  @Test func `a single object is one row`() throws {
    let table = try Table("a.json", "{\"a\": \"]},\\\"\", \"b\": [1, {}]}\n")
    #expect(table.texts == [["]},\"", "[1,{}]"]])
  }

  @Test(arguments: [
    "{\n\"total\": 2,\n\"products\": [{\"a\": 1},\n{\"a\": 2}, {\"a\": [{\"src\": \"x.jpg\"}]}]}\n",
    "{\"pageNumber\": 1, \"pages\": [{\"a\": 1}, {\"a\": 2}, {\"a\": \"x.jpg\"}]}",
  ])
  func `the list in an answer of a server is the table`(_ text: String) throws {
    let table = try Table("a.json", text)
    #expect(table.numbers == [1, 2, 3])
    #expect(table.texts == [["1"], ["2"], ["x.jpg"]])
  }

  @Test(arguments: [
    "{\"name\": \"Mug\", \"images\": [{\"url\": \"x.jpg\"}]}",
    "{\"name\": \"Mug\", \"rows\": [1], \"items\": []}",
    "{\"data\": [{\"a\": 1}], \"items\": [{\"a\": 2}]}",
  ])
  func `an object without one list of objects is a row`(_ text: String) throws {
    #expect(try Table("a.json", text).numbers == [1])
  }

  @Test(arguments: [
    ("true", SheetCell.boolean(true)), ("1.23E+12", .number("1.23E+12")),
    ("-0.50", .number("-0.50")),
    ("\"1.23E+12\"", .text("1.23E+12")), ("\"'=1\"", .text("'=1")), ("null", .empty),
    ("\"\"", .empty), ("[]", .empty), ("[\"a.jpg\", \"b.jpg\"]", .text("a.jpg;b.jpg")),
    ("[1, 2.0]", .text("1;2.0")),
    (
      "[{\"id\": 1, \"url\": \"http://x/1\"}, {\"id\": 2, \"url\": \"http://x/2\"}]",
      .text("http://x/1;http://x/2")
    ),
    (
      "[{\"date\": \"2026-11-03\", \"text\": \"x\"}]",
      .text("[{\"date\":\"2026-11-03\",\"text\":\"x\"}]")
    ),
    ("{\"a\": {\"b\": [1]}}", .text("{\"a\":{\"b\":[1]}}")),
  ])
  func `a value becomes a cell`(value: String, cell: SheetCell) throws {
    let table = try Table("a.jsonl", "{\"key\": 1, \"a\": \(value)}")
    #expect(table.rows[0][1] == cell)
  }

  @Test func `many objects are read`() throws {
    let rows = (1...20_000).map { "  {\"code\": \"MUG-\($0)\", \"stock\": \($0)}" }
    let table = try Table("a.json", "[\n" + rows.joined(separator: ",\n") + "\n]\n")
    #expect(table.rows.count == 20_000)
    #expect(table.rows.last?.number == 20_001)
    #expect(table.texts.last == ["MUG-20000", "20000"])
  }

  @Test(arguments: [
    ("a.json", "", SheetError.Reason.noHeader, 1 as Int?, nil as String?),
    ("a.json", "[]", .noHeader, nil, nil),
    ("a.json", "[{}]", .noHeader, nil, nil),
    ("a.jsonl", "\n", .noHeader, nil, nil),
    ("a.json", "name,price\n", .notAList, 1, nil),
    ("a.json", "[{\"a\": 1},\n 5]", .notAnObject(kind: "a number"), 2, nil),
    ("a.jsonl", "[{\"a\": 1}]", .notAnObject(kind: "an array"), 1, nil),
    ("a.json", "[{\"a\": 1}\n{\"a\": 2}]", .invalidJSON(.expected("\",\" or \"]\"")), 2, nil),
    ("a.json", "[{\"a\": 1},]", .invalidJSON(.expected("a value")), 1, nil),
    ("a.json", "[{\"a\": 1}", .invalidJSON(.expected("\",\" or \"]\"")), 1, nil),
    ("a.json", "[{\"a\": 1", .invalidJSON(.expected("\",\" or \"}\"")), 1, nil),
    ("a.json", "[{\"a\": 1}] x", .invalidJSON(.trailing), 1, nil),
    ("a.json", "[{\n\"a\": 01}]", .invalidJSON(.invalidNumber), 2, "8"),
    ("a.jsonl", "{\"a\": 1}\n{\"a\": x}\n", .invalidJSON(.expected("a value")), 2, "7"),
    ("a.jsonl", "{\"a\":\n1}", .invalidJSON(.expected("a value")), 1, "6"),
    ("a.json", "[{\"a\": 1, \"b\": 2, \"a\": 3}]", .duplicateColumn("a"), 1, "a"),
    ("a.json", "[{\"a\": \"x\0y\"}]", .zeroByte, 1, nil),
  ])
  func `what is no table is refused with its place`(
    name: String, text: String, reason: SheetError.Reason, row: Int?, column: String?
  ) throws {
    let error = try #require(try failure(name, text))
    #expect(error.reason == reason)
    #expect(error.row == row)
    #expect(error.column == column)
  }

  @Test func `a value and a row that are too long are refused`() throws {
    let value = try failure("a.json", "[{\"a\": \"\(String(repeating: "x", count: 1_100_000))\"}]")
    #expect(value?.reason == .valueTooLong(limit: SheetLimits.cellBytes))
    #expect(value?.column == "a")
    let row = try failure(
      "a.jsonl", Array("{\"a\": \"".utf8) + [UInt8](repeating: 0x78, count: 50_000_000))
    #expect(row?.reason == .rowTooLong(limit: SheetLimits.rowBytes))
  }
}
