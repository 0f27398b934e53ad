import Base
import Foundation
import Messages
import SellerSession

/// A table that comes from a pipe, as a file: it is read several times.
struct PipedTable {
  private let folder: ScratchFolder
  /// The name of the file; its ending is the format of its content.
  let name: String
  var path: String { folder.file(name) }

  /// Reads the pipe to its end; nil if the path is that of a file.
  ///
  /// - Parameters:
  ///   - text: what was typed: `-`, `/dev/stdin`, or what a shell makes of `<(command)`.
  ///   - path: the same as an absolute path.
  init?(_ text: String, at path: String, in context: CommandContext) async throws {
    let isInput = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(text)
    let kind = Self.kind(of: path)
    guard isInput || kind != S_IFCHR && kind != S_IFBLK else {
      throw SellerError.file(path: text, reason: "this is a device and no table")
    }
    guard isInput || Self.isPipe(path) else { return nil }
    let data: Data?
    if isInput {
      guard !context.console.canAsk else {
        throw SellerError.file(path: text, reason: "it is the keyboard; name a file, or use a pipe")
      }
      data = await context.environment.readInput()
    } else {
      data = try? FileHandle(forReadingFrom: URL(filePath: path)).readToEnd() ?? Data()
    }
    guard let data else { throw SellerError.file(path: text, reason: "it cannot be read") }
    name = "stdin.\(Self.ending(of: data))"
    guard let folder = ScratchFolder(),
      FileManager.default.createFile(atPath: folder.file(name), contents: data)
    else { throw SellerError.file(path: NSTemporaryDirectory(), reason: "it cannot be written") }
    self.folder = folder
  }

  /// Whether the file can be read only once.
  static func isPipe(_ path: String) -> Bool {
    kind(of: path).map { $0 == S_IFIFO || $0 == S_IFSOCK } ?? false
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  private static func ending(of data: Data) -> String {
    let start = data.prefix(64).drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
    switch start.first {
    case UInt8(ascii: "["): return "json"
    case UInt8(ascii: "{"): return "jsonl"
    default: return start.starts(with: [0x50, 0x4B, 3, 4]) ? "xlsx" : "csv"
    }
  }
}
