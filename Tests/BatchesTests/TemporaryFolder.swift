import Foundation

/// A folder that is deleted with this object.
final class TemporaryFolder: Sendable {
  private let root = NSTemporaryDirectory() + "batches-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func path(_ name: String) -> String { "\(root)/\(name)" }
}
