public import MarketService
public import MarketStore
public import MarketWire
import SQLiteStore

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
/// 3. The source is read in one transaction. If it changes in the meantime, a move fails,
///    because the change would be lost; a backup does not have it.
public struct MarketMove: Sendable {
  private let source: any MarketStore
  private let target: any MarketStore
  private let targetText: String
  private static let batch = 200

  /// Opens both markets.
  ///
  /// - Throws: `.moveTargetNotEmpty` if the target has a market, unless a move of the source has not
  ///   ended there.
  public init(
    from source: MarketLocation, to target: MarketLocation,
    clock: @escaping @Sendable () -> WireDate
  ) throws(ServiceError) {
    guard source.exists else {
      throw .store(.notAccessible(detail: "there is no market"), path: source.text)
    }
    self.source = try source.open(clock: clock)
    self.target = try target.open(clock: clock)
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
    do {
      let (summary, numbers) = try source.read { reader in
        try begin("revision \(try reader.revision())")
        let summary = try moveAll(reader, progress)
        try compare(reader)
        return (summary, try reader.numbers())
      }
      let revision = try source.read { try $0.revision() }
      guard allowsChanges || revision == numbers.revision else {
        throw ServiceError.movedMarketChanged
      }
      try target.write { try $0.restore(numbers) }
      try target.setUnfinishedMove(nil)
      return summary
    } catch let error as ServiceError {
      throw error
    } catch {
      throw .store(error as? StoreError ?? .failed(detail: "\(error)"), path: targetText)
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
    var moved: Set<String> = []
    var last = 0
    try forEachBatch(target.products) { products in
      summary.listings += products.count
      moved.formUnion(Self.files(of: products))
      last = products.last?.id ?? last
    }
    try forEachBatch(after: last, reader.exportedProducts) { products in
      try move(products, &moved, &summary)
      try progress(summary.listings, total)
    }
    summary.pictures = moved.count - summary.missing
    var offset = 0
    while true {
      let responses = try reader.exportedResponses(offset: offset, limit: Self.batch)
      guard !responses.isEmpty else { return summary }
      try target.write { writer in
        for response in responses { try writer.store(response.response, for: response.key) }
      }
      offset += responses.count
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

  /// Moves listings in one write, and their picture files before it.
  private func move(
    _ products: [StoredProduct], _ moved: inout Set<String>, _ summary: inout MoveSummary
  ) throws {
    let new = Self.files(of: products).filter { moved.insert($0).inserted }
    var staged: [StagedPictures] = []
    var isDone = false
    defer { if !isDone { staged.forEach(target.discard) } }
    // A few at a time, because they are in memory.
    for start in stride(from: 0, to: new.count, by: 16) {
      let files = try new[start..<min(start + 16, new.count)].compactMap(file)
      staged.append(try target.stage(files))
    }
    try target.write { writer in
      for files in staged { try writer.adopt(files) }
      try writer.restore(products)
    }
    isDone = true
    summary.missing += new.count - staged.reduce(0) { $0 + $1.paths.count }
    summary.listings += products.count
  }

  /// A picture file of the source; nil if it is missing.
  private func file(_ text: String) throws -> PictureFile? {
    guard let path = PicturePath(text: text), let bytes = try source.picture(path) else {
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

  /// Compares all rows, and the hashes of all pictures.
  private func compare(_ reader: any StoreReader) throws {
    guard try reader.exportedVendors(after: 0, limit: .max) == target.vendors() else {
      throw ServiceError.moveDiffers
    }
    var compared: Set<String> = []
    var last = 0
    while true {
      let first = try reader.exportedProducts(after: last, limit: Self.batch)
      guard try first == target.products(after: last, limit: Self.batch) else {
        throw ServiceError.moveDiffers
      }
      let paths = Self.files(of: first).filter { compared.insert($0).inserted }
        .compactMap { PicturePath(text: $0) }
      guard try source.pictureHashes(paths) == target.pictureHashes(paths) else {
        throw ServiceError.moveDiffers
      }
      guard let end = first.last else { return }
      last = end.id
    }
  }
}

extension MarketStore {
  fileprivate func products(after id: Int, limit: Int) throws -> [StoredProduct] {
    try read { try $0.exportedProducts(after: id, limit: limit) }
  }

  fileprivate func vendors() throws -> [ExportedVendor] {
    try read { try $0.exportedVendors(after: 0, limit: .max) }
  }
}

/// Backups of markets that are in no folder, by way of one.
extension MarketMove {
  /// Writes a market into a new tar file.
  public static func backUp(
    _ source: MarketLocation, to path: String, clock: @escaping @Sendable () -> WireDate
  ) throws(ServiceError) -> BackupSummary {
    guard !SQLiteStore.fileExists(path) else { throw .fileExists(path: path) }
    let folder = try temporaryFolder(beside: path)
    defer { SQLiteStore.delete(folder: folder.text) }
    _ = try MarketMove(from: source, to: folder, clock: clock).run(allowsChanges: true)
    do throws(FolderError) {
      let store = try SQLiteStore(folder: folder.text, clock: clock)
      defer { store.close() }
      return try store.backUp(to: path, at: clock())
    } catch {
      throw ServiceError(error)
    }
  }

  /// Creates a market from a backup, in an empty place.
  public static func restore(
    _ path: String, to target: MarketLocation, clock: @escaping @Sendable () -> WireDate
  ) throws(ServiceError) -> BackupSummary {
    guard case .database = target else { return try MarketService.restore(path, to: target.text) }
    let folder = try temporaryFolder(beside: path)
    defer { SQLiteStore.delete(folder: folder.text) }
    let summary = try MarketService.restore(path, to: folder.text)
    _ = try MarketMove(from: folder, to: target, clock: clock).run()
    return summary
  }

  /// An empty place beside a backup; the market that an interrupted run left there is deleted.
  private static func temporaryFolder(
    beside path: String
  ) throws(ServiceError) -> MarketLocation {
    let folder = "\(path).moving"
    guard !SQLiteStore.fileExists(folder) || SQLiteStore.exists(in: folder) else {
      throw .fileExists(path: folder)
    }
    SQLiteStore.delete(folder: folder)
    return .folder(folder)
  }
}
