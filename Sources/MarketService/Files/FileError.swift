/// A failed call of the file system.
import Foundation

/// What failed, and the system's number for why.
struct FileError: Error, Hashable, Sendable {
  let operation: String
  let number: Int32

  /// Takes the number of the call that just failed.
  static func last(_ operation: String) -> FileError {
    FileError(operation: operation, number: errno)
  }

  /// Whether the device has no room left.
  var isFull: Bool { number == ENOSPC || number == EDQUOT }
  /// The system's words.
  var reason: String { String(cString: strerror(number)) }
}
