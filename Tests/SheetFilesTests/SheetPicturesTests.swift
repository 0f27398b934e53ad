import SheetFiles
import Testing

@Suite(.timeLimit(.minutes(60))) struct SheetPicturesTests {
  private static let relations =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  private static func links(_ items: [(String, String, String)]) -> String {
    let links = items.map { id, type, target in
      "<Relationship Id=\"\(id)\" Type=\"\(relations)/\(type)\" Target=\"\(target)\"/>"
    }
    return "<Relationships>\(links.joined())</Relationships>"
  }

  private static let blip = "<a:blip r:embed=\"rId1\"/>"

  private static let parts = [
    (
      "xl/_rels/workbook.xml.rels",
      links([
        ("rId1", "worksheet", "worksheets/sheet1.xml"), ("rId2", "sheetMetadata", "metadata.xml"),
        ("rId3", "rdRichValue", "richData/rdrichvalue.xml"),
        ("rId4", "richValueRel", "richData/richValueRel.xml"),
      ])
    ),
    ("xl/worksheets/_rels/sheet1.xml.rels", links([("rId1", "drawing", "../drawings/d.xml")])),
    (
      "xl/drawings/d.xml",
      """
      <wsDr xmlns:a="a" xmlns:r="r"><twoCellAnchor><from><col>4</col><row>1</row></from><to>\
      <col>5</col><row>3</row></to><pic>\(blip)</pic></twoCellAnchor></wsDr>
      """
    ),
    ("xl/drawings/_rels/d.xml.rels", links([("rId1", "image", "../media/1.png")])),
    (
      "xl/cellimages.xml",
      "<cellImages xmlns:a=\"a\" xmlns:r=\"r\"><pic><cNvPr name=\"ID_A\"/>\(blip)</pic></cellImages>"
    ),
    ("xl/_rels/cellimages.xml.rels", links([("rId1", "image", "media/2.png")])),
    (
      "xl/metadata.xml",
      """
      <metadata><futureMetadata name="XLRICHVALUE"><bk><rvb i="0"/></bk></futureMetadata>\
      <valueMetadata><bk><rc t="1" v="0"/></bk></valueMetadata></metadata>
      """
    ),
    ("xl/richData/rdrichvalue.xml", "<rvData><rv s=\"0\"><v>0</v><v>5</v></rv></rvData>"),
    ("xl/richData/richValueRel.xml", "<rels xmlns:r=\"r\"><rel r:id=\"rId1\"/></rels>"),
    ("xl/richData/_rels/richValueRel.xml.rels", links([("rId1", "image", "../media/3.png")])),
  ]

  /// A sheet with a drawing at E2, the function of WPS in E3, and a picture in the cell E4.
  private static var book: [UInt8] {
    let book = Book(
      """
      <worksheet xmlns="\(Book.namespace)" xmlns:r="\(relations)"><sheetData><row r="1">\
      <c r="A1" t="str"><v>code</v></c><c r="E1" t="str"><v>photo</v></c></row>\
      <row r="2"><c r="A2"><v>1</v></c></row><row r="3"><c r="A3"><v>2</v></c>\
      <c r="E3" t="str"><f>_xlfn.DISPIMG("ID_A",1)</f><v>=DISPIMG("ID_A",1)</v></c></row>\
      <row r="4"><c r="A4"><v>3</v></c><c r="E4" t="e" vm="1"><v>#VALUE!</v></c></row></sheetData>\
      <drawing r:id="rId1"/></worksheet>
      """)
    return adding(parts, to: book.zip)
  }

  /// The file with these parts, the pictures, and the list of all parts.
  private static func adding(_ texts: [(String, String)], to zip: StoredZip) -> [UInt8] {
    var zip = zip
    zip.entries.removeAll { $0.name == "xl/_rels/workbook.xml.rels" }
    zip.entries += texts.map { StoredZip.Entry($0.0, $0.1) }
    for number in 1...3 { zip.entries.append(.init("xl/media/\(number).png", [UInt8(number)])) }
    return zip.bytes
  }

  @Test func `pictures belong to the cells in which they are`() throws {
    let file = try TemporaryFile("a.xlsx", Self.book)
    let pictures = try #require(try SheetPictures(file.path, sheet: "Sheet1"))
    #expect(pictures.pictures.map(\.row) == [2, 3, 4])
    #expect(pictures.pictures.map(\.column) == [4, 4, 4])
    #expect(try pictures.pictures.map { try pictures.bytes(of: $0) } == [[1], [2], [3]])
    let table = try Table(file.path)
    #expect(table.texts == [["1"], ["2"], ["3"]])
  }

  @Test func `a sheet without pictures has none`() throws {
    let book = Book("<sheetData><row r=\"1\"><c r=\"A1\"><v>1</v></c></row></sheetData>")
    let file = try TemporaryFile("a.xlsx", book.bytes)
    #expect(try SheetPictures(file.path, sheet: "Sheet1") == nil)
  }
}
