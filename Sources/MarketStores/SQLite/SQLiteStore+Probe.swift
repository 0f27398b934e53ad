import Foundation
public import MarketService
import SQLite

extension SQLiteStore {
  /// Checks whether the market in `folder` can be opened, or created, and changes nothing.
  public static func probe(_ folder: String) throws(FolderError) -> StoreProbe {
    let place = FileSystem.nearestFolder(to: folder)
    let path = database(in: folder)
    guard FileSystem.isFolder(place) else {
      throw .folderNotUsable(path: folder, reason: String(cString: strerror(ENOTDIR)))
    }
    var status = stat()
    guard place == folder || lstat(folder, &status) != 0 else {
      // A link to a disk that is not there.
      throw .folderNotUsable(path: folder, reason: String(cString: strerror(ENOENT)))
    }
    let files = [place, path, "\(path)-wal", "\(folder)/market.lock"]
    for file in files + pictureFolders(in: folder) where FileSystem.exists(file) {
      let needed = R_OK | W_OK | (FileSystem.isFolder(file) ? X_OK : 0)
      guard access(file, needed) == 0 else {
        throw .folderNotUsable(path: file, reason: String(cString: strerror(errno)))
      }
    }
    try requireDatabase(in: folder)
    let exists = exists(in: folder)
    do throws(SQLiteError) {
      if exists { _ = try openKnown(path) }
    } catch {
      throw .store(StoreError(error), path: path)
    }
    var found = StoreProbe(exists: exists)
    found.hasUnfinishedMove = FileSystem.exists(unfinishedMove(in: folder))
    found.freeBytes = FileSystem.freeBytes(of: place)
    return found
  }

  /// The folders in which those of new pictures are made: there is one for each shop.
  private static func pictureFolders(in folder: String) -> [String] {
    let pictures = "\(folder)/pictures"
    let shops = (try? FileManager.default.contentsOfDirectory(atPath: pictures)) ?? []
    return ["\(folder)/waiting", pictures]
      + shops.map { "\(pictures)/\($0)" }.filter(FileSystem.isFolder)
  }

  /// Opens a database for reading, if it is one of a market that this program knows.
  static func openKnown(_ path: String) throws(SQLiteError) -> Connection {
    let mark = mark(of: path)
    let known = mark.number
    let connection = try Connection(.file(path), access: .readOnly)
    try mark.check(connection, has: known)
    let schema = try connection.userVersion()
    guard try connection.applicationID() == Schema.applicationID else {
      throw SQLiteError(.notADatabase, "another program's")
    }
    guard schema <= Self.schema else {
      throw SQLiteError(.newerSchema(found: schema, known: Self.schema), "newer")
    }
    return connection
  }

  /// Throws `.databaseLost` if there are pictures of a market and no database.
  static func requireDatabase(in folder: String) throws(FolderError) {
    let path = database(in: folder)
    guard FileSystem.size(path) ?? 0 > 0 || !FileSystem.hasFiles(in: "\(folder)/pictures") else {
      throw .databaseLost(path: path)
    }
  }
}
