import Foundation
public import Messages
import Synchronization

extension MessageCatalog {
  /// Brackets each text, and writes the keys of all messages to the file that the variable
  /// `OPENMARKET_RENDERED` names, for `scripts/messages --rendered`.
  public static let recording = MessageCatalog.bracketing { key in keys.record(key) }

  private static let keys = RenderedKeys(
    path: ProcessInfo.processInfo.environment["OPENMARKET_RENDERED"])
}

/// Keys in a file, each once, as a JSON string in a line.
private final class RenderedKeys: Sendable {
  private let file: FileHandle?
  private let seen = Mutex<Set<String>>([])

  init(path: String?) {
    guard let path else {
      file = nil
      return
    }
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    file = FileHandle(forWritingAtPath: path)
  }

  func record(_ key: String) {
    guard let file, !key.isEmpty else { return }
    seen.withLock { seen in
      guard seen.insert(key).inserted, let line = try? JSONEncoder().encode(key) else { return }
      try? file.write(contentsOf: line + Data("\n".utf8))
    }
  }
}
