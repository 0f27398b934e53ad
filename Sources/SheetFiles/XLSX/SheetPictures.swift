/// A picture that belongs to a cell of a spreadsheet.
package struct SheetPicture: Hashable, Sendable {
  /// The row from 1, and the column from 0.
  package let row: Int
  package let column: Int
  /// The name of its part in the file, such as `xl/media/image1.png`.
  package let part: String
}

/// The pictures of a sheet: those that lie on it, at the cell of their upper left corner; WPS pictures
/// of the function `DISPIMG`; and the pictures that Excel places in cells.
package final class SheetPictures {
  /// In the order of their rows and columns.
  package private(set) var pictures: [SheetPicture] = []
  private let archive: ZipArchive
  private let workbook: Workbook

  /// Returns nil if the sheet has no picture.
  package init?(_ path: String, sheet name: String) throws(SheetError) {
    archive = try ZipArchive(path)
    workbook = try Workbook(archive)
    let part = try workbook.partName(of: workbook.sheet(SheetOptions(sheet: name)))
    let cells = try PictureCells(part, archive)
    var found = try drawn(cells.drawings, on: part)
    for (id, row, column) in cells.functions {
      if let part = try functionParts()[id] { found.append((row, column, part)) }
    }
    if !cells.values.isEmpty {
      let parts = try valueParts()
      for (value, row, column) in cells.values where parts.indices.contains(value - 1) {
        if let part = parts[value - 1] { found.append((row, column, part)) }
      }
    }
    for (row, column, part) in found {
      // A picture in merged cells belongs to all their rows.
      let area = cells.merged.first { $0.column == column && $0.rows.contains(row) }
      let rows = area?.rows ?? row...row
      guard pictures.count + rows.count <= SheetLimits.pictures else {
        throw archive.failure(.suspicious(.pictures(limit: SheetLimits.pictures)))
      }
      for row in rows {
        pictures.append(SheetPicture(row: row, column: column, part: part))
      }
    }
    if pictures.isEmpty { return nil }
    pictures.sort { ($0.row, $0.column) < ($1.row, $1.column) }
  }

  /// The bytes of a picture, as it was put into the file.
  package func bytes(of picture: SheetPicture) throws(SheetError) -> [UInt8] {
    guard let entry = try archive.entry(picture.part) else {
      throw archive.failure(.damaged(detail: "\(picture.part) is missing"))
    }
    var bytes: [UInt8] = []
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { block.deallocate() }
    while true {
      let count = try entry.read(into: block)
      if count == 0 { return bytes }
      bytes += block[..<count]
      guard bytes.count <= SheetLimits.pictureBytes else {
        throw archive.failure(.suspicious(.size(limit: SheetLimits.pictureBytes)))
      }
    }
  }

  private typealias Found = (row: Int, column: Int, part: String)

  /// The pictures of the drawings that lie on the sheet.
  private func drawn(_ ids: [String], on sheet: String) throws(SheetError) -> [Found] {
    var found: [Found] = []
    for id in ids {
      guard let part = try Relationships(of: sheet, in: archive).target(of: id),
        let entry = try archive.entry(part), let targets = try? Relationships(of: part, in: archive)
      else { continue }
      var (place, corner): ((row: Int, column: Int), Bool) = ((-1, -1), false)
      let walk = try XMLWalk(entry, in: archive.path)
      walk.onStart = { name, attributes in
        if name == "from" { corner = true }
        if name == "absoluteAnchor" { place = (-1, -1) }
        if name == "blip", place.row >= 0,
          let target = attributes["embed"].flatMap({ targets.target(of: $0) })
        {
          found.append((place.row + 1, place.column, target))
        }
      }
      walk.onEnd = { name, text in
        if name == "from" { corner = false }
        if corner, name == "row" { place.row = Int(text) ?? -1 }
        if corner, name == "col" { place.column = Int(text) ?? -1 }
      }
      try walk.parse()
    }
    return found
  }

  /// The parts of WPS pictures by their ids.
  private func functionParts() throws(SheetError) -> [String: String] {
    let part = "xl/cellimages.xml"
    guard let entry = try archive.entry(part),
      let targets = try? Relationships(of: part, in: archive)
    else { return [:] }
    var parts: [String: String] = [:]
    var id = ""
    let walk = try XMLWalk(entry, in: archive.path)
    walk.onStart = { name, attributes in
      if name == "cNvPr" { id = attributes["name"] ?? "" }
      if name == "blip", let target = attributes["embed"].flatMap({ targets.target(of: $0) }) {
        parts[id] = target
      }
    }
    try walk.parse()
    return parts
  }

  /// The parts of the pictures in cells, by the number that the cells have, from 1.
  private func valueParts() throws(SheetError) -> [String?] {
    guard let metadata = try workbook.entry(ofType: "sheetMetadata"),
      let values = try workbook.entry(ofType: "rdRichValue"),
      let list = workbook.partName(ofType: "richValueRel"), let links = try archive.entry(list),
      let targets = try? Relationships(of: list, in: archive)
    else { return [] }
    var (kinds, cells, isCells): ([Int], [Int], Bool) = ([], [], false)
    var walk = try XMLWalk(metadata, in: archive.path)
    walk.onStart = { name, attributes in
      if name == "valueMetadata" { isCells = true }
      if name == "rvb", let index = attributes["i"].flatMap({ Int($0) }) { kinds.append(index) }
      if name == "rc", isCells { cells.append(attributes["v"].flatMap { Int($0) } ?? -1) }
    }
    try walk.parse()
    // The first value of each is the number of its link.
    var (numbers, isFirst): ([Int], Bool) = ([], false)
    walk = try XMLWalk(values, in: archive.path)
    walk.onStart = { name, _ in if name == "rv" { isFirst = true } }
    walk.onEnd = { name, text in
      guard name.letter == UInt8(ascii: "v"), isFirst else { return }
      numbers.append(Int(text) ?? -1)
      isFirst = false
    }
    try walk.parse()
    var parts: [String?] = []
    walk = try XMLWalk(links, in: archive.path)
    walk.onStart = { name, attributes in
      if name == "rel" { parts.append(attributes["id"].flatMap({ targets.target(of: $0) })) }
    }
    try walk.parse()
    func element<Element>(_ list: [Element], _ index: Int?) -> Element? {
      index.flatMap { list.indices.contains($0) ? list[$0] : nil }
    }
    return cells.map { cell in
      element(parts, element(numbers, element(kinds, cell))).flatMap { $0 }
    }
  }
}

/// Which cells of a sheet have pictures.
private struct PictureCells {
  private(set) var drawings: [String] = []
  /// The ids of the function `DISPIMG`.
  private(set) var functions: [(id: String, row: Int, column: Int)] = []
  /// The numbers of values that are more than texts and numbers.
  private(set) var values: [(number: Int, row: Int, column: Int)] = []
  private(set) var merged: [MergedCells.Area] = []

  init(_ part: String, _ archive: ZipArchive) throws(SheetError) {
    guard let entry = try archive.entry(part) else { return }
    let walk = try XMLWalk(entry, in: archive.path)
    var found = PictureCells()
    var (row, column) = (0, -1)
    walk.onStart = { name, attributes in
      if name == "row" {
        row = attributes["r"].flatMap { Int($0) } ?? row + 1
        column = -1
      } else if name.letter == UInt8(ascii: "c") {
        column = attributes["r"].flatMap { CellReference.column($0) } ?? column + 1
        if let value = attributes["vm"].flatMap({ Int($0) }) {
          found.values.append((value, row, column))
        }
      } else if name == "drawing", let id = attributes["id"] {
        found.drawings.append(id)
      } else if name == "mergeCell", let area = attributes["ref"].flatMap(MergedCells.Area.init) {
        found.merged.append(area)
      }
    }
    walk.onEnd = { name, text in
      guard name.letter == UInt8(ascii: "f"), let id = Self.functionID(text) else { return }
      found.functions.append((id, row, column))
    }
    try walk.parse()
    self = found
  }

  private init() {}

  private static func functionID(_ formula: String) -> String? {
    guard formula.contains("DISPIMG(") else { return nil }
    let parts = formula.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.count > 2 ? String(parts[1]) : nil
  }
}

/// A part whose elements closures receive; for small parts.
private final class XMLWalk: XMLPart {
  var onStart: (XMLName, XMLAttributes) -> Void = { _, _ in }
  /// Also receives the text since the last tag, of at most a thousand bytes.
  var onEnd: (XMLName, String) -> Void = { _, _ in }
  private var collected: [UInt8] = []

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    collected.removeAll(keepingCapacity: true)
    onStart(name, attributes)
  }

  override func end(_ name: XMLName) {
    onEnd(name, String(decoding: collected, as: UTF8.self))
    collected.removeAll(keepingCapacity: true)
  }

  override func text(_ bytes: UnsafeRawBufferPointer) {
    if collected.count + bytes.count <= 1000 { collected += bytes }
  }
}
