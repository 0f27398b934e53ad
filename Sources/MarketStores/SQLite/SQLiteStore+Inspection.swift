import Foundation
public import MarketService

extension SQLiteStore {
  /// Reads the whole market in `folder` and changes nothing.
  public static func inspect(_ folder: String) throws(FolderError) -> StoreInspection {
    let path = database(in: folder)
    guard FileSystem.exists(path) else {
      throw .store(.notAccessible(detail: "there is none"), path: path)
    }
    do {
      let facts = try facts(of: path)
      // A picture gets its row after its file, and keeps a link in `waiting` until then. The rows
      // are therefore read last.
      let files = pictureFiles(in: folder)
      var unknown = files
      for name in waitingFiles(in: folder) { unknown[name] = nil }
      var missing: [String] = []
      if facts.damage.isEmpty {
        try forEachPicture(in: path) { name in
          unknown[name] = nil
          if try !isWhole("\(folder)/\(name)") { missing.append(name) }
        }
        for name in try filesPendingDeletion(in: path) { unknown[name] = nil }
      }
      return StoreInspection(
        schema: facts.schema, listings: facts.listings, damage: facts.damage,
        miscounts: facts.damage.isEmpty ? try miscounts(of: path) : [],
        journal: facts.journal, synchronous: facts.synchronous,
        databaseBytes: FileSystem.size(path) ?? 0, pictures: files.count,
        pictureBytes: files.values.reduce(0, +),
        orphans: facts.damage.isEmpty ? unknown.keys.sorted() : [], missing: missing,
        freeBytes: FileSystem.freeBytes(of: folder),
        hasUnfinishedMove: FileSystem.exists(unfinishedMove(in: folder)))
    } catch let error as FolderError {
      throw error
    } catch {
      throw .store(error as? StoreError ?? .failed(detail: "\(error)"), path: path)
    }
  }

  /// The sizes of picture files by their paths.
  private static func pictureFiles(in folder: String) -> [String: Int] {
    let names = FileManager.default.enumerator(atPath: "\(folder)/pictures")
    var sizes: [String: Int] = [:]
    while let name = names?.nextObject() as? String {
      let path = "pictures/\(name)"
      guard PicturePath(components: name.split(separator: "/").map(String.init)) != nil else {
        continue
      }
      sizes[path] = FileSystem.size("\(folder)/\(path)")
    }
    return sizes
  }

  /// Whether there is a picture that is not empty. A disk that lost power may leave zeros.
  private static func isWhole(_ path: String) throws(FolderError) -> Bool {
    do throws(FileError) {
      return try FileSystem.firstByte(of: path) ?? 0 != 0
    } catch {
      throw .folderNotUsable(path: path, reason: error.reason)
    }
  }

  private static func waitingFiles(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/waiting")
    return (names ?? []).compactMap { PicturePath(pendingName: $0)?.text }
  }
}
