/// A folder of its own for a test, removed with its last reference.
import Foundation

final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "notebook-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a notebook in folders that do not exist yet.
  var notebook: String { path + "/state/openmarket/notebook.sqlite" }

  func permissions(_ name: String) throws -> Int? {
    let facts = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return facts[.posixPermissions] as? Int
  }
}
