/// A spreadsheet file that is written by hand, in the shape of one program or another.
struct Book {
  /// The element `sheetData` of the only sheet, or the whole XML of it.
  var sheet: String
  var sharedTexts: String?
  var styles: String?
  var workbookProperties = ""
  var sheets = #"<sheet name="Sheet1" sheetId="1" r:id="rId1"/>"#
  /// Where the parts are, as the relationships have it.
  var workbookTarget = "xl/workbook.xml"
  var sheetTarget = "worksheets/sheet1.xml"
  /// The beginning of the types of relationships.
  var types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  init(_ sheet: String) { self.sheet = sheet }

  static let namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

  var zip: StoredZip {
    let head = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
    let relation = { (id: String, type: String, target: String) in
      #"<Relationship Id="\#(id)" Type="\#(types)/\#(type)" Target="\#(target)"/>"#
    }
    let list = { (items: String) in
      #"\#(head)<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\#(items)</Relationships>"#
    }
    var parts = relation("rId1", "worksheet", sheetTarget)
    if sharedTexts != nil { parts += relation("rId2", "sharedStrings", "sharedStrings.xml") }
    if styles != nil { parts += relation("rId3", "styles", "/xl/styles.xml") }
    let workbook = #"""
      \#(head)<workbook xmlns="\#(Self.namespace)" xmlns:r="\#(types)">\#(workbookProperties)\#
      <sheets>\#(sheets)</sheets></workbook>
      """#
    var zip = StoredZip()
    zip.entries = [
      .init("_rels/.rels", list(relation("rId1", "officeDocument", workbookTarget))),
      .init("xl/workbook.xml", workbook),
      .init("xl/_rels/workbook.xml.rels", list(parts)),
      .init("xl/worksheets/sheet1.xml", head + sheetXML),
    ]
    if let sharedTexts {
      zip.entries.append(.init("xl/sharedStrings.xml", "\(head)<sst>\(sharedTexts)</sst>"))
    }
    if let styles {
      zip.entries.append(.init("xl/styles.xml", "\(head)<styleSheet>\(styles)</styleSheet>"))
    }
    return zip
  }

  var bytes: [UInt8] { zip.bytes }

  private var sheetXML: String {
    sheet.hasPrefix("<sheetData")
      ? #"<worksheet xmlns="\#(Self.namespace)">\#(sheet)</worksheet>"# : sheet
  }
}
