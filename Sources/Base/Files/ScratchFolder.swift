import Foundation

/// A new folder for files that are needed for a while. Only the user can access it, and it is
/// deleted with its last reference.
package final class ScratchFolder: Sendable {
  package let path: String

  /// Returns nil and leaves the reason in `errno` if the folder cannot be created.
  package init?() {
    var template = Array("\(NSTemporaryDirectory())/market-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { "\(path)/\(name)" }
}
