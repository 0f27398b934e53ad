import Foundation
import Synchronization

/// A folder that is deleted with the last reference to it.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    path = NSTemporaryDirectory() + "test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { Self.delete(path) }

  /// The path of a file in the folder.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The permissions of a file in the folder.
  public func mode(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file(name))[.posixPermissions] as? Int
  }
}

extension TemporaryFolder {
  /// The paths that are deleted when the process ends.
  private static let deleted: Mutex<[String]> = {
    atexit {
      for path in TemporaryFolder.deleted.withLock({ $0 }) {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
    return Mutex([])
  }()

  /// Deletes a file or folder now, and at the end of the process once more: a thread that still
  /// writes to a cache, for example, may create its folder again.
  public static func delete(_ path: String) {
    deleted.withLock { $0.append(path) }
    try? FileManager.default.removeItem(atPath: path)
  }
}
