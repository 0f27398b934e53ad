public import MarketWire

/// The store of one market, for any number of threads and processes.
///
/// It knows no rules of the market, and its interface has no types of a database. In `MarketStores`
/// a `SQLiteStore` keeps a market in a folder, a `PostgresStore` in a database of a server.
///
/// 1. When `write` returns, its changes are durable. When it throws, nothing has changed, except that
///    `.outcomeUnknown` leaves that open.
/// 2. A `read` sees one consistent state of the market and never waits for a writer.
/// 3. The id of a vendor, listing or picture is never used again. Ids and revisions become visible
///    in their order.
/// 4. Pictures are stored before the listing that uses them and deleted after the last one.
public protocol MarketStore: Sendable {
  /// Runs `body` on one consistent state of the market.
  ///
  /// `body` may run twice if the connection to a server was lost in the meantime.
  ///
  /// - Throws: the error of `body`, or `StoreError`.
  func read<T>(_ body: (any StoreReader) throws -> T) throws -> T

  /// Runs `body` like `read`, for a search or a long scan.
  ///
  /// - Throws: the error of `body`, or `StoreError`; `.tooSlow` after the time limit.
  func readSlowly<T>(timeLimit: Duration, _ body: (any StoreReader) throws -> T) throws -> T

  /// Runs `body` in a transaction as the only writer; commits it, or rolls it back if `body` throws.
  ///
  /// - Parameter mayUseReserve: whether a full disk is no reason to refuse it, because it frees
  ///   space.
  /// - Throws: the error of `body`, or `StoreError`; `.busy` after 30 s of waiting for writers;
  ///   `.outcomeUnknown` if a server was lost while it committed.
  func write<T>(mayUseReserve: Bool, _ body: (any StoreWriter) throws -> T) throws -> T

  /// Stores picture files that no listing uses yet.
  ///
  /// The caller must adopt them in a write (``StoreWriter/adopt(_:)``), or discard them. Those that
  /// a crash leaves behind are deleted after an hour.
  func stage(_ files: [PictureFile]) throws -> StagedPictures

  /// Adds listings of another store with their ids and those of their pictures, in one write,
  /// which is durable when the next one is.
  ///
  /// - Parameters:
  ///   - count: the number of listings that are there, unless a crash of a server has lost some.
  ///   - nextFile: returns the next of the picture files that are not there yet; nil at the end.
  /// - Throws: `.unreachable` if listings were lost.
  func restore(
    _ products: [StoredProduct], following count: Int, _ nextFile: () throws -> PictureFile?
  ) throws

  /// Deletes staged files that no write has adopted.
  func discard(_ staged: StagedPictures)

  /// The bytes of a picture file; nil if there is none.
  func picture(_ path: PicturePath) throws -> [UInt8]?

  /// Replaces the bytes of a picture file that listings use; returns false if there is none.
  ///
  /// - Throws: `StoreError`; `.busy` while a backup is made.
  func replace(_ file: PictureFile) throws -> Bool

  /// The SHA-256 hashes of picture files by their paths; those that are missing are left out.
  func pictureHashes(_ paths: [PicturePath]) throws -> [PicturePath: [UInt8]]

  /// Whether there is room for writes that need space.
  func hasSpace() -> Bool

  /// The free bytes of the disk; nil if unknown, or if it is the disk of a server.
  func freeBytes() -> Int64?

  /// Reads a part of the market, to find out whether it can be read and is sound.
  func check() throws(StoreError)

  /// Adds a line about a removal by the operator to the notes of the market.
  func record(_ line: [UInt8]) throws

  /// What a move that has not ended is about; nil if the market is complete.
  func unfinishedMove() throws -> String?
  /// Marks the market as incomplete, or as complete.
  func setUnfinishedMove(_ text: String?) throws

  /// The connections to the server of the database; nil if there is none.
  var connections: StoreConnections? { get }

  /// The settings that determine when a write is durable.
  func settings() throws -> StoreSettings

  /// The number of slow reads that may run at the same time.
  var slowReaders: Int { get }

  /// Counters that all processes of the market share; nil if each process counts for itself.
  var counters: (any SharedCounters)? { get }

  /// Ends the use of the store.
  ///
  /// Running reads and writes still finish.
  func close()
}

extension MarketStore {
  /// Runs `body` in a transaction as the only writer.
  public func write<T>(_ body: (any StoreWriter) throws -> T) throws -> T {
    try write(mayUseReserve: false, body)
  }
}

/// Read access to one consistent state of the market; valid only inside its closure.
public protocol StoreReader {
  /// The response that is stored for a key.
  func response(_ key: ResponseKey) throws -> StoredResponse?

  /// A listing with its pictures.
  func product(_ id: Int) throws -> StoredProduct?
  /// The oldest listings of the sample market, with their pictures.
  func sampleProducts(limit: Int) throws -> [StoredProduct]
  /// The number of listings, with those of hidden vendors.
  func productCount() throws -> Int
  /// A page of the plain list, newest first, at a cost that is independent of `offset`.
  func products(offset: Int, limit: Int) throws -> StoredPage
  /// A page of a list, from `offset` on.
  ///
  /// The cost of a page of the plain list is independent of its offset. Other lists read their
  /// index up to the end of the page.
  func products(
    _ filter: ListingFilter, sortedBy sort: ListingSort, offset: Int, limit: Int
  ) throws -> StoredPage
  /// Calls `body` with the values of each matching listing.
  func forEachSummaryRow(_ filter: ListingFilter, _ body: (SummaryRow) -> Void) throws

  /// The current revision, which only grows.
  func revision() throws -> Int
  /// The first `limit` changes since a revision; nil if the changes are not available, or if the
  /// revision is in the future.
  func changes(since revision: Int, limit: Int) throws -> StoredChanges?

  /// The vendor whose identifier has this SHA-256 hash, with the hashes of its credentials.
  func vendor(
    identifierHash: [UInt8]
  ) throws -> (vendor: StoredVendor, hashes: CredentialHashes)?
  /// The vendor with exactly this name.
  func vendor(named name: String) throws -> StoredVendor?
  /// All vendors in the order of creation, each with what it has.
  func vendors() throws -> [(vendor: StoredVendor, usage: AccountUsage)]
  /// What a vendor has.
  func usage(ofVendor id: Int) throws -> AccountUsage
  /// The vendors whose listings are in no list and no summary, and count as removed in changes.
  func hiddenVendors() throws -> Set<Int>
  /// The listings of a vendor with ids above `id`, in their order, with their pictures; those of a
  /// hidden vendor, too.
  func products(ofVendor vendorID: Int, after id: Int, limit: Int) throws -> [StoredProduct]
  /// The last `limit` lines of the account log, oldest first.
  func accountEvents(limit: Int) throws -> [AccountEvent]
  /// Whether the sample market is loaded.
  func hasSamples() throws -> Bool
  /// When the last backup was made of this market; nil if none is known.
  func lastBackup() throws -> WireDate?

  /// The vendors with ids above `id`, in their order.
  func exportedVendors(after id: Int, limit: Int) throws -> [ExportedVendor]
  /// The listings with ids above `id`, in their order, with their pictures.
  func exportedProducts(after id: Int, limit: Int) throws -> [StoredProduct]
  /// The responses after the one for `key`, or from the first on, in an order of their keys.
  func exportedResponses(after key: ResponseKey?, limit: Int) throws -> [ExportedResponse]
  /// The bytes of a picture file; nil if there is none. Files that are rows are of the same state.
  func picture(_ path: PicturePath) throws -> [UInt8]?
  /// The numbers that the next rows get.
  func numbers() throws -> StoreNumbers
}

extension StoreReader {
  /// Throws `.unreachable` unless there are `count` listings.
  ///
  /// The server of a database may have crashed since they were restored.
  public func requireProducts(_ count: Int) throws {
    guard try productCount() == count else {
      throw StoreError.unreachable(detail: "listings that were just moved are lost")
    }
  }

  /// Calls `body` with the id of the vendor that a filter names, or with nil if it names none.
  ///
  /// Returns nil if it names a vendor that does not exist.
  public func withVendor<T>(of filter: ListingFilter, _ body: (Int?) -> T) throws -> T? {
    switch filter.vendor {
    case nil: return body(nil)
    case .id(let id): return body(id)
    case .name(let name): return try vendor(named: Folding.normalized(name)).map { body($0.id) }
    }
  }
}

/// Write access in a transaction; valid only inside its closure.
public protocol StoreWriter: StoreReader {
  /// Stores the response for a key and replaces an older one.
  func store(_ response: StoredResponse, for key: ResponseKey) throws
  /// Deletes up to `limit` responses from before `date`, oldest first.
  func deleteResponses(before date: WireDate, limit: Int) throws

  /// Keeps staged pictures, which the listings of this write use.
  func adopt(_ staged: StagedPictures) throws
  /// Adds a listing with its pictures and returns it in full.
  func insert(_ product: NewProduct) throws -> StoredProduct
  /// Stores the texts, the amounts, the stock, the thumbnail and `issuedAt` of a listing.
  func update(_ product: StoredProduct) throws
  /// Gives a listing other pictures and stores it like ``update(_:)``, with its bytes. The first
  /// picture becomes its thumbnail. Pictures that nothing uses any more are removed.
  ///
  /// Ids grow in the order of pictures: one that stays keeps its id if it stood behind all that are
  /// before it now, and otherwise gets a new one.
  ///
  /// - Returns: the listing in full.
  func update(_ product: StoredProduct, pictures: [PictureChoice]) throws -> StoredProduct
  /// Removes a listing, and the pictures that no other listing uses.
  func remove(_ product: StoredProduct) throws
  /// Counts the listings again: those of each vendor, with their bytes, and those of lists.
  func recount() throws
  /// Runs `body`, which writes thousands of rows.
  func withLargeCache<T>(_ body: () throws -> T) throws -> T

  /// Adds a vendor.
  ///
  /// - Parameter name: the name, in NFC.
  /// - Throws: `StoreError.vendorNameTaken`.
  func insertVendor(
    name: String, hashes: CredentialHashes, isSample: Bool, at date: WireDate
  ) throws -> StoredVendor
  /// Replaces the credentials of a vendor.
  func setCredentials(_ hashes: CredentialHashes, ofVendor id: Int) throws
  /// Renames a vendor; the listings show the name, and are found by it, after ``update(_:)``.
  ///
  /// - Parameter name: the name, in NFC, which no other vendor has.
  func setName(_ name: String, ofVendor id: Int) throws
  /// Replaces what a vendor says about itself.
  func setProfile(_ profile: ShopProfile, ofVendor id: Int) throws
  /// Disables or enables a vendor.
  ///
  /// Its listings stay.
  func setDisabled(_ isDisabled: Bool, ofVendor id: Int) throws
  /// Hides the listings of a vendor, or shows them again; changes tell of those that are updated
  /// after it (``update(_:)``).
  func setHidden(_ isHidden: Bool, ofVendor id: Int) throws
  /// Stores when the credentials of a vendor were last used.
  func setLastUsed(_ date: WireDate, ofVendor id: Int) throws
  /// Removes a vendor that has no listings, with its stored responses.
  func removeVendor(_ id: Int) throws
  /// Adds a line to the account log, which keeps the last ``StoreLimits/accountEvents``.
  func record(_ event: AccountEvent) throws
  /// Remembers when a backup was made of this market.
  ///
  /// A hidden line of the account log has it; a move brings it to no other market.
  func setLastBackup(_ date: WireDate) throws
  /// Removes the sample vendors with all their listings.
  ///
  /// - Returns: the number of removed listings.
  func removeSamples() throws -> Int

  /// Adds a vendor of another store with its id.
  func restore(_ vendor: ExportedVendor) throws
  /// Adds listings of another store with their ids and those of their pictures, whose files are
  /// there.
  func restore(_ products: [StoredProduct]) throws
  /// Continues with the numbers of another store.
  ///
  /// The revision becomes higher than both, and no changes before it are available, so that
  /// everybody who has read one of the stores reads the whole list.
  func restore(_ numbers: StoreNumbers) throws
}

extension StoreWriter {
  /// Adds a vendor that is not a sample.
  public func insertVendor(
    name: String, hashes: CredentialHashes, at date: WireDate
  ) throws -> StoredVendor {
    try insertVendor(name: name, hashes: hashes, isSample: false, at: date)
  }
}

/// 65,536 numbers in each of a few tables, which all processes of a market share.
///
/// They are lost when the server of the database crashes.
public protocol SharedCounters: Sendable {
  /// The same random bytes for all processes.
  var salt: [UInt8] { get }
  /// The number at a place; 0 at first.
  func value(_ index: Int, in table: Int) throws -> UInt64
  /// Changes the number at a place.
  func update(_ index: Int, in table: Int, _ change: (UInt64) -> UInt64) throws
}

/// The connections of a store to the server of its database.
public struct StoreConnections: Hashable, Sendable {
  /// How many are in use.
  public let inUse: Int
  /// How many can be in use at the same time.
  public let limit: Int

  public init(inUse: Int, limit: Int) {
    self.inUse = inUse
    self.limit = limit
  }
}

/// Limits that all stores share.
public enum StoreLimits {
  /// The number of revisions whose changes are available.
  ///
  /// A client that is further behind reads the whole list, which is less work.
  public static let retainedRevisions = 200_000
  /// The number of ids per row of `page_bucket`, and of such rows per row of `page_block`.
  public static let bucketSize = 256
  /// The number of lines that the account log keeps.
  public static let accountEvents = 10_000
}
