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
      let (taken, made, code) = run(&source, from: used, room: room)
      target += made
      used += taken
      if code == 0 || code == EINVAL { break }
      if code == EILSEQ { throw .invalid }
    }
    return used
  }

  private func run(
    _ source: inout [UInt8], from start: Int, room: Int
  ) -> (taken: Int, made: [UInt8], code: Int32) {
    var (taken, code): (Int, Int32) = (0, 0)
    let made = [UInt8](unsafeUninitializedCapacity: room) { output, count in
      source.withUnsafeMutableBytes { input in
        var from = input.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
        var to = UnsafeMutableRawPointer(output.baseAddress)?.assumingMemoryBound(to: CChar.self)
        var fromLeft = input.count - start
        var toLeft = room
        let failed = iconv(handle, &from, &fromLeft, &to, &toLeft) == -1
        (taken, code) = (input.count - start - fromLeft, failed ? errno : 0)
        count = room - toLeft
      }
    }
    return (taken, made, code)
  }
}
