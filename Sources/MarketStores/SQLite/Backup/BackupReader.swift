import Digest
import Foundation
import MarketService

/// Reads a backup and compares every file with the manifest.
enum BackupReader {
  /// - Parameter folder: where to write the files; nil only compares them.
  /// - Throws: `BackupProblem`, `FileError`.
  static func read(_ path: String, to folder: String? = nil) throws -> BackupManifest {
    do {
      var reader = try TarReader(path: path)
      var found: [TarWriter.Entry] = []
      var manifest: [UInt8] = []
      while let (name, bytes) = try reader.next() {
        if name == BackupManifest.name {
          while let chunk = try reader.chunk() { manifest += chunk }
          continue
        }
        guard let target = target(of: name) else { throw BackupProblem.notABackup }
        let file = try folder.map { try create("\($0)/\(target)") }
        defer { if let file { close(file) } }
        var hash = SHA256()
        while let chunk = try reader.chunk() {
          hash.update(chunk)
          if let file { try FileSystem.write(chunk, to: file) }
        }
        if let file, fsync(file) != 0 { throw FileError.last("fsync") }
        found.append(TarWriter.Entry(name: name, bytes: bytes, hash: Digest.hex(hash.finish())))
      }
      let expected = try BackupManifest(parsing: manifest)
      let differing = Set(found).symmetricDifference(expected.entries).map(\.name).min()
      if let differing { throw BackupProblem.fileDiffers(name: differing) }
      guard found.contains(where: { $0.name == BackupManifest.database }) else {
        throw BackupProblem.notABackup
      }
      return expected
    } catch let problem as TarReader.Problem {
      throw problem == .truncated ? BackupProblem.incomplete : .notABackup
    }
  }

  /// The path of a file below the market's folder; nil for a name that no backup has, such as one
  /// that leads elsewhere.
  private static func target(of name: String) -> String? {
    if name == BackupManifest.database { return name }
    return PicturePath(text: name)?.text
  }

  private static func create(_ path: String) throws(FileError) -> Int32 {
    try FileSystem.createFolders((path as NSString).deletingLastPathComponent)
    return try FileSystem.create(path, Data())
  }
}
