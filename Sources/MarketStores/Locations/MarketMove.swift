import Digest
public import MarketService
public import MarketWire

/// What a move has brought to another store.
public struct MoveSummary: Hashable, Sendable {
  /// The number of accounts, with those of sample shops.
  public var accounts = 0
  /// The number of listings.
  public var listings = 0
  /// The number of picture files.
  public var pictures = 0
  /// The picture files that listings name and that were missing.
  public var missing = 0
}

/// Moves a market to another store: accounts, listings with their ids and dates, pictures, and the
/// responses of idempotency keys.
///
/// 1. The target has a mark until all of it is there and equal to the source. A market with this
///    mark is not opened.
/// 2. Rows are moved in the order of their ids, so a move continues after the last one.
/// 3. Each row and the hash of each picture are compared while more are moved.
/// 4. The source is read in one transaction, pictures of a database, too. If it changes in the
///    meantime, a move fails, because the change would be lost; a backup does not have it.
public struct MarketMove: Sendable {
  private let source: any MarketStore
  private let target: any MarketStore
  private let targetText: String
  private static let batch = 200

  /// Opens both markets.
  ///
  /// - Throws: `.moveTargetNotEmpty` if the target has a market, unless a move of the source has not
  ///   ended there; `.moveNotEnded` if the source has only a part of a market.
  public init(
    from source: MarketLocation, to target: MarketLocation,
    clock: @escaping @Sendable () -> WireDate
  ) throws(ServiceError) {
    guard source.exists else {
      throw .store(.notAccessible(detail: "there is no market"), path: source.text)
    }
    self.source = try source.openWhole(clock: clock)
    do throws(ServiceError) { self.target = try target.open(clock: clock) } catch {
      self.source.close()
      throw error
    }
    targetText = target.text
  }

  /// Moves everything, and compares the two markets.
  ///
  /// - Parameters:
  ///   - allowsChanges: whether the source may change in the meantime.
  ///   - progress: receives the number of listings that were moved, and of all.
  public func run(
    allowsChanges: Bool = false,
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws(ServiceError) -> MoveSummary {
    defer {
      source.close()
      target.close()
    }
    return try ServiceError.translated(targetText) {
      let (summary, numbers, events) = try source.read { reader in
        try begin("revision \(try reader.revision())")
        return (
          try moveAll(reader, progress), try reader.numbers(),
          try reader.accountEvents(limit: StoreLimits.accountEvents)
        )
      }
      guard try allowsChanges || isUnchanged(since: numbers) else {
        throw ServiceError.movedMarketChanged
      }
      try target.write { writer in
        try writer.requireProducts(summary.listings)
        try writer.restore(numbers)
        for event in events { try writer.record(event) }
      }
      try target.setUnfinishedMove(nil)
      return summary
    }
  }

  /// Whether the source is as it was moved; most changes of accounts have no revision.
  private func isUnchanged(since numbers: StoreNumbers) throws -> Bool {
    let vendors = try target.vendors()
    return try source.read { reader in
      try reader.numbers() == numbers
        && reader.exportedVendors(after: 0, limit: .max) == vendors
    }
  }

  /// Marks the target, which is empty or has a part of the same source.
  private func begin(_ mark: String) throws {
    if let found = try target.unfinishedMove() {
      guard found == mark else { throw ServiceError.movedMarketChanged }
      return
    }
    let isEmpty = try target.read { reader in
      try reader.productCount() == 0 && reader.exportedVendors(after: 0, limit: 1).isEmpty
    }
    guard isEmpty else { throw ServiceError.moveTargetNotEmpty(targetText) }
    try target.setUnfinishedMove(mark)
  }

  private func moveAll(
    _ reader: any StoreReader, _ progress: (Int, Int) throws -> Void
  ) throws -> MoveSummary {
    var summary = MoveSummary()
    summary.accounts = try moveVendors(reader)
    let total = try reader.productCount()
    let comparison = MoveComparison(with: target)
    defer { comparison.wait() }
    var moved: Set<String> = []
    var last = 0
    // What an interrupted move has brought.
    try forEachBatch(target.products) { found in
      guard try reader.exportedProducts(after: last, limit: found.count) == found else {
        throw ServiceError.moveDiffers
      }
      let files = Self.files(of: found).filter { moved.insert($0).inserted }
      try comparison.start(found, after: last, try Self.hashes(files, reader))
      summary.listings += found.count
      last = found.last?.id ?? last
    }
    try forEachBatch(after: last, reader.exportedProducts) { products in
      let files = Self.files(of: products).filter { moved.insert($0).inserted }
      let hashes = try move(products, files, reader, following: summary.listings)
      summary.missing += files.count - hashes.count
      try comparison.start(products, after: last, hashes)
      summary.listings += products.count
      last = products.last?.id ?? last
      try progress(summary.listings, total)
    }
    summary.pictures = moved.count - summary.missing
    try moveResponses(reader)
    try comparison.end(after: last)
    guard try reader.exportedVendors(after: 0, limit: .max) == target.vendors() else {
      throw ServiceError.moveDiffers
    }
    return summary
  }

  /// The hashes of the files that are there.
  private static func hashes(
    _ files: [String], _ reader: any StoreReader
  ) throws -> [PicturePath: [UInt8]] {
    var hashes: [PicturePath: [UInt8]] = [:]
    for text in files {
      guard let file = try file(text, reader) else { continue }
      hashes[file.path] = Digest.sha256(file.bytes)
    }
    return hashes
  }

  private func moveResponses(_ reader: any StoreReader) throws {
    var last: ResponseKey?
    while true {
      let responses = try reader.exportedResponses(after: last, limit: Self.batch)
      guard let end = responses.last else { return }
      try target.write { writer in
        for response in responses { try writer.store(response.response, for: response.key) }
      }
      last = end.key
    }
  }

  private func moveVendors(_ reader: any StoreReader) throws -> Int {
    let known = try Set(target.vendors().map(\.vendor.id))
    let all = try reader.exportedVendors(after: 0, limit: .max)
    try target.write { writer in
      for vendor in all where !known.contains(vendor.vendor.id) { try writer.restore(vendor) }
    }
    return all.count
  }

  /// Moves listings and their new picture files; returns the hashes of the files that are there.
  private func move(
    _ products: [StoredProduct], _ files: [String], _ reader: any StoreReader,
    following count: Int
  ) throws -> [PicturePath: [UInt8]] {
    var rest = files[...]
    var hashes: [PicturePath: [UInt8]] = [:]
    try target.restore(products, following: count) {
      while let text = rest.popFirst() {
        guard let file = try Self.file(text, reader) else { continue }
        hashes[file.path] = Digest.sha256(file.bytes)
        return file
      }
      return nil
    }
    return hashes
  }

  /// A picture file of the source; nil if it is missing.
  private static func file(_ text: String, _ reader: any StoreReader) throws -> PictureFile? {
    guard let path = PicturePath(text: text), let bytes = try reader.picture(path) else {
      return nil
    }
    return PictureFile(path: path, bytes: bytes)
  }

  private static func files(of products: [StoredProduct]) -> [String] {
    products.flatMap(\.pictures).flatMap { [$0.origin, $0.thumbnail] }
  }

  private func forEachBatch(
    after id: Int = 0, _ read: (_ after: Int, _ limit: Int) throws -> [StoredProduct],
    _ body: ([StoredProduct]) throws -> Void
  ) throws {
    var last = id
    while true {
      let products = try read(last, Self.batch)
      guard let end = products.last else { return }
      try body(products)
      last = end.id
    }
  }
}

extension MarketStore {
  func products(after id: Int, limit: Int) throws -> [StoredProduct] {
    try read { try $0.exportedProducts(after: id, limit: limit) }
  }

  func vendors() throws -> [ExportedVendor] {
    try read { try $0.exportedVendors(after: 0, limit: .max) }
  }
}
