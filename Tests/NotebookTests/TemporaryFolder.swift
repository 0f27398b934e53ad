import Foundation

/// A temporary folder that is deleted with the last reference to it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "notebook-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a notebook in a subfolder that does not exist yet.
  var notebook: String { path + "/state/openmarket/notebook.sqlite" }

  func permissions(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return attributes[.posixPermissions] as? Int
  }
}
