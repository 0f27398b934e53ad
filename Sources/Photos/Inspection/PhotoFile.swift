/// Reading a photo from disk, with an error for each way in which that goes wrong.
import Foundation

/// Why a file could not be read as a photo.
public enum PhotoFileError: Error, Equatable, Sendable {
  case missing(path: String)
  case isFolder(path: String)
  /// A pipe, a device or a socket, which might never end.
  case notAFile(path: String)
  case notAllowed(path: String)
  /// Larger than any photo; sizes in bytes.
  case tooLarge(path: String, bytes: Int, limit: Int)
  /// The system's error number for anything else.
  case unreadable(path: String, code: Int32)
}

public enum PhotoFile {
  /// The byteLimit file that is read unless told otherwise: 100 MB.
  public static let byteLimit = 100_000_000

  /// The bytes of the file at the path, which is only ever read. Blocks.
  public static func read(
    _ path: String, limit: Int = byteLimit
  ) throws(PhotoFileError) -> [UInt8] {
    let (file, size) = try opened(path, limit: limit)
    defer { close(file) }
    return try contents(file, size: size, path)
  }

  /// The bytes that the file at the path has, which shows at the same time that it could be read.
  @discardableResult
  public static func check(
    _ path: String, limit: Int = byteLimit
  ) throws(PhotoFileError) -> Int {
    let (file, size) = try opened(path, limit: limit)
    close(file)
    return size
  }

  /// A descriptor of the file, which the caller closes, and its bytes.
  private static func opened(
    _ path: String, limit: Int
  ) throws(PhotoFileError) -> (file: Int32, size: Int) {
    // Opening a pipe without O_NONBLOCK would wait for somebody to write to it.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw failure(path) }
    do throws(PhotoFileError) {
      var facts = stat()
      guard fstat(file, &facts) == 0 else { throw failure(path) }
      switch facts.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR: throw .isFolder(path: path)
      default: throw .notAFile(path: path)
      }
      let size = Int(facts.st_size)
      guard size <= limit else { throw .tooLarge(path: path, bytes: size, limit: limit) }
      return (file, size)
    } catch {
      close(file)
      throw error
    }
  }

  private static func contents(
    _ file: Int32, size: Int, _ path: String
  ) throws(PhotoFileError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      // One read gives at most what the kernel likes, and a file may shrink meanwhile.
      while count < size, let start = buffer.baseAddress {
        let got = Foundation.read(file, start + count, size - count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { code = errno }
        guard got > 0 else { return }
        count += got
      }
    }
    guard code == 0 else { throw .unreadable(path: path, code: code) }
    return bytes
  }

  private static func failure(_ path: String) -> PhotoFileError {
    switch errno {
    case ENOENT, ENOTDIR: .missing(path: path)
    case EACCES, EPERM: .notAllowed(path: path)
    case let code: .unreadable(path: path, code: code)
    }
  }
}
