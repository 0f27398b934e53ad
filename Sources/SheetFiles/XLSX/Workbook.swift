/// The parts of a spreadsheet file, found by their relationships (ECMA-376, part 2).
struct Workbook {
  struct Sheet {
    let name: String
    let isVisible: Bool
    fileprivate let relationship: String
  }

  /// The sheets with cells, in the order of their tabs.
  private(set) var sheets: [Sheet] = []
  let uses1904: Bool
  var path: String { archive.path }
  private let archive: ZipArchive
  private let base: String
  private let relationships: Relationships

  init(_ archive: ZipArchive) throws(SheetError) {
    self.archive = archive
    let root = try Relationships(of: "", in: archive)
    guard let part = root.target(ofType: "officeDocument"), let entry = try archive.entry(part)
    else { throw archive.failure(.damaged(detail: "it has no workbook")) }
    let list = try WorkbookPart(entry, in: archive.path)
    try list.parse()
    base = part
    uses1904 = list.uses1904
    relationships = try Relationships(of: base, in: archive)
    for sheet in list.sheets where relationships.type(of: sheet.relationship) == "worksheet" {
      sheets.append(sheet)
    }
  }

  func sheet(_ options: SheetOptions) throws(SheetError) -> Sheet {
    let names = sheets.map(\.name)
    guard let index = options.index(among: names, isVisible: { sheets[$0].isVisible }) else {
      throw archive.failure(.noSheet(options.sheet, names: names))
    }
    return sheets[index]
  }

  /// The name of the part of a sheet.
  func partName(of sheet: Sheet) -> String {
    relationships.target(of: sheet.relationship) ?? sheet.relationship
  }

  /// The name of the part of the workbook of a type; nil without one.
  func partName(ofType type: String) -> String? { relationships.target(ofType: type) }

  func entry(of sheet: Sheet) throws(SheetError) -> ZipEntry {
    try part(partName(of: sheet))
  }

  /// The part of the workbook of a type that a spreadsheet may lack.
  func entry(ofType type: String) throws(SheetError) -> ZipEntry? {
    try relationships.target(ofType: type).map { target throws(SheetError) in try part(target) }
  }

  private func part(_ name: String) throws(SheetError) -> ZipEntry {
    guard let entry = try archive.entry(name) else {
      throw archive.failure(.damaged(detail: "\(name) is missing"))
    }
    return entry
  }
}

/// The part with the names of all sheets.
private final class WorkbookPart: XMLPart {
  private(set) var sheets: [Workbook.Sheet] = []
  private(set) var uses1904 = false

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    if name == "workbookPr" { uses1904 = attributes.isTrue("date1904") }
    if name == "sheet", let title = attributes["name"], let relationship = attributes["id"] {
      let isVisible = attributes["state"].map { $0 == "visible" } ?? true
      sheets.append(.init(name: title, isVisible: isVisible, relationship: relationship))
    }
  }
}
