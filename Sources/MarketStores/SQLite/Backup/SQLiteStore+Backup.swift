import Foundation
public import MarketService
public import MarketWire

/// Backups, which an operator makes while the market is served.
extension SQLiteStore {
  /// Writes the market into a new tar file, and reads it again to verify it.
  ///
  /// The backup is one moment of the market: the database is copied at once, and no picture is
  /// deleted until the pictures of that moment are copied.
  ///
  /// - Throws: `.fileExists`, `.backup`, `.folderNotUsable`, `.store`.
  public func backUp(to path: String, at date: WireDate) throws(FolderError) -> BackupSummary {
    guard !FileSystem.exists(path) else { throw .fileExists(path: path) }
    let part = "\(path).part"
    let database = "\(path).database.part"
    defer { for file in [part, database] { unlink(file) } }
    let summary = try Self.reporting(path) {
      for file in [part, database] { unlink(file) }
      try pictures.deletion.whileKeepingPictures {
        try FileSystem.syncAndClose([try FileSystem.create(database, Data())])
        try copy(to: database)
        try write(database, to: part, date)
      }
      let manifest = try BackupReader.read(part)
      try FileSystem.publish(part, as: path)
      let folder = (path as NSString).deletingLastPathComponent
      try FileSystem.syncAndClose([try FileSystem.openFolder(folder.isEmpty ? "." : folder)])
      return manifest.summary
    }
    // What fails is tried again when the market is opened.
    try? deletePendingFiles()
    return summary
  }

  /// Creates the market in `folder` from a backup.
  ///
  /// The market appears at once, when all of it is on the disk and verified.
  ///
  /// - Parameter folder: a folder without files, or one that does not exist.
  /// - Throws: `.targetNotEmpty`, `.backup`, `.folderNotUsable`, `.store`.
  public static func restore(
    _ path: String, to folder: String
  ) throws(FolderError) -> BackupSummary {
    // A link stays one.
    let folder = FileSystem.resolved(FileSystem.withoutSlashes(folder))
    guard FileSystem.exists(path) else { throw .backup(.missing, path: path) }
    let isNew = !FileSystem.exists(folder)
    // The folder of a disk of its own cannot be replaced.
    let isDisk = !isNew && FileSystem.isMountPoint(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let isFree = names.allSatisfy { isDisk && ["lost+found", ".restoring"].contains($0) }
    guard isNew || isFree else { throw .targetNotEmpty(path: folder) }
    let part = isDisk ? "\(folder)/.restoring" : "\(folder).restoring"
    defer { try? FileManager.default.removeItem(atPath: part) }
    return try reporting(path, writesTo: folder) {
      try? FileManager.default.removeItem(atPath: part)
      try reporting(folder) { try FileSystem.createFolders(part) }
      let manifest = try BackupReader.read(path, to: part)
      let facts = try SQLiteStore.facts(of: "\(part)/\(BackupManifest.database)")
      guard facts.damage.isEmpty, facts.schema == manifest.schema else {
        throw BackupProblem.fileDiffers(name: BackupManifest.database)
      }
      try SQLiteStore.beginEpoch(of: "\(part)/\(BackupManifest.database)")
      try FileSystem.syncFolders(in: part)
      try reporting(folder) {
        if isDisk {
          return try FileSystem.moveContents(of: part, to: folder, last: BackupManifest.database)
        }
        if !isNew, rmdir(folder) != 0 { throw FileError.last("rmdir") }
        guard rename(part, folder) == 0 else { throw FileError.last("rename") }
      }
      let changed = isDisk ? folder : (folder as NSString).deletingLastPathComponent
      try FileSystem.syncAndClose([try FileSystem.openFolder(changed.isEmpty ? "." : changed)])
      return manifest.summary
    }
  }

  /// Whether there is a file or a folder at the path.
  public static func fileExists(_ path: String) -> Bool { FileSystem.exists(path) }

  /// Deletes a temporary folder with all its files, if there is one.
  public static func delete(folder: String) {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func write(
    _ database: String, to part: String, _ date: WireDate
  ) throws {
    let facts = try SQLiteStore.facts(of: database)
    guard facts.damage.isEmpty else {
      throw FolderError.store(
        .damaged(detail: facts.damage.first ?? ""), path: Self.database(in: folder))
    }
    var tar = try TarWriter(path: part, date: Int(date.milliseconds / 1000))
    _ = try tar.add(BackupManifest.database, file: database)
    var missing = 0
    try SQLiteStore.forEachPicture(in: database) { path in
      let file = "\(folder)/\(path)"
      if try !Self.reporting(file, writesTo: part, { try tar.add(path, file: file) }) {
        missing += 1
      }
    }
    let manifest = BackupManifest(
      schema: facts.schema, listings: facts.listings, missing: missing, date: date,
      entries: tar.entries)
    try tar.add(BackupManifest.name, content: manifest.json)
    try tar.finish()
  }

  /// - Parameter target: the folder that a full disk is about; nil if it is the file itself.
  private static func reporting<T>(
    _ path: String, writesTo target: String? = nil, _ body: () throws -> T
  ) throws(FolderError) -> T {
    do { return try body() } catch let error as FolderError { throw error } catch {
      switch error {
      case let error as BackupProblem: throw .backup(error, path: path)
      case let error as StoreError: throw .store(error, path: path)
      case let error as FileError:
        throw .folderNotUsable(
          path: error.isOfWrite ? target ?? path : path, reason: error.reason)
      default: throw .store(.failed(detail: "\(error)"), path: path)
      }
    }
  }
}
