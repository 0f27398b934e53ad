import Foundation
import MarketStore
import MarketWire

/// The state of a market's folder, which may be in use.
public struct FolderInspection: Hashable, Sendable {
  /// The version of the tables.
  public let schema: Int
  /// The number of listings.
  public let listings: Int
  /// What is damaged in the database, in the words of SQLite.
  public let damage: [String]
  /// The journal mode of SQLite, such as `wal`.
  public let journal: String
  /// The sync level: `off`, `normal`, `full` or `extra`.
  public let synchronous: String
  /// The bytes of the database, without its write-ahead log.
  public let databaseBytes: Int
  /// The number of picture files.
  public let pictures: Int
  /// The bytes of all picture files.
  public let pictureBytes: Int
  /// The picture files that no listing uses and that are not about to be deleted.
  public let orphans: [String]
  /// The picture files that listings use and that do not exist.
  public let missing: [String]
  /// The free bytes of the device; nil if unknown.
  public let freeBytes: Int64?
}

extension MarketService {
  /// Reads the whole market in `folder` and changes nothing.
  public static func inspect(_ folder: String) throws(ServiceError) -> FolderInspection {
    let path = database(in: folder)
    guard FileSystem.exists(path) else {
      throw .store(.notAccessible(detail: "there is none"), path: path)
    }
    do {
      let facts = try MarketStore.facts(of: path)
      // A picture gets its row after its file, and keeps a link in `waiting` until then. The rows
      // are therefore read last.
      let files = pictureFiles(in: folder)
      var unknown = files
      for name in waitingFiles(in: folder) { unknown[name] = nil }
      var missing: [String] = []
      if facts.damage.isEmpty {
        try MarketStore.forEachPicture(in: path) { name in
          if unknown.removeValue(forKey: name) == nil, !FileSystem.exists("\(folder)/\(name)") {
            missing.append(name)
          }
        }
        for name in try MarketStore.filesPendingDeletion(in: path) { unknown[name] = nil }
      }
      return FolderInspection(
        schema: facts.schema, listings: facts.listings, damage: facts.damage,
        journal: facts.journal, synchronous: facts.synchronous,
        databaseBytes: FileSystem.size(path) ?? 0, pictures: files.count,
        pictureBytes: files.values.reduce(0, +),
        orphans: facts.damage.isEmpty ? unknown.keys.sorted() : [], missing: missing,
        freeBytes: FileSystem.freeBytes(of: folder))
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

  private static func waitingFiles(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/waiting")
    return (names ?? []).compactMap { PicturePath(pendingName: $0)?.text }
  }

  /// Removes a listing of any shop, for the operator of the market.
  ///
  /// The file `removals.jsonl` in the market's folder has one line for each removed listing.
  ///
  /// - Throws: `.noSuchListing`, `.folderNotUsable`, `.store`.
  public func removeListing(
    _ id: Int, reason: String
  ) throws(ServiceError) -> (name: String, shop: String) {
    let (product, unused) = try translated {
      try store.write { writer in
        guard let product = try writer.product(id) else { throw ServiceError.noSuchListing(id) }
        return (product, try writer.remove(product))
      }
    }
    // If the files stay because of a backup, they are deleted when the market is opened.
    if pictures.delete(unused) {
      try translated { try store.write { try $0.clearPendingDeletion(of: unused) } }
    }
    try translated { try note(product, reason) }
    return (product.name, product.vendorName)
  }

  private func note(_ product: StoredProduct, _ reason: String) throws(FileError) {
    let line = JSON.object([
      "removed_at": .string(clock().exactText), "id": .integer(product.id),
      "name": .string(product.name), "vendor_id": .integer(product.vendorID),
      "vendor_name": .string(product.vendorName), "reason": .string(reason),
    ]).bytes()
    try FileSystem.append(line + [UInt8(ascii: "\n")], to: "\(folder)/removals.jsonl")
  }
}
