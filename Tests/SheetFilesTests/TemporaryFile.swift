import Foundation

/// A file that is deleted with this object.
final class TemporaryFile: Sendable {
  let path: String
  private let folder: String

  init(_ name: String, _ bytes: some Sequence<UInt8>) throws {
    folder = NSTemporaryDirectory() + "sheets-\(UUID().uuidString)"
    path = "\(folder)/\(name)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: path))
  }

  convenience init(_ name: String, _ text: String) throws { try self.init(name, text.utf8) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }
}
