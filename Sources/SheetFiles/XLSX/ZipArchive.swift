import CZip
import Foundation

/// A zip that is read entry by entry, with limits against files that were made to be too much.
final class ZipArchive {
  /// The first bytes of a zip with entries.
  static let signature: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
  /// The first bytes of `.xls`, and of a spreadsheet with a password.
  static let oldSignature: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

  let path: String
  private let handle: OpaquePointer

  init(_ path: String) throws(SheetError) {
    try Self.checkStart(of: path)
    var code: Int32 = 0
    guard let handle = zip_open(path, ZIP_RDONLY, &code) else {
      throw SheetError(path: path, reason: Self.reason(ofOpening: code))
    }
    self.path = path
    self.handle = handle
    let count = Int(zip_get_num_entries(handle, 0))
    guard count <= SheetLimits.zipEntries else {
      throw failure(.suspicious(.entries(count, limit: SheetLimits.zipEntries)))
    }
    try checkSum(count)
  }

  deinit { zip_discard(handle) }

  /// Opens an entry; nil if there is none with this name, in any letter case.
  func entry(_ name: String) throws(SheetError) -> ZipEntry? {
    let exact = zip_name_locate(handle, name, 0)
    let index =
      exact >= 0 ? exact : zip_name_locate(handle, name, zip_flags_t(ZIP_FL_NOCASE))
    guard index >= 0 else { return nil }
    var status = zip_stat_t()
    guard zip_stat_index(handle, zip_uint64_t(index), 0, &status) == 0,
      let file = zip_fopen_index(handle, zip_uint64_t(index), 0)
    else { throw failure(.damaged(detail: "\(name): \(message)")) }
    let entry = ZipEntry(
      name, file: file, compressed: Int(clamping: status.comp_size), of: self)
    entry.size = Int(clamping: status.size)
    try entry.check(entry.size)
    return entry
  }

  /// Whether there is an entry with this name.
  func has(_ name: String) -> Bool { zip_name_locate(handle, name, 0) >= 0 }

  func failure(_ reason: SheetError.Reason) -> SheetError {
    SheetError(path: path, reason: reason)
  }

  private var message: String { String(cString: zip_strerror(handle)) }

  /// Refuses many parts that are small each, and too much together.
  private func checkSum(_ count: Int) throws(SheetError) {
    var sum = 0
    for index in 0..<count {
      var status = zip_stat_t()
      if zip_stat_index(handle, zip_uint64_t(index), 0, &status) == 0 {
        sum += min(Int(clamping: status.size), SheetLimits.allPartsBytes + 1)
      }
    }
    guard sum <= SheetLimits.allPartsBytes else {
      throw failure(.suspicious(.size(limit: SheetLimits.allPartsBytes)))
    }
  }

  private static func checkStart(of path: String) throws(SheetError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw SheetError(path: path, reason: .unreadable(errno: errno))
    }
    // libzip takes a folder for an empty zip, and waits for a pipe.
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SheetError(path: path, reason: .unreadable(errno: EISDIR))
    }
    guard access(path, R_OK) == 0 else {
      throw SheetError(path: path, reason: .unreadable(errno: errno))
    }
  }

  private static func reason(ofOpening code: Int32) -> SheetError.Reason {
    var error = zip_error_t()
    zip_error_init_with_code(&error, code)
    defer { zip_error_fini(&error) }
    return .damaged(detail: String(cString: zip_error_strerror(&error)))
  }
}

/// An entry of a zip as a stream of bytes; libzip checks its checksum at the end.
final class ZipEntry {
  let name: String
  /// The number of bytes that the zip claims.
  fileprivate(set) var size = 0
  private let archive: ZipArchive
  private let file: OpaquePointer
  private let compressed: Int
  private var count = 0

  fileprivate init(_ name: String, file: OpaquePointer, compressed: Int, of archive: ZipArchive) {
    self.name = name
    self.file = file
    self.compressed = compressed
    self.archive = archive
  }

  deinit { zip_fclose(file) }

  /// Fills a part of the buffer; returns 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SheetError) -> Int {
    let read = Int(zip_fread(file, buffer.baseAddress, zip_uint64_t(buffer.count)))
    guard read >= 0 else {
      let message = String(cString: zip_file_strerror(file))
      throw archive.failure(.damaged(detail: "\(name): \(message)"))
    }
    count += read
    // The claimed size may be a lie.
    try check(count)
    return read
  }

  fileprivate func check(_ size: Int) throws(SheetError) {
    guard size <= SheetLimits.partBytes else {
      throw archive.failure(.suspicious(.size(limit: SheetLimits.partBytes)))
    }
    if size > SheetLimits.checkedPartBytes, size / SheetLimits.compression > compressed {
      throw archive.failure(.suspicious(.compression(limit: SheetLimits.compression)))
    }
  }
}
