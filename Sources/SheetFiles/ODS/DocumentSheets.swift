/// The sheets of an OpenDocument spreadsheet, which are all in one part.
final class DocumentSheets: XMLPart {
  struct Sheet {
    /// Its place among all sheets, from 0.
    let index: Int
    let name: String
    /// The names of all sheets that are not hidden.
    let visible: [String]
    /// What there is to say about the other sheets.
    var remarks: [SheetRemark] = []
  }

  private var sheets: [(name: String, style: String)] = []
  private var hiddenStyles: Set<String> = []
  private var style = ""
  private var depth = 0

  /// Opens a sheet for reading its rows.
  static func open(_ path: String, _ options: SheetOptions) throws(SheetError) -> DocumentRows {
    let archive = try ZipArchive(path)
    func content() throws(SheetError) -> ZipEntry {
      guard let entry = try archive.entry("content.xml") else {
        throw archive.failure(.damaged(detail: "content.xml is missing"))
      }
      return entry
    }
    if archive.has("encrypted-package") { throw archive.failure(.other(.password)) }
    let list = try DocumentSheets(content(), in: path)
    do {
      try list.parse()
    } catch {
      // The parts of a file with a password are no XML.
      guard case .damaged = error.reason, try isEncrypted(archive) else { throw error }
      throw archive.failure(.other(.password))
    }
    let sheet = try list.sheet(options, archive)
    return try DocumentRows(content(), in: path, sheet, takesHidden: options.takesHidden)
  }

  private static func isEncrypted(_ archive: ZipArchive) throws(SheetError) -> Bool {
    guard let entry = try archive.entry("META-INF/manifest.xml") else { return false }
    let manifest = try Manifest(entry, in: archive.path)
    try manifest.parse()
    return manifest.isEncrypted
  }

  private func sheet(
    _ options: SheetOptions, _ archive: ZipArchive
  ) throws(SheetError) -> Sheet {
    let hidden = sheets.indices.filter { hiddenStyles.contains(sheets[$0].style) }
    let names = sheets.map(\.name)
    guard let found = options.index(among: names, isVisible: { !hidden.contains($0) }) else {
      throw archive.failure(.noSheet(options.sheet, names: names))
    }
    let others = hidden.filter { $0 != found }.map { sheets[$0].name }
    return Sheet(
      index: found, name: sheets[found].name,
      visible: sheets.indices.filter { !hidden.contains($0) }.map { sheets[$0].name },
      remarks: others.isEmpty ? [] : [.hiddenSheets(others)])
  }

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    if name == "style" {
      style = attributes["name"] ?? ""
    } else if name == "table-properties", attributes["display"] == "false" {
      hiddenStyles.insert(style)
    } else if name == "table" {
      // A table in a cell is no sheet.
      if depth == 0 {
        sheets.append((attributes["name"] ?? "", attributes["style-name"] ?? ""))
      }
      depth += 1
    }
  }

  override func end(_ name: XMLName) { if name == "table" { depth -= 1 } }
}

/// The list of the parts of a document.
private final class Manifest: XMLPart {
  private(set) var isEncrypted = false

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    if name == "encryption-data" { isEncrypted = true }
  }
}
