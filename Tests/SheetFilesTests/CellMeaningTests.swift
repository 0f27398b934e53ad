import MarketTestSupport
import SheetFiles
import Testing

/// What cells of spreadsheets mean besides their values.
@Suite(.timeLimit(.minutes(60))) struct CellMeaningTests {
  private static func cell(_ place: String, _ text: String) -> String {
    "<c r=\"\(place)\" t=\"str\"><v>\(text)</v></c>"
  }

  @Test func `a currency format is part of the value`() throws {
    var book = Book(
      """
      <sheetData><row r="1">\(Self.cell("A1", "price"))\(Self.cell("B1", "off"))</row>\
      <row r="2"><c r="A2" s="1"><v>45</v></c><c r="B2" s="4"><v>0.105</v></c></row>\
      <row r="3"><c r="A3" s="2"><v>3500</v></c></row>\
      <row r="4"><c r="A4" s="3"><v>123</v></c></row></sheetData>
      """)
    book.styles = """
      <numFmts><numFmt numFmtId="164" formatCode="[$$-409]#,##0.00"/>\
      <numFmt numFmtId="165" formatCode="00000"/><numFmt numFmtId="166" formatCode="0.0%"/>\
      </numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="44"/>\
      <xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>
      """
    let table = try Table("a.xlsx", book.bytes)
    #expect(
      table.rows.map(\.cells) == [
        [.amount("45", currencies: ["USD"]), .text("10.5%")], [.amount("3500", currencies: [])],
        [.number("00123")],
      ])
  }

  @Test func `merged cells count for all rows that have another value`() throws {
    let book = Book(
      """
      <worksheet xmlns="\(Book.namespace)"><sheetData>\
      <row r="1">\(Self.cell("A1", "code"))\(Self.cell("B1", "price"))</row>\
      <row r="2">\(Self.cell("A2", "A"))<c r="B2"><v>5</v></c></row>\
      <row r="3">\(Self.cell("A3", "B"))<c r="B3"/></row>\
      <row r="4">\(Self.cell("A4", "C"))</row><row r="5"><c r="A5"/></row>\
      <row r="6">\(Self.cell("A6", "D"))</row></sheetData>\
      <mergeCells><mergeCell ref="B2:B5"/><mergeCell ref="A7:C7"/></mergeCells></worksheet>
      """)
    let table = try Table("a.xlsx", book.bytes)
    #expect(table.texts == [["A", "5"], ["B", "5"], ["C", "5"], ["D"]])
    #expect(table.remarks == [.merged(["B2:B5"])])
  }

  @Test func `hidden rows and columns are left out and said, or taken`() throws {
    let book = Book(
      """
      <worksheet xmlns="\(Book.namespace)"><cols><col min="2" max="2" hidden="1"/></cols><sheetData>\
      <row r="1">\(Self.cell("A1", "code"))\(Self.cell("B1", "memo"))</row>\
      <row r="2">\(Self.cell("A2", "A"))</row><row r="3" hidden="1">\(Self.cell("A3", "B"))</row>\
      <row r="4" hidden="true">\(Self.cell("A4", "C"))</row><row r="5" hidden="1"/>\
      <row r="6">\(Self.cell("A6", "D"))</row></sheetData></worksheet>
      """)
    let table = try Table("a.xlsx", book.bytes)
    #expect(table.texts == [["A"], ["D"]])
    #expect(table.remarks == [.hiddenRows([3...4])])
    #expect(table.file.hiddenColumns == [1...1])
    var options = SheetOptions()
    options.takesHidden = true
    let all = try Table("a.xlsx", book.bytes, options: options)
    #expect(all.texts == [["A"], ["B"], ["C"], ["D"]])
    #expect(all.remarks.isEmpty && all.file.hiddenColumns.isEmpty)
  }

  @Test(arguments: [
    (
      "code,name\nA,\"He said \\\"hi\\\"\"\nB,\"5\\\"\"\n",
      [["A", "He said \"hi\""], ["B", "5\""]]
    ),
    (
      "code,name\nA,\"C:\\photos\\\"\nB,\"a \"\"b\"\"\"\n",
      [["A", "C:\\photos\\"], ["B", "a \"b\""]]
    ),
    ("code|name\nA|Mug\n", [["A", "Mug"]]), ("sep=|\ncode|name\nA|Mug\n", [["A", "Mug"]]),
  ])
  func `quotes and separators of other programs are read`(text: String, rows: [[String]]) throws {
    #expect(try Table("a.csv", text).texts == rows)
  }

  @Test func `a web page named as a spreadsheet is read`() throws {
    let page = """
      <html><head><meta charset="utf-8"></head><body><table><tr><td>menu</td></tr></table>
      <table border=1><tr><th>code</th><th>price</th><th>size</th></tr>
      <tr><td style="mso-number-format:'\\@'">00123</td><td rowspan="2">1,000원</td><td>S</td></tr>
      <tr><td>A&amp;B<br>2</td><td>M</td></tr></table></body></html>
      """
    for name in ["a.xls", "a.xlsx", "a.csv", "a.html"] {
      let table = try Table(name, page)
      #expect(table.file.header == ["code", "price", "size"])
      #expect(table.texts == [["00123", "1,000원", "S"], ["A&B\n2", "1,000원", "M"]])
      #expect(table.remarks == [.webPage, .merged(["B2:B3"])])
    }
    let struck = try Table(
      "a.html",
      """
      <table><tr><th>code</th><th>price</th></tr>
      <tr><td>A</td><td><s>15</s><b>12</b></td></tr><tr><td>B<del></td><td>9</td></tr></table>
      """)
    #expect(struck.texts == [["A", "12"], ["B", "9"]])
    #expect(try failure("a.xls", "<html><body>Please log in</body></html>")?.reason == .noTable)
  }

  @Test(arguments: [
    ("%PDF-1.4", OtherFile.document), ("GIF89a", .picture),
    (
      "<?xml version=\"1.0\"?><Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\"/>",
      .xml
    ),
  ])
  func `a file that is no table is named`(content: String, kind: OtherFile) throws {
    for name in ["a.xls", "a.csv", "a.xlsx"] {
      #expect(try failure(name, content)?.reason == .other(kind))
    }
  }

  @Test func `text with tabs is read, whatever its name`() throws {
    for name in ["a.txt", "a.xls", "a.tab", "a.csv"] {
      #expect(try Table(name, "code\tprice\nA\t5\n").texts == [["A", "5"]])
    }
  }
}
