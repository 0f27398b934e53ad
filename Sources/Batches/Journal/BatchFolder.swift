package import Base
import Digest
import Foundation
import MarketWire

/// The folder of a batch: its lock, and the photos that it sends or keeps, by their digests.
///
/// A photo is a file that is named by its digest: a link to the seller's file if it is sent as it is,
/// otherwise a copy. Calls block.
package struct BatchFolder: Sendable {
  package let path: String

  /// - Parameters:
  ///   - root: the folder of all batches.
  ///   - salt: the salt of the batch, which is also the name of its folder.
  package init(root: String, salt: String) {
    path = "\(root)/\(salt)"
  }

  /// Creates the folder if it does not exist, and locks it for this process.
  ///
  /// - Returns: nil if another process has the lock.
  package func lock() throws(JournalError) -> FileLock? {
    try create()
    if let lock = FileLock(path: "\(path)/lock", blocks: false) { return lock }
    guard errno == EWOULDBLOCK else { throw JournalError(errno: errno, path: path) }
    return nil
  }

  /// Whether another process works on the batch.
  package var isLocked: Bool {
    guard FileManager.default.fileExists(atPath: "\(path)/lock") else { return false }
    return FileLock(path: "\(path)/lock", blocks: false) == nil && errno == EWOULDBLOCK
  }

  /// Stores the bytes of a photo and returns their digest.
  ///
  /// - Parameter digest: their digest, if it is known.
  package func store(_ bytes: [UInt8], digest: String? = nil) throws(JournalError) -> String {
    let digest = digest ?? Digest.hex(Digest.sha256(bytes))
    try create()
    try write(bytes, digest: digest)
    return digest
  }

  /// Stores the bytes of a photo and makes them durable. The folder must exist.
  package func write(_ bytes: [UInt8], digest: String) throws(JournalError) {
    guard !has(digest) else { return }
    do throws(NewFile.WriteError) {
      let file = try NewFile.Writer(photo(digest), isPrivate: true)
      try file.append(bytes)
      try file.finish(replacing: true, syncs: true)
    } catch {
      guard case .failed(let code) = error else { throw .damaged(path: path) }
      throw JournalError(errno: code, path: path)
    }
  }

  /// Stores a photo as a hard link to its file, which takes no space and hardly any time.
  ///
  /// The photo survives if the file is deleted, renamed or replaced. If a program writes into the file
  /// instead, ``bytes(of:)`` reports it.
  ///
  /// - Returns: false if the file system does not allow it; the photo must be copied then.
  package func link(_ file: String, digest: String) -> Bool {
    linkat(AT_FDCWD, file, AT_FDCWD, photo(digest), AT_SYMLINK_FOLLOW) == 0 || errno == EEXIST
  }

  /// The path of a photo.
  private func photo(_ digest: String) -> String { "\(path)/\(digest)" }

  /// Whether the photo with a digest is stored.
  package func has(_ digest: String) -> Bool { access(photo(digest), F_OK) == 0 }

  /// Stores a photo of another batch.
  package func adopt(_ photo: StepPhoto, from other: BatchFolder) throws(JournalError) {
    _ = try store(try other.bytes(of: photo.digest))
  }

  /// The bytes of a photo.
  ///
  /// - Throws: ``JournalError/damaged(path:)`` if they are not what was stored.
  package func bytes(of digest: String) throws(JournalError) -> [UInt8] {
    if !has(digest) { try unpack() }
    var status = stat()
    guard stat(photo(digest), &status) == 0 else { throw JournalError(errno: errno, path: path) }
    // A program may have written much more into the file.
    guard status.st_size <= Self.largestPhoto,
      let bytes = FileManager.default.contents(atPath: photo(digest)).map([UInt8].init),
      Digest.hex(Digest.sha256(bytes)) == digest
    else { throw .damaged(path: path) }
    return bytes
  }

  /// The size of the largest response of a market, in bytes.
  private static let largestPhoto = 64 << 20

  /// Makes files of the photos that earlier versions stored in one file, each after a header: its digest and,
  /// in 16 hexadecimal digits, its size.
  private func unpack() throws(JournalError) {
    let pack = "\(path)/photos"
    guard var rest = FileManager.default.contents(atPath: pack) else { return }
    while let size = Int(String(decoding: rest.dropFirst(64).prefix(16), as: UTF8.self), radix: 16),
      size >= 0, size <= rest.count - 80
    {
      let digest = String(decoding: rest.prefix(64), as: UTF8.self)
      try write([UInt8](rest.dropFirst(80).prefix(size)), digest: digest)
      rest = rest.dropFirst(80 + size)
    }
    unlink(pack)
  }

  /// Stores the text of the file that is carried out, to tell later what has changed in it.
  package func store(input text: String) throws(JournalError) { try store(text, as: "input") }

  /// The text of the file that is carried out; nil if there is none.
  package var input: String? { text("input") }

  /// Stores the lines that did not run or could not be planned, of which the journal has no steps.
  package func store(unrun lines: [String]) throws(JournalError) {
    try store(lines.joined(separator: "\n"), as: "unrun")
  }

  package var unrunLines: [String] {
    text("unrun")?.split(separator: "\n").map(String.init) ?? []
  }

  private func store(_ text: String, as name: String) throws(JournalError) {
    try create()
    guard
      FileManager.default.createFile(
        atPath: "\(path)/\(name)", contents: Data(text.utf8),
        attributes: [.posixPermissions: 0o600])
    else { throw JournalError(errno: errno, path: "\(path)/\(name)") }
  }

  private func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Makes the names of all photos durable. The bytes of a linked photo are as durable as its file.
  package func sync() throws(JournalError) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw JournalError(errno: errno, path: path) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw JournalError(errno: errno, path: path) }
  }

  /// Notes that the journal may have the batch from now on, even if storing it fails: a commit whose
  /// sync failed can be there after a restart.
  package func markStored() throws(JournalError) {
    guard
      FileManager.default.createFile(
        atPath: marker, contents: nil, attributes: [.posixPermissions: 0o600])
    else {
      throw JournalError(errno: errno, path: path)
    }
  }

  /// Deletes the folder of a plan, unless the journal may have it as a batch. `BatchCleanup` deletes
  /// the folder later if it has not.
  package func discard() {
    if !FileManager.default.fileExists(atPath: marker) { remove() }
  }

  private var marker: String { "\(path)/stored" }

  /// Deletes the folder.
  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Creates the folder if it does not exist.
  package func create() throws(JournalError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw JournalError(errno: errno, path: path)
    }
  }
}

extension JournalError {
  init(errno code: Int32, path: String) {
    switch code {
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    case EACCES, EPERM, EROFS: self = .cannotOpen(path: path)
    default: self = .failed(path: path, reason: String(cString: strerror(code)))
    }
  }
}
