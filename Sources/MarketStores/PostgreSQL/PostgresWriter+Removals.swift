import MarketService
import SQLite

extension PostgresWriter {
  func finishRemoval(of product: StoredProduct) throws {
    count(product, -1)
    try connection.run(
      "INSERT INTO removal VALUES ($1, $2)", [Value(try nextRevision()), Value(product.id)])
    hasRemovals = true
    try removeFiles(of: product.pictures)
  }

  func removeFiles(of pictures: [StoredPicture]) throws {
    for picture in pictures { try deleteFiles(picture.origin, picture.thumbnail) }
  }

  func removeSamples() throws -> Int {
    try flush()
    let samples = "vendor_id IN (SELECT id FROM vendor WHERE is_sample)"
    let pictures = try connection.query(
      """
      SELECT DISTINCT origin, picture.thumbnail
      FROM picture JOIN product ON product.id = product_id WHERE \(samples)
      """
    ) { ($0.text(0), $0.text(1)) }
    let counts = try connection.query(
      "SELECT id / \(StoreLimits.bucketSize), count(*) FROM product WHERE \(samples) GROUP BY 1"
    ) { ($0.int(0), $0.int(1)) }
    let grams = try connection.query(
      "SELECT gram, count(*) FROM product, unnest(grams) AS gram WHERE \(samples) GROUP BY gram"
    ) { ($0.int(0), $0.int(1)) }
    let removed = try connection.run(
      """
      WITH gone AS (DELETE FROM product WHERE \(samples) RETURNING id)
      INSERT INTO removal SELECT $1 + row_number() OVER (ORDER BY id), id FROM gone
      """, [Value(state.numbers.revision)])
    _ = try take(removed, of: \.revision)
    state.live -= removed
    for (bucket, number) in counts { buckets[bucket, default: 0] -= number }
    for (gram, number) in grams { count([gram], -number) }
    hasRemovals = true
    try connection.run("DELETE FROM vendor WHERE is_sample", [])
    for (origin, thumbnail) in pictures { try deleteFiles(origin, thumbnail) }
    return removed
  }

  /// Deletes the files of a picture unless another listing uses it.
  private func deleteFiles(_ origin: String, _ thumbnail: String) throws {
    try connection.run(
      """
      DELETE FROM picture_file WHERE path IN ($1, $2)
        AND NOT EXISTS (SELECT FROM picture WHERE origin = $1)
      """, [.text(origin), .text(thumbnail)])
  }
}
