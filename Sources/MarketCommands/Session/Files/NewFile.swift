/// Files that a command makes for the seller: whole or not at all, and over nothing else.
import Foundation
import Photos

enum NewFile {
  enum Outcome: Hashable, Sendable {
    case written
    /// These bytes were there already.
    case wasThere
  }

  enum Refusal: Error, Hashable, Sendable {
    /// Something else has the name.
    case taken
    /// The system's error number.
    case failed(Int32)
  }

  /// Makes the folder, and those around it, where there is none.
  static func makeFolder(_ path: String, named name: String) throws(SellerError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      let isFile = (try? PhotoFile.check(path)) != nil
      throw .file(
        path: name,
        reason: isFile ? "it is a file, not a folder" : "no folder can be made there")
    }
  }

  /// Writes beside and gives the name when all is there. Blocks.
  ///
  /// - Parameter replacing: whether a file of that name may go.
  static func write(
    _ bytes: [UInt8], to path: String, replacing: Bool
  ) throws(Refusal) -> Outcome {
    if (try? PhotoFile.check(path)) == bytes.count, (try? PhotoFile.read(path)) == bytes {
      return .wasThere
    }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let (file, beside) = try temporary(in: folder)
    defer { unlink(beside) }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    do { try handle.write(contentsOf: bytes) } catch { throw .failed(errno == 0 ? EIO : errno) }
    if replacing {
      guard rename(beside, path) == 0 else { throw .failed(errno) }
      return .written
    }
    // A link never takes a name away, where renaming would.
    if link(beside, path) == 0 { return .written }
    switch errno {
    case EEXIST: throw .taken
    case EPERM, EOPNOTSUPP, ENOSYS: break
    case let code: throw .failed(code)
    }
    // A file system without links, as on a memory card.
    var facts = stat()
    guard lstat(path, &facts) != 0 else { throw .taken }
    guard rename(beside, path) == 0 else { throw .failed(errno) }
    return .written
  }

  /// A new file with the usual rights, which `mkstemp` would not give.
  private static func temporary(in folder: String) throws(Refusal) -> (Int32, String) {
    let process = ProcessInfo.processInfo.processIdentifier
    for number in 0..<1_000 {
      let path = "\(folder)/.market-\(process)-\(number).part"
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file >= 0 { return (file, path) }
      guard errno == EEXIST else { break }
    }
    throw .failed(errno)
  }
}
