/// Small JSON files that only their owner may read, replaced as a whole.
import Foundation
import MarketWire

/// What is wrong with a file of ours.
public struct FileProblem: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case unreadable(String)
    case unwritable(String)
    /// It is not what we write there.
    case damaged(String)
  }

  public let path: String
  public let reason: Reason
}

/// A file that is written beside, given mode 0600 and renamed over the old one, so that a half one
/// is never read.
struct PrivateFile {
  let path: String

  /// The value in the file; nil where there is no file.
  func read() throws(FileProblem) -> JSON? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw FileProblem(path: path, reason: .unreadable(error.localizedDescription))
    }
    do throws(JSONProblem) {
      return try JSON(parsing: Array(data))
    } catch {
      throw FileProblem(path: path, reason: .damaged("it is not JSON at byte \(error.offset)"))
    }
  }

  func write(_ value: JSON) throws(FileProblem) {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent()
    let beside = folder.appendingPathComponent(
      ".\(url.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier)")
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let isCreated = FileManager.default.createFile(
        atPath: beside.path, contents: Data(value.bytes(indented: true) + [10]),
        attributes: [.posixPermissions: 0o600])
      guard isCreated else { throw CocoaError(.fileWriteUnknown) }
      if FileManager.default.fileExists(atPath: path) {
        _ = try FileManager.default.replaceItemAt(url, withItemAt: beside)
      } else {
        try FileManager.default.moveItem(at: beside, to: url)
      }
    } catch {
      try? FileManager.default.removeItem(at: beside)
      throw FileProblem(path: path, reason: .unwritable(error.localizedDescription))
    }
  }
}
