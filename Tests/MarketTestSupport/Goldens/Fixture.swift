/// Finding the files that tests read: our own in `Fixtures/`, and captured answers where they are.
public import Foundation

/// A file below `Fixtures/`, found from where this source file stands.
public enum Fixture {
  /// The folder `Fixtures` at the top of the package.
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
    try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: path).path
    ).sorted()
  }
}

/// Answers captured from the real servers. They are not part of this repository: the environment
/// variable `OPENMARKET_CAPTURES` names their folder, and tests that need them are skipped without.
public enum Captures {
  /// The folder; nil where the variable is unset or names no folder.
  private static let folder: URL? = {
    guard let path = ProcessInfo.processInfo.environment["OPENMARKET_CAPTURES"] else { return nil }
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return isThere && isFolder.boolValue ? URL(fileURLWithPath: path, isDirectory: true) : nil
  }()

  /// Whether there are captures, for `.enabled(if:)`.
  public static var areAvailable: Bool { folder != nil }

  /// The bytes of a capture, such as `v3-list-junho15.json`; nil where there are no captures.
  public static func bytes(_ name: String) throws -> [UInt8]? {
    guard let folder else { return nil }
    return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}
