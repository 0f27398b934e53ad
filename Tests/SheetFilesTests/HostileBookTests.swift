import SheetFiles
import Testing

/// Spreadsheets that were made to exhaust the program that reads them.
@Suite(.timeLimit(.minutes(60))) struct HostileBookTests {
  private static let rows = """
    <sheetData><row><c t="str"><v>a</v></c></row><row><c><v>1</v></c></row></sheetData>
    """

  @Test func `too many entries are refused`() throws {
    var zip = Book(Self.rows).zip
    zip.entries += (0...SheetLimits.zipEntries).map { .init("\($0)", []) }
    #expect(
      try failure("a.xlsx", zip.bytes)?.reason
        == .suspicious(.entries(zip.entries.count, limit: SheetLimits.zipEntries)))
  }

  @Test func `a part that claims to be huge is refused before it is read`() throws {
    var zip = Book(Self.rows).zip
    zip.entries[3].claimedSize = SheetLimits.partBytes + 1
    zip.entries[3].claimedCompression = zip.entries[3].content.count
    #expect(
      try failure("a.xlsx", zip.bytes)?.reason
        == .suspicious(.size(limit: SheetLimits.partBytes)))
  }

  @Test func `a part that is compressed too well is refused before it is read`() throws {
    var zip = Book(Self.rows).zip
    zip.entries[3].claimedSize = 20 << 20
    zip.entries[3].claimedCompression = zip.entries[3].content.count
    #expect(
      try failure("a.xlsx", zip.bytes)?.reason
        == .suspicious(.compression(limit: SheetLimits.compression)))
  }

  @Test func `a page whose cells cover each other is refused`() throws {
    let rows = String(repeating: "<tr><td rowspan=1000000>x</td></tr>", count: 5_000)
    #expect(
      try failure("a.xls", Array("<table>\(rows)</table>".utf8))?.reason
        == .suspicious(.cells(limit: SheetLimits.pageCells)))
  }

  @Test func `a document type is refused, so that no entity grows`() throws {
    let book = Book(
      """
      <!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>\
      <worksheet>\(Self.rows.replacing(">1<", with: ">&b;<"))</worksheet>
      """)
    #expect(try failure("a.xlsx", book.bytes)?.reason == .suspicious(.entities))
  }

  @Test func `deep XML is refused`() throws {
    let book = Book(
      String(repeating: "<a>", count: 100) + Self.rows + String(repeating: "</a>", count: 100))
    #expect(
      try failure("a.xlsx", book.bytes)?.reason
        == .suspicious(.depth(limit: SheetLimits.depth)))
  }

  @Test(arguments: ["<c t=\"str\"><v>LONG</v></c>", "<c><f>LONG</f></c>", "<c r=\"LONG\"/>"])
  func `a long value is refused`(xml: String) throws {
    let long = String(repeating: "x", count: SheetLimits.cellBytes + 70_000)
    let row = xml.replacing("LONG", with: long)
    let book = Book(Self.rows.replacing("<row><c><v>1</v></c></row>", with: "<row>\(row)</row>"))
    #expect(
      try failure("a.xlsx", book.bytes)?.reason == .valueTooLong(limit: SheetLimits.cellBytes))
  }

  @Test func `a long shared text is refused`() throws {
    var book = Book(Self.rows)
    book.sharedTexts =
      "<si><t>\(String(repeating: "x", count: SheetLimits.cellBytes + 1))</t></si>"
    #expect(
      try failure("a.xlsx", book.bytes)?.reason == .valueTooLong(limit: SheetLimits.cellBytes))
  }

  @Test func `a path out of the file finds no entry`() throws {
    var book = Book(Self.rows)
    book.sheetTarget = "../../../../etc/passwd"
    guard case .damaged = try failure("a.xlsx", book.bytes)?.reason else {
      Issue.record("a part outside of the file was read")
      return
    }
  }

  @Test(arguments: 0..<6)
  func `a missing part is damage`(index: Int) throws {
    var book = Book(Self.rows)
    book.sharedTexts = ""
    book.styles = ""
    var zip = book.zip
    zip.entries.remove(at: index)
    guard case .damaged = try failure("a.xlsx", zip.bytes)?.reason else {
      Issue.record("a spreadsheet without part \(index) was read")
      return
    }
  }
}
