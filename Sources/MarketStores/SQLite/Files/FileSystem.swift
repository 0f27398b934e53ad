import Base
import Foundation

/// File operations with control over modes and syncing, which Foundation lacks.
public enum FileSystem {
  /// Creates the folder and its parents with mode 0700.
  ///
  /// Existing folders are not changed.
  static func createFolders(_ path: String) throws(FileError) {
    if mkdir(path, 0o700) == 0 { return }
    if errno == ENOENT {
      let parent = (path as NSString).deletingLastPathComponent
      guard !parent.isEmpty, parent != path else { throw .last("mkdir") }
      try createFolders(parent)
      if mkdir(path, 0o700) == 0 { return }
    }
    guard errno == EEXIST else { throw .last("mkdir") }
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last("stat") }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw FileError(operation: "mkdir", code: ENOTDIR)
    }
  }

  /// Writes a new file with mode 0600 and returns its open descriptor; the file is not yet synced.
  static func create(_ path: String, _ bytes: some ContiguousBytes) throws(FileError) -> Int32 {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .last("open") }
    do throws(FileError) {
      try write(bytes, to: file)
    } catch {
      close(file)
      unlink(path)
      throw error
    }
    return file
  }

  /// Writes all bytes to an open file.
  static func write(_ bytes: some ContiguousBytes, to file: Int32) throws(FileError) {
    let failure: FileError? = bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
        let count = Foundation.write(file, start, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return .last("write") }
        rest = rest.dropFirst(count)
      }
      return nil
    }
    if let failure { throw failure }
  }

  /// Appends to a file, which is created with mode 0600, and syncs it.
  static func append(_ bytes: [UInt8], to path: String) throws(FileError) {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .last("open") }
    do throws(FileError) {
      try write(bytes, to: file)
    } catch {
      close(file)
      throw error
    }
    try syncAndClose([file])
  }

  /// The next bytes of an open file; empty at its end.
  static func read(_ file: Int32, atMost size: Int) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var found = -1
      repeat {
        found = Foundation.read(file, buffer.baseAddress, size)
      } while found < 0 && errno == EINTR
      if found < 0 { failure = .last("read") }
      count = max(0, found)
    }
    if let failure { throw failure }
    return bytes
  }

  /// Syncs the names in a folder and in all folders below it.
  static func syncFolders(in folder: String) throws(FileError) {
    let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    for name in [""] + names {
      let path = "\(folder)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
      try syncAndClose([try openFolder(path)])
    }
  }

  /// Creates a file with mode 0600 whose bytes take up space on the disk.
  static func allocate(_ path: String, bytes: Int) throws(FileError) {
    #if canImport(Glibc)
      let file = try create(path, Data())
      defer { close(file) }
      let code = posix_fallocate(file, 0, off_t(bytes))
      guard code != 0 else { return }
      unlink(path)
      throw FileError(operation: "fallocate", code: code)
    #else
      close(try create(path, Data(count: bytes)))
    #endif
  }

  /// Whether a file is below the folder, at any depth.
  static func hasFiles(in folder: String) -> Bool {
    guard let names = FileManager.default.enumerator(atPath: folder) else { return false }
    for case _ as String in names {
      if names.fileAttributes?[.type] as? FileAttributeType == .typeRegular { return true }
    }
    return false
  }

  /// The size of a file in bytes; nil if there is none.
  static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// The path of a folder without the slashes after it, for the paths of files beside it.
  static func withoutSlashes(_ path: String) -> String {
    let rest = path.reversed().drop { $0 == "/" }.reversed()
    return rest.isEmpty ? path : String(rest)
  }

  /// The path without links; the path itself if nothing is there.
  static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Whether a folder is the root of another device than its parent.
  static func isMountPoint(_ folder: String) -> Bool {
    var (own, parent) = (stat(), stat())
    return stat(folder, &own) == 0 && stat("\(folder)/..", &parent) == 0
      && own.st_dev != parent.st_dev
  }

  /// Moves what is in a folder into its parent on the same device, one name at the end.
  static func moveContents(of folder: String, to target: String, last: String) throws(FileError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names.filter({ $0 != last }) + [last] {
      guard rename("\(folder)/\(name)", "\(target)/\(name)") == 0 else { throw .last("rename") }
    }
  }

  /// Syncs the files to the disk and closes them.
  ///
  /// They are synced in parallel, so that the file system writes its journal once for all of them:
  /// 1 ms for a listing with one picture, instead of 8 ms.
  static func syncAndClose(_ files: [Int32]) throws(FileError) {
    let failures = mapInParallel(files.count) { index -> FileError? in
      defer { close(files[index]) }
      return fsync(files[index]) == 0 ? nil : .last("fsync")
    }
    if let failure = failures.compactMap(\.self).first { throw failure }
  }

  /// Opens a folder, so that the names in it can be synced.
  static func openFolder(_ path: String) throws(FileError) -> Int32 {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .last("open") }
    return folder
  }

  /// Gives a file the name of another one, which it replaces.
  static func replace(_ path: String, with newPath: String) throws(FileError) {
    guard rename(newPath, path) == 0 else { throw .last("rename") }
  }

  /// Gives a file its final name.
  ///
  /// The first name stays as a second link if the file system supports that; see `PictureFolder`.
  static func publish(_ path: String, as finalPath: String) throws(FileError) {
    if link(path, finalPath) == 0 { return }
    guard errno != EEXIST, errno != ENOENT, errno != ENOSPC else { throw .last("link") }
    guard rename(path, finalPath) == 0 else { throw .last("rename") }
  }

  /// The content of a regular file; nil if there is none.
  static func read(_ path: String) throws(FileError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR || errno == ELOOP { return nil }
      throw .last("open")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .last("fstat") }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = Int(status.st_size)
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

  /// The first byte of a file; nil if it is empty, or there is none.
  static func firstByte(of path: String) throws(FileError) -> UInt8? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .last("open")
    }
    defer { close(file) }
    var byte: UInt8 = 0
    let count = Foundation.read(file, &byte, 1)
    guard count >= 0 else { throw .last("read") }
    return count == 1 ? byte : nil
  }

  /// Deletes a file, if there is one.
  static func delete(_ path: String) { unlink(path) }

  /// Whether a file or folder exists at the path.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  /// Whether a folder exists at the path.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The path, or that of the nearest parent that exists.
  public static func nearestFolder(to path: String) -> String {
    var path = path
    while !exists(path), path != "/", !path.isEmpty {
      path = (path as NSString).deletingLastPathComponent
    }
    return path.isEmpty ? "." : path
  }

  /// The modification date of a file; nil if there is no such file.
  static func modificationDate(_ path: String) -> Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date
  }

  /// The free bytes for this user on the device of `folder`; nil if unknown.
  @Sendable public static func freeBytes(of folder: String) -> Int64? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    let (bytes, overflow) = Int64(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: Int64(clamping: status.f_frsize))
    return overflow ? .max : bytes
  }
}
