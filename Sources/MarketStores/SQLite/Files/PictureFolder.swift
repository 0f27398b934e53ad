import Foundation
import MarketService
import MarketWire
import Synchronization

/// The picture files of a market.
///
/// 1. A file is complete and synced under its final name before its row is stored.
/// 2. Until its row is stored, a file has a second link in `waiting/`, whose name contains the final
///    one. After a crash, files without a row are found there without reading all pictures.
/// 3. A file is deleted only after its last row. The store lists the files pending deletion.
final class PictureFolder: Sendable {
  private let folder: String
  let deletion: DeletionLock
  /// The folders whose names are known to be synced.
  private let syncedFolders = Mutex<Set<String>>([])

  /// Creates the folders for pictures.
  ///
  /// - Parameter folder: the market's folder.
  init(folder: String) throws(FileError) {
    self.folder = folder
    deletion = DeletionLock(folder: folder)
    try FileSystem.createFolders("\(folder)/pictures")
    try FileSystem.createFolders("\(folder)/waiting")
  }

  /// Writes and syncs the files of pictures.
  ///
  /// If that fails, all of them are deleted.
  ///
  /// The caller must call ``commit(_:)`` or ``discard(_:)`` with the result.
  func write(_ pictures: [PictureFile]) throws(FileError) -> StagedPictures {
    var paths: [PicturePath] = []
    var open: [Int32] = []
    do throws(FileError) {
      for picture in pictures {
        open.append(try FileSystem.create(pendingFile(picture.path), picture.bytes))
        paths.append(picture.path)
      }
      for path in Set(paths.map(\.folder)).sorted() {
        open.append(try publish(paths.filter { $0.folder == path }, in: path))
      }
      let files = open
      open = []
      try FileSystem.syncAndClose(files)
    } catch {
      for file in open { close(file) }
      discard(StagedPictures(paths: paths))
      throw error
    }
    return StagedPictures(paths: paths)
  }

  /// Keeps the files, after their rows were stored.
  func commit(_ staged: StagedPictures) {
    for path in staged.paths { unlink(pendingFile(path)) }
  }

  /// Deletes the files, because their rows were not stored.
  func discard(_ staged: StagedPictures) {
    for path in staged.paths {
      unlink("\(folder)/\(path.text)")
      unlink(pendingFile(path))
    }
  }

  /// Deletes files by the paths in their former rows; returns false if they stay because a backup
  /// is being made.
  func delete(_ paths: [String]) -> Bool {
    guard !paths.isEmpty else { return true }
    return deletion.delete {
      for path in paths where path.hasPrefix("pictures/") && !path.contains("..") {
        unlink("\(folder)/\(path)")
      }
    }
  }

  /// Replaces the bytes of a file, which is whole at any time; returns nil during a backup, and false
  /// if there is no such file.
  func replace(_ picture: PictureFile) throws -> Bool? {
    let path = "\(folder)/\(picture.path.text)"
    // It is deleted like all others that are left over: the name is not that of a picture.
    let part = pendingFile(picture.path) + ".new"
    var result: Result<Bool, any Error> = .success(false)
    let isDone = deletion.delete {
      guard FileSystem.exists(path) else { return }
      result = Result {
        FileSystem.delete(part)
        try FileSystem.syncAndClose([try FileSystem.create(part, picture.bytes)])
        try FileSystem.replace(path, with: part)
        return true
      }
    }
    return isDone ? try result.get() : nil
  }

  /// The bytes of a picture; nil if there is none.
  func read(_ path: PicturePath) throws(FileError) -> [UInt8]? {
    try FileSystem.read("\(folder)/\(path.text)")
  }

  /// Deletes the files that a crash left behind: pending files from before `date`, and the files
  /// with their final names unless `isUsed`.
  ///
  /// The caller must hold the folder's lock exclusively.
  func removeLeftovers(before date: WireDate, isUsed: (String) throws -> Bool) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/waiting")
    for name in names {
      let file = "\(folder)/waiting/\(name)"
      guard let modified = FileSystem.modificationDate(file), modified < date.date else {
        continue
      }
      if let path = PicturePath(pendingName: name), try !isUsed(path.text) {
        unlink("\(folder)/\(path.text)")
      }
      unlink(file)
    }
  }

  private func pendingFile(_ path: PicturePath) -> String {
    "\(folder)/waiting/\(path.pendingName)"
  }

  /// Gives files of one folder their final names and returns the open folder, which must be synced.
  ///
  /// Nothing refers to the names before the rows are stored, so the contents may be synced later.
  private func publish(
    _ paths: [PicturePath], in subfolder: String
  ) throws(FileError) -> Int32 {
    try createSyncedFolder(subfolder)
    for path in paths {
      try FileSystem.publish(pendingFile(path), as: "\(folder)/\(path.text)")
    }
    return try FileSystem.openFolder("\(folder)/\(subfolder)")
  }

  /// Creates `pictures/<vendor>/<day>` and syncs the names above it.
  ///
  /// A folder that another process created may not be synced yet, so each process does that once.
  private func createSyncedFolder(_ path: String) throws(FileError) {
    let isKnown = syncedFolders.withLock { $0.contains(path) }
    if isKnown { return }
    let vendor = (path as NSString).deletingLastPathComponent
    try FileSystem.createFolders("\(folder)/\(path)")
    for path in [vendor, "pictures"] {
      try FileSystem.syncAndClose([try FileSystem.openFolder("\(folder)/\(path)")])
    }
    syncedFolders.withLock { known in
      // The set has one entry per vendor and day and must not grow for years.
      if known.count >= 4096 { known.removeAll() }
      known.insert(path)
    }
  }
}
