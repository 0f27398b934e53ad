/// The picture files of a market.
///
/// 1. A file is whole and durable under its lasting name before its row is stored.
/// 2. Until its row is stored, a file also stands in `waiting/` under a name that tells the lasting
///    one; so after a crash the files without a row are found without a walk over all pictures.
/// 3. A file is deleted only after its last row is gone; the store lists what is to be deleted.
import Digest
import Foundation
import MarketWire
import Synchronization

/// Puts pictures on the disk and takes them off again.
final class PictureStore: Sendable {
  private let folder: String
  /// Folders whose names are known to be durable.
  private let durable = Mutex<Set<String>>([])

  /// - Parameter folder: the market's.
  init(folder: String) throws(FileError) {
    self.folder = folder
    try FileSystem.createFolders("\(folder)/pictures")
    try FileSystem.createFolders("\(folder)/waiting")
  }

  /// Pictures on the shelf whose rows are not yet stored.
  struct Collected {
    fileprivate var paths: [PicturePath] = []
    var pictures: [(origin: PicturePath, thumbnail: PicturePath)] = []
  }

  /// Writes the files of pictures and makes them durable; nothing stays behind when that fails.
  func put(
    _ pictures: [CheckedPicture], vendor: Int, at date: WireDate, names: UUIDGenerator
  ) throws(FileError) -> Collected {
    var shelved = Collected()
    var open: [Int32] = []
    do throws(FileError) {
      for picture in pictures {
        let name = names.next(at: date).hex
        let origin = PicturePath(
          vendor: vendor, date: date, name: name, kind: .origin,
          fileExtension: picture.fileExtension)
        let thumbnail = PicturePath(
          vendor: vendor, date: date, name: name, kind: .thumb,
          fileExtension: picture.thumbnailExtension)
        open.append(try FileSystem.create(waiting(origin), picture.bytes))
        shelved.paths.append(origin)
        open.append(try FileSystem.create(waiting(thumbnail), picture.thumbnail))
        shelved.paths.append(thumbnail)
        shelved.pictures.append((origin, thumbnail))
      }
      if let names = try publish(shelved.paths) { open.append(names) }
      let files = open
      open = []
      try FileSystem.syncAndClose(files)
    } catch {
      for file in open { close(file) }
      discard(shelved)
      throw error
    }
    return shelved
  }

  /// The rows are stored: the files no longer wait.
  func settle(_ shelved: Collected) {
    for path in shelved.paths { unlink(waiting(path)) }
  }

  /// The rows were not stored: takes the files off again.
  func discard(_ shelved: Collected) {
    for path in shelved.paths {
      unlink("\(folder)/\(path.text)")
      unlink(waiting(path))
    }
  }

  /// Deletes files by the paths that rows held.
  func delete(_ paths: [String]) {
    for path in paths where path.hasPrefix("pictures/") && !path.contains("..") {
      unlink("\(folder)/\(path)")
    }
  }

  /// The bytes of a picture; nil where there is none.
  func read(_ path: PicturePath) throws(FileError) -> [UInt8]? {
    try FileSystem.read("\(folder)/\(path.text)")
  }

  /// Takes away what a crash left: waiting files from before `date`, and their lasting names where
  /// `isUsed` does not know them. Only for whoever holds the folder's lock exclusively.
  func sweep(before date: WireDate, isUsed: (String) throws -> Bool) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/waiting")
    for name in names {
      let file = "\(folder)/waiting/\(name)"
      guard let changed = FileSystem.changed(file), changed < date.date else { continue }
      if let path = PicturePath(pendingName: name), try !isUsed(path.text) {
        unlink("\(folder)/\(path.text)")
      }
      unlink(file)
    }
  }

  private func waiting(_ path: PicturePath) -> String { "\(folder)/waiting/\(path.pendingName)" }

  /// Gives files of one folder their lasting names and answers the folder, still to be synced.
  /// Nobody knows the names before the rows are stored, so contents may be synced after names.
  private func publish(_ paths: [PicturePath]) throws(FileError) -> Int32? {
    guard let first = paths.first else { return nil }
    try makeDurable(first.folder)
    for path in paths {
      try FileSystem.publish(waiting(path), as: "\(folder)/\(path.text)")
    }
    return try FileSystem.openFolder("\(folder)/\(first.folder)")
  }

  /// Makes `pictures/<vendor>/<day>`. That another process made it does not mean that it synced
  /// the names above, so each process does that once.
  private func makeDurable(_ path: String) throws(FileError) {
    let isKnown = durable.withLock { $0.contains(path) }
    if isKnown { return }
    let vendor = (path as NSString).deletingLastPathComponent
    try FileSystem.createFolders("\(folder)/\(path)")
    for path in [vendor, "pictures"] {
      try FileSystem.syncAndClose([try FileSystem.openFolder("\(folder)/\(path)")])
    }
    durable.withLock { known in
      // One entry a vendor and day: a server that runs for years must not keep them all.
      if known.count >= 4096 { known.removeAll() }
      known.insert(path)
    }
  }
}
