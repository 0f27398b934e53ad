import CZip
import CommandLanguage
import Foundation
import MarketServer
import MarketService
import MarketShell
import MarketStores
import MarketWire
import Photos
import SellerFiles
import SheetFiles

/// Everything that reads bytes from others: a reader must return or throw, whatever they are.
enum Readers {
  static let all: [String: @Sendable ([UInt8]) throws -> Void] = [
    "json": { _ = try JSON(parsing: $0) },
    "answers": { bytes in
      let response = HTTPResponse(status: 200, headers: [.revision: "7"], body: bytes)
      _ = try? ListProducts.decode(response)
      _ = try? ListChanges.decode(response)
      _ = try? ShowProduct.decode(response)
    },
    "multipart": {
      _ = try MultipartReader.parts(of: $0, contentType: "multipart/form-data; boundary=b")
    },
    "heads": { _ = FirstHead($0) },
    "targets": { bytes in
      let target = try RequestTarget(parsing: String(decoding: bytes, as: UTF8.self))
      _ = try? ListProducts(target: target)
      _ = try? ListChanges(target: target)
    },
    "photos": { bytes in
      _ = try PhotoHeader.read(bytes)
      _ = try MetadataStripper.strip(bytes)
    },
    "csv": { try rows($0, "csv") }, "jsonl": { try rows($0, "jsonl") },
    "html": { try rows($0, "html") },
    "zips": { try rows($0, "xlsx") },
    "xlsx": { bytes in
      let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      let names = ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml"]
      try rows(Array(zip(names, parts)) + frame.map { ($0.0, $0.1[...]) }, "xlsx")
    },
    "ods": { bytes in
      let kind = Array("application/vnd.oasis.opendocument.spreadsheet".utf8)
      try rows([("mimetype", kind[...]), ("content.xml", bytes[...])], "ods")
    },
    "lines": { bytes in
      for command in Tokenizer(String(decoding: bytes, as: UTF8.self)) {
        guard let words = try? Variables().words(of: command) else { continue }
        _ = parser.parse(
          words, in: ReadingContext(now: Date(timeIntervalSince1970: 0), timeZone: .gmt))
      }
    },
    "history": { bytes in
      let file = try File(bytes, "history")
      _ = HistoryFile(path: file.path) { WireDate(milliseconds: 0) }.load()
    },
    "backups": { bytes in
      let file = try File(bytes, "tar")
      _ = try MarketService.restore(file.path, to: file.path + "-market")
    },
  ]

  private static let parser = Parser(commands: CommandRegistry.specs)

  /// What an `.xlsx` has beside its first sheet, its texts and its formats.
  private static let frame: [(String, [UInt8])] = {
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let package = "http://schemas.openxmlformats.org/package/2006/relationships"
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    let list = { (parts: [(type: String, target: String)]) in
      let relations = parts.enumerated().map {
        #"<Relationship Id="r\#($0)" Type="\#(office)/\#($1.type)" Target="\#($1.target)"/>"#
      }
      return Array(
        #"<Relationships xmlns="\#(package)">\#(relations.joined())</Relationships>"#.utf8)
    }
    let sheets = #"<sheets><sheet name="One" sheetId="1" r:id="r0"/></sheets>"#
    return [
      ("_rels/.rels", list([("officeDocument", "xl/workbook.xml")])),
      (
        "xl/workbook.xml",
        Array(#"<workbook xmlns="\#(main)" xmlns:r="\#(office)">\#(sheets)</workbook>"#.utf8)
      ),
      (
        "xl/_rels/workbook.xml.rels",
        list([
          ("worksheet", "worksheets/sheet1.xml"), ("sharedStrings", "sharedStrings.xml"),
          ("styles", "styles.xml"),
        ])
      ),
    ]
  }()

  /// The rows of a zip with these parts, which libzip packs: no input has to hit a checksum.
  private static func rows(_ parts: [(String, ArraySlice<UInt8>)], _ ending: String) throws {
    let file = try File([], ending)
    guard let archive = zip_open(file.path, ZIP_CREATE | ZIP_TRUNCATE, nil) else { return }
    for (name, bytes) in parts {
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      copy.copyBytes(from: bytes)
      let source = zip_source_buffer(archive, copy.baseAddress, zip_uint64_t(bytes.count), 1)
      let index = zip_file_add(archive, name, source, 0)
      zip_set_file_compression(archive, zip_uint64_t(index), zip_int32_t(ZIP_CM_STORE), 0)
    }
    guard zip_close(archive) == 0 else { return }
    try rows(in: file)
  }

  private static func rows(_ bytes: [UInt8], _ ending: String) throws {
    try rows(in: File(bytes, ending))
  }

  private static func rows(in file: File) throws {
    let source = try SheetReader.open(file.path)
    var count = 0
    while count < 10_000, try source.next() != nil { count += 1 }
  }
}

/// A file with given bytes, which is deleted with the value, and whatever is made beside it.
private final class File {
  let path: String
  private let folder: URL

  init(_ bytes: [UInt8], _ ending: String) throws {
    folder = URL(filePath: "/dev/shm/market-fuzz-\(getpid())", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "input.\(ending)").path
    try Data(bytes).write(to: URL(filePath: path))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
