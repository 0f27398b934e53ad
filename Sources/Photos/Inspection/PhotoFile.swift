import Foundation

/// The reason why a file cannot be read as a photo.
public enum PhotoFileError: Error, Equatable, Sendable {
  case missing(path: String)
  case isFolder(path: String)
  /// A pipe, device or socket, which may never end.
  case notAFile(path: String)
  case notAllowed(path: String)
  /// The file is too large for a photo; sizes in bytes.
  case tooLarge(path: String, bytes: Int, limit: Int)
  /// Any other error, with its `errno`.
  case unreadable(path: String, code: Int32)
}

/// Reads photos from disk.
public enum PhotoFile {
  /// The default limit for the size of a file: 100 MB.
  public static let byteLimit = 100_000_000

  /// Returns the content of a file. Blocks.
  public static func read(
    _ path: String, limit: Int = byteLimit
  ) throws(PhotoFileError) -> [UInt8] {
    let (file, size) = try opened(path, limit: limit)
    defer { close(file) }
    return try contents(file, size: size, path)
  }

  /// Returns the size of a file in bytes, and throws if it cannot be read.
  @discardableResult
  public static func check(_ path: String) throws(PhotoFileError) -> Int {
    let (file, size) = try opened(path, limit: byteLimit)
    close(file)
    return size
  }

  /// Opens a file and returns its descriptor, which the caller must close, and its size in bytes.
  private static func opened(
    _ path: String, limit: Int
  ) throws(PhotoFileError) -> (file: Int32, size: Int) {
    // Opening a pipe without O_NONBLOCK would wait for a writer.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw failure(path) }
    do throws(PhotoFileError) {
      var status = stat()
      guard fstat(file, &status) == 0 else { throw failure(path) }
      switch status.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR: throw .isFolder(path: path)
      default: throw .notAFile(path: path)
      }
      let size = Int(status.st_size)
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
      // A single read may return fewer bytes, and another process may truncate the file.
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
