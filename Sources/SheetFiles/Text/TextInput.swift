import Foundation

/// A text file as bytes of UTF-8, read in blocks.
///
/// UTF-8 is not checked here; who makes strings of the bytes finds invalid ones.
final class TextInput {
  let path: String
  let encoding: TextEncoding
  /// Whether the encoding was recognized by the bytes.
  let isRecognized: Bool
  private let file: Int32
  private let converter: TextConverter?
  /// Bytes of the file that come before those not read yet.
  private var pending: [UInt8]

  private static let blockSize = 256 << 10

  /// - Parameter encoding: the encoding without a byte order mark; nil for UTF-8.
  init(_ path: String, encoding wanted: TextEncoding?) throws(SheetError) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SheetError(path: path, reason: .unreadable(errno: errno)) }
    var start: [UInt8] = []
    do throws(SheetError) {
      _ = try Self.readBlock(file, path, into: &start)
      let mark = EncodingMark(start)
      let recognized = mark == nil && wanted == nil ? TextEncoding.recognized(in: start) : nil
      let encoding = mark?.encoding ?? wanted ?? recognized ?? .utf8
      let name = encoding == .utf16 ? TextEncoding.utf16Name(of: start) : encoding.converterName
      converter = try name.map { name throws(SheetError) in
        try Self.converter(name, encoding, path)
      }
      self.encoding = encoding
      isRecognized = recognized != nil
      start.removeFirst(mark?.length ?? 0)
    } catch {
      close(file)
      throw error
    }
    self.file = file
    self.path = path
    pending = start
  }

  deinit { close(file) }

  /// Appends a block of UTF-8; returns whether the file may have more.
  func read(into bytes: inout [UInt8]) throws(SheetError) -> Bool {
    var isMore = true
    if pending.isEmpty || converter != nil {
      isMore = try Self.readBlock(file, path, into: &pending)
    }
    guard let converter else {
      if bytes.isEmpty { swap(&bytes, &pending) } else { bytes += pending }
      pending.removeAll(keepingCapacity: true)
      return isMore
    }
    do {
      let used = try converter.convert(pending, to: &bytes)
      pending.removeFirst(used)
    } catch {
      throw failure(.invalid(encoding))
    }
    // A character that is cut off by the end of the file.
    guard isMore || pending.isEmpty else { throw failure(.invalid(encoding)) }
    return isMore
  }

  /// The error for bytes that are no text in the encoding.
  func invalidText(row: Int) -> SheetError {
    guard encoding == .utf8 else {
      return SheetError(path: path, row: row, reason: .invalid(encoding))
    }
    return SheetError(path: path, row: row, reason: .notUTF8(EncodingSamples.read(path)))
  }

  private func failure(_ reason: SheetError.Reason) -> SheetError {
    SheetError(path: path, reason: reason)
  }

  private static func converter(
    _ name: String, _ encoding: TextEncoding, _ path: String
  ) throws(SheetError) -> TextConverter {
    do { return try TextConverter(from: name) } catch {
      throw SheetError(path: path, reason: .encodingMissing(encoding))
    }
  }

  /// Appends a block of the file; returns false at its end.
  private static func readBlock(
    _ file: Int32, _ path: String, into bytes: inout [UInt8]
  ) throws(SheetError) -> Bool {
    var failure: Int32?
    let block = [UInt8](unsafeUninitializedCapacity: blockSize) { buffer, count in
      while true {
        let read = Foundation.read(file, buffer.baseAddress, blockSize)
        if read < 0, errno == EINTR { continue }
        if read < 0 { failure = errno }
        count = max(read, 0)
        return
      }
    }
    if let failure { throw SheetError(path: path, reason: .unreadable(errno: failure)) }
    if bytes.isEmpty { bytes = block } else { bytes += block }
    return !block.isEmpty
  }
}
