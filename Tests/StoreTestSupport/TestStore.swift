import Foundation
public import MarketService
import MarketStores
import MarketWire
import SQLite

/// The kinds of stores that must fulfill the contract of ``MarketStore``.
public enum StoreKind: String, CaseIterable, Sendable {
  case sqlite
  case postgres
  /// What the simulator uses in place of a server.
  case model

  /// The kind for tests that need only one: the value of `OPENMARKET_STORE`, or SQLite.
  public static let preferred: StoreKind =
    ProcessInfo.processInfo.environment["OPENMARKET_STORE"].flatMap { StoreKind(rawValue: $0) }
    ?? .sqlite

  /// The kinds that this machine can test. Prints a message if PostgreSQL is not installed.
  public static let all: [StoreKind] = {
    if PostgresServer.isNeeded { return [.sqlite, .postgres] }
    print("PostgreSQL is not installed: its tests are skipped (scripts/setup --tests installs it)")
    return [.sqlite]
  }()

  /// Those, and the model.
  public static let allWithModel = all + [.model]
}

/// An empty store for one test. `deinit` closes it and deletes the files of an SQLite store; a
/// PostgreSQL server is deleted as a whole when the tests end.
public final class TestStore: Sendable {
  public let kind: StoreKind
  /// The folder of an SQLite store or of the model; PostgreSQL does not use it.
  public let folder: String
  public let store: any MarketStore
  /// The URL of a PostgreSQL store; empty for SQLite.
  public let url: String

  public init(_ kind: StoreKind) throws {
    self.kind = kind
    folder = NSTemporaryDirectory() + "store-\(UUID().uuidString)"
    url = kind == .postgres ? try PostgresServer.newURL() : ""
    store = try Self.open(kind, folder, url)
  }

  deinit {
    store.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Opens the same market a second time, as another process would.
  public func another() throws -> any MarketStore { try Self.open(kind, folder, url) }

  private static func open(
    _ kind: StoreKind, _ folder: String, _ url: String
  ) throws -> any MarketStore {
    switch kind {
    case .postgres: try PostgresStore(url: url, clock: { WireDate(Date()) })
    case .sqlite: try SQLiteStore(folder: folder, clock: { WireDate(Date()) })
    case .model: try DatabaseModel(folder: folder, clock: { WireDate(Date()) })
    }
  }

  /// What an inspection finds.
  public func inspect() throws -> StoreInspection {
    switch kind {
    case .postgres: try PostgresStore.inspect(url: url)
    case .sqlite, .model: try SQLiteStore.inspect(folder)
    }
  }

  /// Runs SQL at the database, as nothing of the program would.
  public func execute(_ sql: String) throws {
    switch kind {
    case .postgres: try PostgresServer.execute(sql, at: url)
    case .sqlite, .model: try Connection(.file(SQLiteStore.database(in: folder))).execute(sql)
    }
  }

  /// Adds a vendor whose hashes are derived from its name.
  @discardableResult
  public func addVendor(_ name: String, isSample: Bool = false) throws -> StoredVendor {
    try store.write { writer in
      try writer.insertVendor(
        name: name, hashes: .of(name), isSample: isSample, at: WireDate(milliseconds: 1))
    }
  }

  /// Adds listings with the same pictures and returns their ids.
  public func addProducts(
    _ count: Int, of vendor: StoredVendor, name: String = "Blue mug",
    pictures: [NewPicture] = []
  ) throws -> [Int] {
    try store.write { writer in
      try (0..<count).map { _ in
        try writer.insert(.of(vendor, name: name, pictures: pictures)).id
      }
    }
  }

  /// Removes a listing.
  public func remove(_ id: Int) throws {
    try store.write { writer in
      if let product = try writer.product(id) { try writer.remove(product) }
    }
  }

  /// Stages and adopts the two files of a picture, whose names consist of `letter`.
  public func addPicture(_ letter: Character) throws -> NewPicture {
    let files = PictureFile.pair(letter)
    try store.write { [store] in try $0.adopt(try store.stage(files)) }
    return NewPicture(origin: files[0].path.text, thumbnail: files[1].path.text)
  }

  /// The bytes of a file.
  public func bytes(_ path: String) throws -> [UInt8]? {
    try PicturePath(text: path).flatMap { try store.picture($0) }
  }
}

extension PictureFile {
  /// The original and the thumbnail of a picture.
  public static func pair(_ letter: Character) -> [PictureFile] {
    [PicturePath.Kind.origin, .thumb].map { kind in
      let path = PicturePath(
        vendor: 1, date: WireDate(milliseconds: 1_795_273_445_678),
        name: String(repeating: letter, count: 32), kind: kind, fileExtension: "jpg")
      return PictureFile(path: path, bytes: Array("\(letter) \(kind.rawValue)\u{0}".utf8))
    }
  }
}

extension CredentialHashes {
  /// Hashes that are derived from a name.
  public static func of(_ name: String) -> CredentialHashes {
    CredentialHashes(identifierHash: Array(name.utf8), salt: [1], secretHash: [2])
  }
}

extension NewProduct {
  /// A listing for ₩12,000.
  public static func of(
    _ vendor: StoredVendor, name: String = "Blue mug", pictures: [NewPicture] = []
  ) -> NewProduct {
    NewProduct(
      vendorID: vendor.id, vendorName: vendor.name, name: name, description: nil,
      currency: "KRW", price: 120_000_000, discount: 10_000, stock: 5,
      createdAt: WireDate(milliseconds: 1_795_273_445_678), removalID: "r", pictures: pictures)
  }
}
