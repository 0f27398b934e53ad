import Foundation

/// Creates files and folders for the user, and never replaces an existing file by accident.
package enum NewFile {
  package enum Outcome: Hashable, Sendable {
    case written
    /// A file with this name and these bytes already exists.
    case identical
  }

  /// Why a file cannot be written.
  package enum WriteError: Error, Hashable, Sendable {
    /// Another file, or something else, has this name.
    case nameTaken
    /// A system call failed; the value is its `errno`.
    case failed(Int32)
  }

  /// Why a folder cannot be created.
  package enum FolderError: Error, Hashable, Sendable {
    /// A file has this name.
    case isFile
    case failed
  }

  /// Folders that were created, the deepest first.
  package struct MadeFolders: Sendable {
    let paths: [String]

    /// Deletes those without a file.
    package func removeEmpty() { for path in paths { rmdir(path) } }
  }

  /// Creates a folder and its parents, unless they exist.
  package static func makeFolder(_ path: String) throws(FolderError) -> MadeFolders {
    var made: [String] = []
    var folder = path
    while !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) {
      made.append(folder)
      folder = (folder as NSString).deletingLastPathComponent
    }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw regularFileSize(path) == nil ? .failed : .isFile
    }
    return MadeFolders(paths: made)
  }

  /// Writes a temporary file in the same folder and gives it its name when it is complete. Blocks.
  ///
  /// - Parameter replacing: Whether an existing file with this name is replaced.
  package static func write(
    _ bytes: [UInt8], to path: String, replacing: Bool
  ) throws(WriteError) -> Outcome {
    if regularFileSize(path) == bytes.count,
      FileManager.default.contents(atPath: path).map([UInt8].init) == bytes
    {
      return .identical
    }
    let file = try Writer(path)
    try file.append(bytes)
    try file.finish(replacing: replacing)
    return .written
  }

  /// A file that is written piece by piece, and gets its name when it is complete. Calls block.
  package final class Writer {
    private let path: String
    /// The file until it is complete, which a library may write as well.
    package let temporary: String
    private let handle: FileHandle
    private var isFinished = false

    /// - Parameter isPrivate: whether only the user can read the file.
    package init(_ path: String, isPrivate: Bool = false) throws(WriteError) {
      self.path = path
      let folder = URL(filePath: path).deletingLastPathComponent().path
      let (file, temporary) = try NewFile.makeTemporaryFile(
        in: folder, mode: isPrivate ? 0o600 : 0o666)
      self.temporary = temporary
      handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    }

    deinit { if !isFinished { unlink(temporary) } }

    package func append(_ bytes: [UInt8]) throws(WriteError) {
      do { try handle.write(contentsOf: bytes) } catch { throw .failed(errno == 0 ? EIO : errno) }
    }

    /// Gives the file its name.
    ///
    /// - Parameters:
    ///   - replacing: Whether an existing file with this name is replaced.
    ///   - syncs: Whether its bytes are durable afterwards.
    package func finish(replacing: Bool, syncs: Bool = false) throws(WriteError) {
      if syncs, fsync(handle.fileDescriptor) != 0 { throw .failed(errno) }
      if replacing {
        guard rename(temporary, path) == 0 else { throw .failed(errno) }
      } else {
        try NewFile.moveWithoutReplacing(temporary, to: path)
      }
      // From here on, the temporary name may be that of another writer.
      isFinished = true
    }
  }
}

extension NewFile {
  /// The number of bytes of a regular file; nil for anything else.
  private static func regularFileSize(_ path: String) -> Int? {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(facts.st_size)
  }

  fileprivate static func moveWithoutReplacing(
    _ temporary: String, to path: String
  ) throws(WriteError) {
    // Unlike a rename, a link never replaces an existing file.
    if link(temporary, path) == 0 {
      unlink(temporary)
      return
    }
    switch errno {
    case EEXIST: throw .nameTaken
    case EPERM, EOPNOTSUPP, ENOSYS: break
    case let code: throw .failed(code)
    }
    // The file system has no hard links; memory cards usually do not.
    var facts = stat()
    guard lstat(path, &facts) != 0 else { throw .nameTaken }
    guard rename(temporary, path) == 0 else { throw .failed(errno) }
  }

  /// Creates a file with a mode, which the system restricts by its mask.
  fileprivate static func makeTemporaryFile(
    in folder: String, mode: mode_t
  ) throws(WriteError) -> (file: Int32, path: String) {
    let process = ProcessInfo.processInfo.processIdentifier
    for number in 0..<1_000 {
      let path = "\(folder)/.market-\(process)-\(number).part"
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if file >= 0 { return (file, path) }
      guard errno == EEXIST else { break }
    }
    throw .failed(errno)
  }
}
