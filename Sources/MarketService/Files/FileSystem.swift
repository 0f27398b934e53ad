/// The few file operations of the market, durable where they must be.
import Foundation
import Synchronization

/// Calls of the system that Foundation offers without control over modes and syncing.
enum FileSystem {
  /// Makes the folder and those above it, all with mode 0700; one that exists is left as it is.
  static func createFolders(_ path: String) throws(FileError) {
    if mkdir(path, 0o700) == 0 { return }
    if errno == ENOENT {
      let parent = (path as NSString).deletingLastPathComponent
      guard !parent.isEmpty, parent != path else { throw .last("mkdir") }
      try createFolders(parent)
      if mkdir(path, 0o700) == 0 { return }
    }
    guard errno == EEXIST else { throw .last("mkdir") }
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw .last("stat") }
    guard facts.st_mode & S_IFMT == S_IFDIR else {
      throw FileError(operation: "mkdir", number: ENOTDIR)
    }
  }

  /// Writes a new file of mode 0600 and answers its open descriptor, not yet synced.
  static func create(_ path: String, _ bytes: some ContiguousBytes) throws(FileError) -> Int32 {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .last("open") }
    let failure: FileError? = bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return .last("write") }
        rest = rest.dropFirst(count)
      }
      return nil
    }
    guard let failure else { return file }
    close(file)
    unlink(path)
    throw failure
  }

  /// Makes what was written to all these survive a power cut, and closes them.
  ///
  /// Side by side, since the file system then writes its journal once for all: a listing with one
  /// picture waits 1 ms where one after the other takes 8.
  static func syncAndClose(_ files: [Int32]) throws(FileError) {
    let failure = Mutex<FileError?>(nil)
    DispatchQueue.concurrentPerform(iterations: files.count) { index in
      if fsync(files[index]) != 0 {
        let error = FileError.last("fsync")
        failure.withLock { $0 = error }
      }
      close(files[index])
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  /// A folder opened to be synced, which makes the names in it survive a power cut.
  static func openFolder(_ path: String) throws(FileError) -> Int32 {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .last("open") }
    return folder
  }

  /// Gives a file its lasting name and keeps the first one beside it as a trace, where the file
  /// system can; see `PictureStore`.
  static func publish(_ path: String, as lasting: String) throws(FileError) {
    if link(path, lasting) == 0 { return }
    guard errno != EEXIST, errno != ENOENT, errno != ENOSPC else { throw .last("link") }
    guard rename(path, lasting) == 0 else { throw .last("rename") }
  }

  /// The content of a plain file; nil where there is none.
  static func read(_ path: String) throws(FileError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR || errno == ELOOP { return nil }
      throw .last("open")
    }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw .last("fstat") }
    guard facts.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = Int(facts.st_size)
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let found = Foundation.read(file, buffer.baseAddress.map { $0 + count }, size - count)
        if found < 0, errno == EINTR { continue }
        if found < 0 { failure = .last("read") }
        guard found > 0 else { return }
        count += found
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Whether there is anything of this name.
  static func exists(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0
  }

  /// When a file was last changed; nil where there is no such file.
  static func changed(_ path: String) -> Date? {
    let facts = try? FileManager.default.attributesOfItem(atPath: path)
    return facts?[.modificationDate] as? Date
  }

  /// Bytes that this user may still write on the device of `folder`.
  @Sendable static func freeBytes(of folder: String) -> Int64? {
    var facts = statvfs()
    guard statvfs(folder, &facts) == 0 else { return nil }
    let (bytes, overflow) = Int64(clamping: facts.f_bavail)
      .multipliedReportingOverflow(by: Int64(clamping: facts.f_frsize))
    return overflow ? .max : bytes
  }
}
