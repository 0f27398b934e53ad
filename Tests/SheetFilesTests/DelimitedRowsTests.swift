import Foundation
import SheetFiles
import Testing

@Suite(.timeLimit(.minutes(60))) struct DelimitedRowsTests {
  @Test func `a table is read by its header`() throws {
    let table = try Table("a.csv", "name,price\nMug,4000\nCup,\n")
    #expect(table.file.header == ["name", "price"])
    #expect(table.file.headerRow == 1)
    #expect(
      table.rows == [
        SheetRow(number: 2, cells: [.text("Mug"), .text("4000")]),
        SheetRow(number: 3, cells: [.text("Cup")]),
      ])
  }

  @Test(arguments: [
    ("a.csv", "a,b;c\n1,2;3\n", ",", ["1", "2;3"]),
    ("a.csv", "a;b\n1,5;2\n", ";", ["1,5", "2"]),
    ("a.csv", "a\tb\n1\t2\n", "\t", ["1", "2"]),
    ("a.csv", "\"a;b;c\",d\n1,2\n", ",", ["1", "2"]),
    ("a.csv", "\n\na;b\n1;2\n", ";", ["1", "2"]),
    ("a.csv", "a\n1;2\n", ",", ["1;2"]),
    ("a.tsv", "a,b\tc\n1\t2\n", "\t", ["1", "2"]),
    ("a.csv", "sep=;\r\na,b;c\n1;2\n", ";", ["1", "2"]),
    ("A.CSV", "a;b\n1;2\n", ";", ["1", "2"]),
  ])
  func `the separator is found in the header`(
    name: String, text: String, separator: Character, row: [String]
  ) throws {
    let table = try Table(name, text)
    #expect(table.file.separator == separator)
    #expect(table.texts == [row])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `rows have the line in which they begin, even after quoted line breaks`(
    lineBreak: String
  ) throws {
    let text = ["a,b", "1,\"x", "", "y\"", "2,z", "", "3,"].joined(separator: lineBreak)
    let table = try Table("a.csv", text)
    #expect(table.numbers == [2, 5, 7])
    #expect(table.texts[0] == ["1", "x\(lineBreak)\(lineBreak)y"])
  }

  @Test(arguments: [
    ("\"a \"\"b\"\" c\"", "a \"b\" c"), ("\"\"\"\"", "\""), ("a \"b\"", "a \"b\""),
    ("\"a,b\"", "a,b"), (" a ", " a "), ("'=1", "'=1"), ("'", "'"), ("1.23E+12", "1.23E+12"),
    ("\"12,50\"", "12,50"), ("012", "012"), ("+82", "+82"), ("=A1", "=A1"), ("#REF!", "#REF!"),
    ("머그컵 👩‍🚀", "머그컵 👩‍🚀"),
  ])
  func `a value is the text of the file`(written: String, read: String) throws {
    #expect(try Table("a.csv", "a\n\(written)\n").rows.map(\.cells) == [[.text(read)]])
  }

  @Test func `empty rows are skipped and counted`() throws {
    let table = try Table("a.csv", "\n,,\na,b\n\n,\n\"\",\n1,2\n\n")
    #expect(table.file.headerRow == 3)
    #expect(table.numbers == [7])
  }

  @Test func `empty columns at the end are dropped`() throws {
    let table = try Table("a.csv", "a,b,,\n1,2,,\n3,,,,,,\n")
    #expect(table.file.header == ["a", "b"])
    #expect(table.texts == [["1", "2"], ["3"]])
  }

  @Test func `blanks around the name of a column do not count`() throws {
    #expect(try Table("a.csv", " a ,\u{A0}b\n1,2\n").file.header == ["a", "b"])
  }

  @Test func `a file without a last line break is complete`() throws {
    #expect(try Table("a.csv", "a,b\n1,2").texts == [["1", "2"]])
    #expect(try Table("a.csv", "a,b\n1,\"2\"").texts == [["1", "2"]])
    #expect(try Table("a.csv", "a,b").rows.isEmpty)
  }

  @Test func `rows longer than a block are complete`() throws {
    let long = String(repeating: "가", count: 300_000)
    let rows = (0..<5).map { "\($0),\"\(long)\"\"\n\",z" }
    let table = try Table("a.csv", "a,b,c\n" + rows.joined(separator: "\r\n"))
    #expect(table.numbers == [2, 4, 6, 8, 10])
    #expect(table.texts.allSatisfy { $0[1] == long + "\"\n" })
  }

  @Test func `every cut between two blocks is read alike`() throws {
    // The rows move by one byte from block to block, so that each byte once begins a block.
    let row = "1,\"two\"\"2\"\"\r\n\",가나,,x\r\n"
    let count = 3 * 262_144 * 2 / row.utf8.count
    let table = try Table("a.csv", "a,b,c,d,e\r\n" + String(repeating: row, count: count))
    #expect(table.rows.count == count)
    let expected = ["1", "two\"2\"\r\n", "가나", "", "x"]
    #expect(table.texts.allSatisfy { $0 == expected })
    #expect(table.numbers.last == 2 * count)
  }

  @Test func `a hundred thousand rows are read`() throws {
    let rows = (1...100_000).map { "MUG-\($0),머그컵 \($0),12000,\($0 % 50)\n" }
    let table = try Table("a.csv", "code,name,price,stock\n" + rows.joined())
    #expect(table.rows.count == 100_000)
    #expect(table.texts.last == ["MUG-100000", "머그컵 100000", "12000", "0"])
    #expect(table.numbers.last == 100_001)
  }

  @Test(arguments: [
    ("a\n\"x\" y\n", SheetError.Reason.textAfterQuote, 2, "A"),
    ("a,b\n1,\"x\ny\n", .unclosedQuote, 2, "B"),
    ("a,b\n\n1,x\0y\n", .zeroByte, 3, "B"),
    ("a,b\n1,\"x\0y\"\n", .zeroByte, 2, "B"),
  ])
  func `what is no CSV is refused with its place`(
    text: String, reason: SheetError.Reason, row: Int, column: String
  ) throws {
    let error = try #require(try failure("a.csv", text))
    #expect(error.reason == reason)
    #expect(error.row == row)
    #expect(error.column == column)
    #expect(!error.isOnlyAboutRow)
  }

  @Test(arguments: [false, true])
  func `a line of 50 MB is refused`(isQuoted: Bool) throws {
    let quote: [UInt8] = isQuoted ? [0x22] : []
    let line = Array("a,b\n1,".utf8) + quote + [UInt8](repeating: 0x78, count: 50_000_000) + quote
    let error = try failure("a.csv", line)
    #expect(error?.reason == .valueTooLong(limit: SheetLimits.cellBytes))
    #expect(error?.row == 2)
    #expect(error?.column == "B")
  }

  @Test func `a row of endless columns is refused`() throws {
    let error = try failure("a.csv", [UInt8](repeating: UInt8(ascii: ","), count: 20_000))
    #expect(error?.reason == .tooManyColumns(limit: SheetLimits.columns))
  }

  @Test func `a row of long values is refused`() throws {
    let value = String(repeating: "x", count: 1_000_000) + ","
    let error = try failure("a.csv", "a\n" + String(repeating: value, count: 10))
    #expect(error?.reason == .rowTooLong(limit: SheetLimits.rowBytes))
  }

  @Test func `the ending of the name says the format`() throws {
    for name in ["a", "csv", "a.csv.gz", ".csv/a", "a.doc"] {
      #expect(throws: SheetError(path: name, reason: .unknownFormat)) { try SheetReader.open(name) }
    }
    for (name, kind) in [
      ("a.xlsb", OtherFile.binary), ("b/A.NUMBERS", .numbers), ("a.cell", .hancom),
      ("a.hcdt", .hancom), ("a.gsheet", .link),
    ] {
      #expect(throws: SheetError(path: name, reason: .other(kind))) { try SheetReader.open(name) }
    }
    #expect(SheetFormat(path: "a.b/C.JSONL") == .jsonl)
  }

  @Test func `a missing file and a folder cannot be read`() throws {
    let file = try TemporaryFile("a.csv", "")
    let folder = URL(filePath: file.path).deletingLastPathComponent().path
    for path in ["\(folder)/none.csv", "\(folder)/folder.csv"] {
      try? FileManager.default.createDirectory(
        atPath: "\(folder)/folder.csv", withIntermediateDirectories: true)
      let error = #expect(throws: SheetError.self) { try SheetReader.open(path) }
      guard case .unreadable = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func `columns are named as in a spreadsheet`() {
    let columns = [0, 25, 26, 51, 52, 701, 702, 16_383]
    #expect(
      columns.map(CellReference.letters) == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA", "XFD"])
  }
}
