import Foundation

/// A failed call of the file system, with its `errno`.
struct FileError: Error, Hashable, Sendable {
  let operation: String
  let code: Int32

  /// The error of the call that just failed.
  static func last(_ operation: String) -> FileError {
    FileError(operation: operation, code: errno)
  }

  /// Whether the device is full.
  var isFull: Bool { code == ENOSPC || code == EDQUOT }
  /// Whether only a write fails so.
  var isOfWrite: Bool { isFull || code == EROFS || code == EFBIG }
  /// The system's error message.
  var reason: String { String(cString: strerror(code)) }
}
