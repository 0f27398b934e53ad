import SheetFiles
import Testing

/// Files written by hand in the shapes of Excel, Google Sheets and Numbers, which cannot be run here.
@Suite(.timeLimit(.minutes(60))) struct BookTests {
  private func cells(_ book: Book) throws -> [[SheetCell]] {
    try Table("a.xlsx", book.bytes).rows.map(\.cells)
  }

  private func cells(_ row: String) throws -> [SheetCell] {
    let header = (0..<8).map { "<c t=\"str\"><v>c\($0)</v></c>" }.joined()
    return try cells(Book("<sheetData><row>\(header)</row><row>\(row)</row></sheetData>")).first
      ?? []
  }

  @Test func `shape of Excel: shared texts with rich text and hints for pronunciation`() throws {
    var book = Book(
      """
      <sheetData><row r="1" spans="1:2"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>\
      </row><row r="2" spans="1:2"><c r="A2" t="s"><v>2</v></c><c r="B2" t="s"><v>3</v></c></row>\
      </sheetData>
      """)
    book.sharedTexts = """
      <si><t>name</t></si><si><t>note</t><phoneticPr fontId="1"/></si>\
      <si><r><rPr><b/></rPr><t>東京</t></r><r><t xml:space="preserve"> cup</t></r>\
      <rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t/></si>
      """
    let table = try Table("a.xlsx", book.bytes)
    #expect(table.file.header == ["name", "note"])
    #expect(table.rows.map(\.cells) == [[.text("東京 cup")]])
  }

  @Test func `what is struck out in a rich text is left out`() throws {
    let text = """
      <r><rPr><strike/></rPr><t>15</t></r><r><rPr><strike val="0"/></rPr><t>1</t></r><r><t>2</t></r>
      """
    var book = Book(
      """
      <sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>price</t></is></c></row>\
      <row r="2"><c r="A2" t="s"><v>0</v></c></row>\
      <row r="3"><c r="A3" t="inlineStr"><is>\(text)</is></c></row></sheetData>
      """)
    book.sharedTexts = "<si>\(text)</si>"
    #expect(try cells(book) == [[.text("12")], [.text("12")]])
  }

  @Test func `shape of Excel: a prefix for the namespace`() throws {
    let book = Book(
      """
      <x:worksheet xmlns:x="\(Book.namespace)"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr">\
      <x:is><x:t>a</x:t></x:is></x:c></x:row><x:row r="3"><x:c r="A3"><x:v>5</x:v></x:c></x:row>\
      </x:sheetData></x:worksheet>
      """)
    #expect(try Table("a.xlsx", book.bytes).numbers == [3])
    #expect(try cells(book) == [[.number("5")]])
  }

  @Test func `shape of Excel: the strict form of the standard`() throws {
    var book = Book(
      """
      <worksheet xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"><sheetData>\
      <row r="1"><c r="A1" t="str"><v>day</v></c></row>\
      <row r="2"><c r="A2" t="d"><v>2026-11-03</v></c></row></sheetData></worksheet>
      """)
    book.types = "http://purl.oclc.org/ooxml/officeDocument/relationships"
    #expect(try cells(book) == [[.date("2026-11-03")]])
  }

  @Test func `shape of Google Sheets: no references, and paths from the root`() throws {
    var book = Book(
      """
      <sheetData><row><c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is></c>\
      </row><row/><row><c/><c><v>2</v></c></row></sheetData>
      """)
    book.workbookTarget = "/xl/workbook.xml"
    book.sheetTarget = "/xl/worksheets/../worksheets/./sheet1.xml"
    let table = try Table("a.xlsx", book.bytes)
    #expect(table.rows == [SheetRow(number: 3, cells: [.empty, .number("2")])])
  }

  @Test func `shape of Numbers: dates since 1904`() throws {
    var book = Book(
      """
      <sheetData><row r="1"><c r="A1" t="str"><v>day</v></c></row>\
      <row r="2"><c r="A2" s="1"><v>44866</v></c></row><row r="3"><c r="A3" s="1"><v>0</v></c></row>\
      <row r="4"><c r="A4" s="1"><v>44866.25</v></c></row></sheetData>
      """)
    book.workbookProperties = #"<workbookPr date1904="1"/>"#
    book.styles = """
      <numFmts><numFmt numFmtId="164" formatCode="d mmm yyyy"/></numFmts>\
      <cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>\
      <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>
      """
    #expect(
      try cells(book) == [
        [.date("2026-11-02")], [.date("1904-01-01")], [.date("2026-11-02T06:00:00")],
      ])
  }

  @Test(arguments: [
    ("<c t=\"b\"><v>1</v></c>", SheetCell.boolean(true)),
    ("<c t=\"b\"><v>0</v></c>", .boolean(false)),
    ("<c t=\"e\"><v>#REF!</v></c>", .error("#REF!")),
    ("<c t=\"e\"><f>A9</f><v>#N/A</v></c>", .error("#N/A")),
    ("<c t=\"str\"><f>A9</f><v>#VALUE!</v></c>", .error("#VALUE!")),
    ("<c t=\"str\"><v>#VALUE!</v></c>", .text("#VALUE!")),
    ("<c t=\"str\"><f>A1&amp;B1</f><v>mug</v></c>", .text("mug")),
    ("<c><f>1+1</f><v>2</v></c>", .number("2")),
    ("<c><f>1+1</f></c>", .error("=1+1")),
    ("<c t=\"n\"><v>1.23E+12</v></c>", .number("1230000000000")),
    ("<c><v>19.989999999999998</v></c>", .number("19.99")),
    ("<c t=\"str\"><v>1.23E+12</v></c>", .text("1.23E+12")),
    ("<c t=\"str\"><v>'=1</v></c>", .text("'=1")),
    ("<c t=\"str\"><v>12,50</v></c>", .text("12,50")),
    ("<c t=\"str\"><v>a_x000D_b_x005F_x000D__x_</v></c>", .text("a\rb_x000D__x_")),
    ("<c t=\"inlineStr\"><is><t>a&#10;&amp;&#xAC00;</t></is></c>", .text("a\n&가")),
    ("<c t=\"inlineStr\"><is><r><t>a</t></r><r><t>b</t></r></is></c>", .text("ab")),
  ])
  func `a cell is what its program shows`(xml: String, cell: SheetCell) throws {
    #expect(try cells(xml) == [cell])
  }

  @Test(arguments: ["<c t=\"str\"><f>\"\"</f><v></v></c>", "<c s=\"1\"/>", "<c t=\"s\"/>", ""])
  func `a cell without a value is empty`(xml: String) throws {
    #expect(try cells(xml + "<c><v>1</v></c>").last == .number("1"))
    #expect(try cells(xml).isEmpty)
  }

  @Test(arguments: [
    "<c r=\"B2\"><v>1</v></c><c r=\"A2\"><v>1</v></c>", "<c r=\"XFE2\"><v>1</v></c>",
    "<c r=\"2\"><v>1</v></c>", "<c><v>one</v></c>", "<c t=\"s\"><v>0</v></c>",
    "</row><row r=\"2\">", "</row><row r=\"1048577\">", "</row><row r=\"x\">", "<c><v>1</c>",
  ])
  func `what no program writes is damage`(xml: String) throws {
    let error = #expect(throws: SheetError.self) { try cells(xml) }
    guard case .damaged = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `the first visible sheet with cells is read`() throws {
    var book = Book("<sheetData><row><c t=\"str\"><v>a</v></c></row></sheetData>")
    book.sheets = """
      <sheet name="Chart" sheetId="4" r:id="rId9"/>\
      <sheet name="Old" sheetId="2" state="veryHidden" r:id="rId1"/>\
      <sheet name="New" sheetId="3" state="visible" r:id="rId1"/>
      """
    #expect(try Table("a.xlsx", book.bytes).file.sheet == "New")
    book.sheets = #"<sheet name="Old" sheetId="2" state="hidden" r:id="rId1"/>"#
    #expect(try failure("a.xlsx", book.bytes)?.reason == .noSheet(nil, names: ["Old"]))
  }

  @Test func `formats beside the table are no values`() throws {
    let table = try Table(
      "a.xlsx",
      Book(
        """
        <sheetData><row><c t="str"><v>a</v></c><c s="1"/></row>\
        <row r="5"><c r="A5"><v>1</v></c><c r="C5"><v>7</v></c><c r="AB5" s="1"/></row></sheetData>
        """
      ).bytes)
    #expect(table.file.header == ["a"])
    #expect(table.rows.map(\.cells) == [[.number("1"), .empty, .number("7")]])
  }

  @Test func `names of entries are found in other letters`() throws {
    var zip = Book("<sheetData><row><c t=\"str\"><v>a</v></c></row></sheetData>").zip
    zip.entries[3].name = "xl/Worksheets/Sheet1.xml"
    #expect(try Table("a.xlsx", zip.bytes).file.header == ["a"])
  }
}
