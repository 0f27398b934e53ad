public import MarketService
import MarketWire
import SQLite
import Synchronization

/// Picture files, which are rows.
extension PostgresStore {
  public func stage(_ files: [PictureFile]) throws -> StagedPictures {
    guard !files.isEmpty else { return StagedPictures(paths: []) }
    try sweep()
    let rows = files.indices.map { "($\(2 * $0 + 1)::text, $\(2 * $0 + 2)::bytea)" }
    let values = files.flatMap { [Value.text($0.path.text), .blob($0.bytes)] }
    // The sync of the write that adopts the files includes them.
    let sql = """
      WITH setting AS (SELECT set_config('synchronous_commit', 'off', true))
      INSERT INTO picture_file (path, bytes, staged_at)
      SELECT file.*, now() FROM (VALUES \(rows.joined(separator: ", "))) AS file, setting
      """
    _ = try connected { try $0.run(sql, values) }
    return StagedPictures(paths: files.map(\.path))
  }

  public func restore(
    _ products: [StoredProduct], following count: Int, _ nextFile: () throws -> PictureFile?
  ) throws {
    // The sync of the next write includes it.
    try write(settings: "SET LOCAL synchronous_commit = off;") { (writer: PostgresWriter) in
      try writer.requireProducts(count)
      try writer.copy(nextFile)
      try writer.restore(products)
    }
  }

  public func discard(_ staged: StagedPictures) {
    // What fails is swept later.
    _ = try? pool.use { connection in
      try connection.run(
        "DELETE FROM picture_file WHERE path = ANY (string_to_array($1, '\n')) AND staged_at IS NOT NULL",
        [.text(staged.paths.map(\.text).joined(separator: "\n"))])
    }
  }

  /// Deletes files that no write has adopted within an hour; runs at most every ten minutes.
  private func sweep() throws {
    let now = clock().milliseconds
    let isDue = lastSweep.withLock { last in
      guard abs(now - last) > 600_000 else { return false }
      last = now
      return true
    }
    guard isDue else { return }
    _ = try connected { connection in
      try connection.run("DELETE FROM picture_file WHERE staged_at < now() - interval '1 hour'")
    }
  }

  public func picture(_ path: PicturePath) throws -> [UInt8]? {
    try connected { try $0.picture(path) }
  }

  public func replace(_ file: PictureFile) throws -> Bool {
    try connected { connection in
      try connection.run(
        "UPDATE picture_file SET bytes = $2 WHERE path = $1 AND staged_at IS NULL",
        [.text(file.path.text), .blob(file.bytes)])
    } > 0
  }

  public func pictureHashes(_ paths: [PicturePath]) throws -> [PicturePath: [UInt8]] {
    let texts = paths.map(\.text).joined(separator: "\n")
    let found = try connected { connection in
      try connection.query(
        """
        SELECT name, (SELECT sha256(bytes) FROM picture_file WHERE path = name)
        FROM unnest(string_to_array($1, '\n')) AS name
        """, [.text(texts)]
      ) { ($0.text(0), $0.blob(1)) }
    }
    var hashes: [PicturePath: [UInt8]] = [:]
    for case (let name, let hash) in found where !hash.isEmpty {
      if let path = PicturePath(text: name) { hashes[path] = hash }
    }
    return hashes
  }
}

extension PostgresConnection {
  /// The bytes of a picture file; nil if there is none.
  func picture(_ path: PicturePath) throws -> [UInt8]? {
    try blob("SELECT bytes FROM picture_file WHERE path = $1", [.text(path.text)])
  }
}
