import Foundation

/// The system's converter from another encoding to UTF-8, which refuses invalid bytes.
final class TextConverter {
  enum Failure: Error {
    /// The system does not know the encoding.
    case unknown
    case invalid
  }

  private let handle: iconv_t

  /// - Parameter name: the encoding as iconv calls it.
  init(from name: String) throws(Failure) {
    // The value for an error is a pointer of -1.
    guard let handle = iconv_open("UTF-8", name), handle != iconv_t(bitPattern: -1) else {
      throw .unknown
    }
    self.handle = handle
  }

  deinit { iconv_close(handle) }

  /// Appends bytes as UTF-8; returns how many were used.
  ///
  /// Bytes at the end that are the beginning of a character are not used.
  func convert(_ source: [UInt8], to target: inout [UInt8]) throws(Failure) -> Int {
    var source = source
    var used = 0
    while used < source.count {
      // Three bytes for each are enough: two bytes of UTF-16 become at most three of UTF-8.
      let room = (source.count - used) * 3 + 16
      let (taken, made, code) = run(&source, from: used, &target, room: room)
      target.removeLast(room - made)
      used += taken
      if code == 0 || code == EINVAL { break }
      if code == EILSEQ { throw .invalid }
    }
    return used
  }

  private func run(
    _ source: inout [UInt8], from start: Int, _ target: inout [UInt8], room: Int
  ) -> (taken: Int, made: Int, code: Int32) {
    let old = target.count
    target.append(contentsOf: repeatElement(0, count: room))
    return source.withUnsafeMutableBytes { input in
      target.withUnsafeMutableBytes { output in
        var from = input.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
        var to = output.baseAddress?.advanced(by: old).assumingMemoryBound(to: CChar.self)
        var fromLeft = input.count - start
        var toLeft = room
        let failed = iconv(handle, &from, &fromLeft, &to, &toLeft) == -1
        return (input.count - start - fromLeft, room - toLeft, failed ? errno : 0)
      }
    }
  }
}
