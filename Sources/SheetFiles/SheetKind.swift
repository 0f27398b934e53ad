import Foundation

/// Finds out what a file is: by its first bytes, since names are often wrong, and otherwise by the
/// ending of its name.
enum SheetKind {
  static func format(of path: String) throws(SheetError) -> SheetFormat {
    let start = firstBytes(of: path)
    if start.starts(with: ZipArchive.signature) { return try zipFormat(of: path) }
    if start.starts(with: ZipArchive.oldSignature) {
      throw SheetError(path: path, reason: .other(CompoundFile.kind(of: path)))
    }
    if let kind = signatures.first(where: { start.starts(with: $0.bytes) })?.kind {
      throw SheetError(path: path, reason: .other(kind))
    }
    if let format = try markup(text(of: start), path) { return format }
    if let format = try notation(text(of: start), path) { return format }
    return try named(path)
  }

  private static func named(_ path: String) throws(SheetError) -> SheetFormat {
    if let format = SheetFormat(path: path) { return format }
    switch ending(of: path) {
    // Many programs write text with tabs and call it a spreadsheet.
    case "txt", "tab", "xls", "asc", "text": return .csv
    case "ndjson": return .jsonl
    case "xlsm", "xltx", "xltm": return .xlsx
    case "ots", "fods": return .ods
    case "xlsb": throw SheetError(path: path, reason: .other(.binary))
    case "numbers": throw SheetError(path: path, reason: .other(.numbers))
    case "cell", "hcdt", "hcell", "nxl": throw SheetError(path: path, reason: .other(.hancom))
    case "gsheet": throw SheetError(path: path, reason: .other(.link))
    default: throw SheetError(path: path, reason: .unknownFormat)
    }
  }

  static func ending(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }

  private static func zipFormat(of path: String) throws(SheetError) -> SheetFormat {
    // A damaged spreadsheet is reported by its reader.
    guard let archive = try? ZipArchive(path) else { return try named(path) }
    if archive.has("xl/workbook.bin") { throw archive.failure(.other(.binary)) }
    if archive.has("[Content_Types].xml") || archive.has("_rels/.rels") {
      if archive.has("word/document.xml") || archive.has("ppt/presentation.xml") {
        throw archive.failure(.other(.document))
      }
      return .xlsx
    }
    if archive.has("content.xml") { return .ods }
    if archive.has("Index.zip") || archive.has("Index/Document.iwa") {
      throw archive.failure(.other(.numbers))
    }
    if ["cell", "hcdt", "hcell"].contains(ending(of: path)) {
      throw archive.failure(.other(.hancom))
    }
    let format = SheetFormat(path: path)
    guard format == .xlsx || format == .ods else { throw archive.failure(.other(.zip)) }
    return .xlsx
  }

  private static let signatures: [(bytes: [UInt8], kind: OtherFile)] = [
    (Array("%PDF".utf8), .document), ([0xFF, 0xD8, 0xFF], .picture),
    ([0x89, 0x50, 0x4E, 0x47], .picture), (Array("GIF8".utf8), .picture), ([0x1F, 0x8B], .zip),
    (Array("Rar!".utf8), .zip), ([0x37, 0x7A, 0xBC, 0xAF], .zip),
    ([0x09, 0x08, 0x10, 0x00], .oldSpreadsheet), ([0x09, 0x08, 0x08, 0x00], .oldSpreadsheet),
    ([0x09, 0x04, 0x06, 0x00], .oldSpreadsheet), ([0x09, 0x02, 0x06, 0x00], .oldSpreadsheet),
  ]

  /// What a text that begins with `<` is; nil if it is no markup that is known.
  private static func markup(_ text: String, _ path: String) throws(SheetError) -> SheetFormat? {
    let lowercased = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
    guard lowercased.hasPrefix("<") else { return nil }
    if lowercased.contains("urn:schemas-microsoft-com:office:spreadsheet"),
      lowercased.contains("<workbook")
    {
      throw SheetError(path: path, reason: .other(.xml))
    }
    let pages = ["<!doctype html", "<html", "<table", "<head", "<body", "<meta", "<div", "<style"]
    if pages.contains(where: lowercased.hasPrefix) { return .html }
    return lowercased.contains("<html") || lowercased.contains("<table") ? .html : nil
  }

  /// What a text is that begins with brackets of JSON or RTF; nil if its name says it, or nothing.
  private static func notation(_ text: String, _ path: String) throws(SheetError) -> SheetFormat? {
    guard ![.json, .jsonl].contains(SheetFormat(path: path)), ending(of: path) != "ndjson" else {
      return nil
    }
    switch String(text.filter { !$0.isWhitespace && $0 != "\u{FEFF}" }.prefix(2)) {
    case "[{": return .json
    case "{\"": return .jsonl
    case "{\\": throw SheetError(path: path, reason: .other(.document))
    default: return nil
    }
  }

  /// The beginning as text, as far as it is ASCII.
  private static func text(of bytes: [UInt8]) -> String {
    let isUTF16 = EncodingMark(bytes)?.encoding == .utf16
    return String(decoding: isUTF16 ? bytes.filter { $0 != 0 && $0 < 0x80 } : bytes, as: UTF8.self)
  }

  private static func firstBytes(of path: String) -> [UInt8] {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let file = FileHandle(forReadingAtPath: path)
    else { return [] }
    defer { try? file.close() }
    return [UInt8]((try? file.read(upToCount: 4096)) ?? Data())
  }
}

/// A file that is no table that can be read.
package enum OtherFile: Hashable, Sendable {
  /// A spreadsheet of Excel before 2007.
  case oldSpreadsheet
  case password
  /// `.xlsb`.
  case binary
  /// A spreadsheet of Excel 2003 as XML.
  case xml
  case numbers
  case hancom
  /// A `.gsheet`, which only has an address.
  case link
  case document
  case picture
  case zip
}

/// A compound file: the format of Office before 2007, and of files with a password.
enum CompoundFile {
  /// What the names of the streams say.
  static func kind(of path: String) -> OtherFile {
    let ending = SheetKind.ending(of: path)
    let isHancom = ["cell", "hcdt", "hcell", "nxl"].contains(ending)
    guard let file = FileHandle(forReadingAtPath: path),
      let header = try? file.read(upToCount: 512), header.count == 512
    else { return isHancom ? .hancom : .oldSpreadsheet }
    defer { try? file.close() }
    let header16 = [UInt8](header)
    let sector = 1 << Int(min(header16[0x1E], 16))
    let first = (0..<4).reduce(0) { $0 | Int(header16[0x30 + $1]) << (8 * $1) }
    try? file.seek(toOffset: UInt64(first + 1) * UInt64(sector))
    let entries = [UInt8]((try? file.read(upToCount: 4 * sector)) ?? Data())
    // Names are in UTF-16, and all of these in ASCII.
    let names = String(decoding: entries.filter { (0x20..<0x7F).contains($0) }, as: UTF8.self)
    if names.contains("EncryptedPackage") || names.contains("EncryptionInfo") { return .password }
    if isHancom || names.contains("Hwp") { return .hancom }
    if names.contains("WordDocument") || names.contains("PowerPoint") { return .document }
    return .oldSpreadsheet
  }
}
