import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Messages
import Photos
import SellerSession
import TerminalKit

/// The permissions of an existing file.
struct FileFacts: Sendable {
  let name: String
  /// The mode in octal, as `chmod` takes it: `0600`.
  let mode: String
  /// Whether users other than the owner have any permission.
  let isOpen: Bool
  let isFolder: Bool

  private let path: String
  private let holdsSecrets: Bool

  /// Returns nil if the file does not exist.
  init?(_ path: String, holdsSecrets: Bool = false) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    let bits = facts.st_mode & 0o7777
    let digits = String(bits, radix: 8)
    self.path = path
    self.holdsSecrets = holdsSecrets
    name = URL(filePath: path).lastPathComponent
    mode = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    isOpen = bits & 0o077 != 0
    isFolder = facts.st_mode & S_IFMT == S_IFDIR
  }

  /// The mode, with a warning if others may read the file.
  var permissions: Message {
    guard isOpen else { return "\(formatted: mode)" }
    guard holdsSecrets else { return "\(formatted: mode) (other users may read it)" }
    let command = "chmod 600 \(Quoting.quote(path))"
    return "\(formatted: mode) (other users may read its secrets: \(command: command))"
  }
}

/// The state and the free space of a folder, which may not exist.
struct FolderFacts: Sendable {
  private let path: String
  private let facts: FileFacts?
  private let isWritable: Bool
  /// The bytes that this user may still write; nil if unknown.
  private let free: Int64?

  init(_ path: String) {
    self.path = path
    facts = FileFacts(path)
    isWritable = access(path, W_OK) == 0
    free = Self.freeBytes(nearest: path)
  }

  var cell: Cell {
    var words: [Message] = ["\(path)"]
    if let facts {
      words.append(facts.permissions)
      if !facts.isFolder { words.append("not a folder") }
      if !isWritable { words.append("not writable") }
    } else {
      words.append("not created yet")
    }
    if let free { words.append("\(Message.byteCount(Int(free))) free") }
    return Cell(
      .object([
        "path": .string(path), "mode": facts.map { .string($0.mode) } ?? .null,
        "writable": .bool(isWritable), "free_bytes": free.map { .integer(Int($0)) } ?? .null,
      ]),
      display: .list(words))
  }

  /// Returns the free bytes of the folder, or of its nearest existing parent.
  private static func freeBytes(nearest path: String) -> Int64? {
    var path = path
    var facts = statvfs()
    while statvfs(path, &facts) != 0 {
      let parent = (path as NSString).deletingLastPathComponent
      guard errno == ENOENT, !parent.isEmpty, parent != path else { return nil }
      path = parent
    }
    let (bytes, isTooMany) = Int64(clamping: facts.f_bavail)
      .multipliedReportingOverflow(by: Int64(clamping: facts.f_frsize))
    return isTooMany ? nil : bytes
  }
}
