public import Foundation

/// Access to the files in `Fixtures/`, found relative to this source file.
public enum Fixture {
  /// The folder `Fixtures` of the package.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .appending(path: "Fixtures")

  /// The bytes of the file at `path`, such as `api/list-v3.json`.
  public static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appending(path: path)))
  }

  /// The text of the file at `path`.
  public static func text(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  /// The names of the files in the folder at `path`, sorted.
  public static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: path).path).sorted()
  }
}

/// Responses captured from the real servers.
///
/// They are not part of this repository. The environment variable `OPENMARKET_CAPTURES` names their
/// folder; without it, tests that need them are skipped.
public enum Captures {
  /// The folder, or nil if the variable is not set or names no folder.
  private static let folder: URL? = {
    guard let path = ProcessInfo.processInfo.environment["OPENMARKET_CAPTURES"] else { return nil }
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return exists && isFolder.boolValue ? URL(fileURLWithPath: path, isDirectory: true) : nil
  }()

  /// Whether captures are available, for `.enabled(if:)`.
  public static var areAvailable: Bool { folder != nil }

  /// The bytes of a capture, such as `v3-list-junho15.json`, or nil without captures.
  public static func bytes(_ name: String) throws -> [UInt8]? {
    guard let folder else { return nil }
    return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}
