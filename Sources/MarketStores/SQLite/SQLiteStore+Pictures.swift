import Digest
public import MarketService
import SQLite

/// Picture files, which are in folders.
extension SQLiteStore {
  public func stage(_ files: [PictureFile]) throws -> StagedPictures {
    try translated { try pictures.write(files) }
  }

  public func restore(
    _ products: [StoredProduct], following count: Int, _ nextFile: () throws -> PictureFile?
  ) throws {
    var staged: [StagedPictures] = []
    var isDone = false
    defer { if !isDone { staged.forEach(discard) } }
    while true {
      // A few at a time, because they are in memory.
      var files: [PictureFile] = []
      while files.count < 16, let file = try nextFile() { files.append(file) }
      if files.isEmpty { break }
      // A killed move leaves files whose rows were not stored.
      discard(StagedPictures(paths: files.map(\.path)))
      staged.append(try stage(files))
    }
    try write(mayUseReserve: false) { writer in
      try writer.requireProducts(count)
      for files in staged { try writer.adopt(files) }
      try writer.restore(products)
    }
    isDone = true
  }

  public func discard(_ staged: StagedPictures) {
    pictures.discard(staged)
  }

  public func picture(_ path: PicturePath) throws -> [UInt8]? {
    try translated { try pictures.read(path) }
  }

  public func replace(_ file: PictureFile) throws -> Bool {
    try translated {
      // A listing is removed in a write, so its files are not deleted in the meantime.
      try pool.write { connection in
        guard try SQLiteReader(connection, pictures).isUsed(picture: file.path.text) else {
          return false
        }
        guard let isReplaced = try pictures.replace(file) else { throw StoreError.busy }
        return isReplaced
      }
    }
  }

  public func pictureHashes(_ paths: [PicturePath]) throws -> [PicturePath: [UInt8]] {
    var hashes: [PicturePath: [UInt8]] = [:]
    for path in paths {
      if let bytes = try picture(path) { hashes[path] = Digest.sha256(bytes) }
    }
    return hashes
  }
}
