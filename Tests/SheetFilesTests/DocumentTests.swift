import SheetFiles
import Testing

/// OpenDocument spreadsheets, in the form in which LibreOffice writes them.
@Suite(.timeLimit(.minutes(60))) struct DocumentTests {
  private static func document(_ tables: String, styles: String = "") -> [UInt8] {
    var zip = StoredZip()
    zip.entries = [
      .init("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
      .init(
        "content.xml",
        """
        <?xml version="1.0"?><office:document-content xmlns:office="o" xmlns:table="t" \
        xmlns:text="x" xmlns:style="s"><office:automatic-styles>\(styles)</office:automatic-styles>\
        <office:body><office:spreadsheet>\(tables)</office:spreadsheet></office:body>\
        </office:document-content>
        """),
    ]
    return zip.bytes
  }

  private static func text(_ text: String) -> String {
    """
    <table:table-cell office:value-type="string"><text:p>\(text)</text:p></table:table-cell>
    """
  }

  private static func number(_ attributes: String, _ shown: String) -> String {
    "<table:table-cell \(attributes)><text:p>\(shown)</text:p></table:table-cell>"
  }

  @Test func `a row that is repeated to the end of a wide sheet is refused`() throws {
    let cell = """
      <table:table-cell table:number-columns-repeated="10000" office:value-type="string">\
      <text:p>x</text:p></table:table-cell>
      """
    let bytes = Self.document(
      """
      <table:table table:name="a"><table:table-row table:number-rows-repeated="1000000">\(cell)\
      </table:table-row></table:table>
      """)
    #expect(
      try failure("a.ods", bytes)?.reason == .suspicious(.cells(limit: SheetLimits.cells)))
  }

  @Test func `values have the meaning of their types`() throws {
    let table = try Table(
      "a.ods",
      Self.document(
        """
        <table:table table:name="상품"><table:table-row>\(Self.text("a"))\(Self.text("b"))\
        \(Self.text("c"))\(Self.text("d"))\(Self.text("e"))</table:table-row><table:table-row>\
        \(Self.number("office:value-type=\"currency\" office:currency=\"KRW\" office:value=\"5000\"", "₩5,000"))\
        \(Self.number("office:value-type=\"float\" office:value=\"45\"", "$45.00"))\
        \(Self.number("office:value-type=\"percentage\" office:value=\"0.105\"", "10.5%"))\
        \(Self.number("office:value-type=\"float\" office:value=\"123\"", "00123"))\
        \(Self.number("office:value-type=\"date\" office:date-value=\"2026-03-05\"", "5. 3."))\
        </table:table-row></table:table>
        """))
    #expect(table.file.sheet == "상품")
    #expect(
      table.rows.map(\.cells) == [
        [
          .amount("5000", currencies: ["KRW"]), .amount("45", currencies: ["USD"]), .text("10.5%"),
          .number("00123"), .date("2026-03-05"),
        ]
      ])
  }

  @Test func `a formula without a value is not empty`() throws {
    let formula = "table:formula=\"of:=[.A1]*2\""
    let table = try Table(
      "a.ods",
      Self.document(
        """
        <table:table table:name="a"><table:table-row>\(Self.text("a"))\(Self.text("b"))\
        </table:table-row><table:table-row><table:table-cell \(formula)/>\
        <table:table-cell \(formula) office:value-type="string"/>\(Self.text("x"))\
        </table:table-row></table:table>
        """))
    #expect(table.rows.map(\.cells) == [[.error("=[.A1]*2"), .empty, .text("x")]])
  }

  @Test func `cells and rows are repeated, merged and hidden`() throws {
    let table = try Table(
      "a.ods",
      Self.document(
        """
        <table:table table:name="Lists" table:style-name="h"><table:table-row>\(Self.text("x"))\
        </table:table-row></table:table><table:table table:name="S" table:style-name="v">\
        <table:table-column/><table:table-column table:visibility="collapse"/>\
        <table:table-row>\(Self.text("code"))\(Self.text("memo"))\(Self.text("price"))\
        <table:table-cell table:number-columns-repeated="16381"/></table:table-row>\
        <table:table-row>\(Self.text("A"))<table:table-cell/>\
        <table:table-cell office:value-type="float" office:value="5" table:number-rows-spanned="2">\
        <text:p>5</text:p></table:table-cell></table:table-row>\
        <table:table-row>\(Self.text("B<text:line-break/>b"))<table:table-cell/>\
        <table:covered-table-cell/></table:table-row>\
        <table:table-row table:number-rows-repeated="2" table:visibility="filter">\(Self.text("C"))\
        </table:table-row><table:table-row table:number-rows-repeated="1048571">\
        <table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>
        """,
        styles: """
          <style:style style:name="h"><style:table-properties table:display="false"/></style:style>
          <style:style style:name="v"><style:table-properties table:display="true"/></style:style>
          """))
    #expect(table.file.header == ["code", "memo", "price"])
    #expect(table.texts == [["A", "", "5"], ["B\nb", "", "5"]])
    #expect(table.file.hiddenColumns == [1...1])
    #expect(
      table.remarks == [.hiddenSheets(["Lists"]), .hiddenRows([4...5]), .merged(["C2:C3"])])
  }

  @Test func `a document with a password is named`() throws {
    var zip = StoredZip()
    zip.entries = [
      .init("content.xml", [1, 2, 3]),
      .init(
        "META-INF/manifest.xml",
        "<m:manifest xmlns:m=\"m\"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>"),
    ]
    #expect(try failure("a.ods", zip.bytes)?.reason == .other(.password))
  }
}
