/// A system library that the program uses.
public struct LibraryVersion: Hashable, Sendable {
  public let name: String
  public let version: String

  public init(_ name: String, _ version: String) {
    self.name = name
    self.version = version
  }
}

/// Facts about the market on this machine, for `doctor`.
public struct HostFacts: Hashable, Sendable {
  /// The storage settings in effect for an existing market.
  public struct Store: Hashable, Sendable {
    /// SQLite's journal mode, such as `wal`.
    public var journal: String
    /// SQLite's synchronous mode, such as `full`.
    public var synchronous: String
    public var listings: Int

    public init(journal: String, synchronous: String, listings: Int) {
      self.journal = journal
      self.synchronous = synchronous
      self.listings = listings
    }
  }

  /// The operating system.
  public var system: String
  public var libraries: [LibraryVersion]
  /// The storage settings; nil if there is no market yet.
  public var store: Store?

  public init(system: String, libraries: [LibraryVersion], store: Store?) {
    self.system = system
    self.libraries = libraries
    self.store = store
  }
}

/// A backup that was written or restored.
public struct HostedBackup: Hashable, Sendable {
  public var listings: Int
  /// The number of picture files.
  public var pictures: Int
  /// The picture files that the market has lost, which the backup does not have.
  public var missing: Int
  public var bytes: Int

  public init(listings: Int, pictures: Int, missing: Int, bytes: Int) {
    self.listings = listings
    self.pictures = pictures
    self.missing = missing
    self.bytes = bytes
  }
}

/// A market that was moved.
public struct HostedMove: Hashable, Sendable {
  public var accounts: Int
  public var listings: Int
  /// The number of picture files.
  public var pictures: Int
  /// The picture files that the market has lost.
  public var missing: Int

  public init(accounts: Int, listings: Int, pictures: Int, missing: Int) {
    self.accounts = accounts
    self.listings = listings
    self.pictures = pictures
    self.missing = missing
  }
}

/// What became of the pictures of a few listings.
public struct HostedMetadataRemoval: Hashable, Sendable {
  /// The last of the listings; nil if there were no more.
  public let last: Int?
  public let listings: Int
  /// The pictures from which metadata was removed.
  public let cleaned: Int
  /// The pictures that are damaged.
  public let unreadable: Int

  public init(last: Int?, listings: Int, cleaned: Int, unreadable: Int) {
    self.last = last
    self.listings = listings
    self.cleaned = cleaned
    self.unreadable = unreadable
  }
}

/// The state of a market's folder.
public struct MarketInspection: Hashable, Sendable {
  /// The version of the tables.
  public var schema: Int
  public var listings: Int
  /// What is damaged in the database, in the words of SQLite.
  public var damage: [String]
  /// The counts that differ from the listings.
  public var miscounts: [String]
  /// Files of pictures that no listing uses, relative to the folder.
  public var orphans: [String]
  /// Files of pictures that listings use and that are missing, or empty.
  public var missing: [String]
  public var pictures: Int
  public var pictureBytes: Int
  public var databaseBytes: Int
  public var freeBytes: Int?
  /// The journal mode of SQLite, such as `wal`.
  public var journal: String
  /// The sync level, such as `full`.
  public var synchronous: String

  public init(
    schema: Int, listings: Int, damage: [String], miscounts: [String] = [], orphans: [String],
    missing: [String], pictures: Int, pictureBytes: Int, databaseBytes: Int, freeBytes: Int?,
    journal: String,
    synchronous: String
  ) {
    self.schema = schema
    self.listings = listings
    self.damage = damage
    self.miscounts = miscounts
    self.orphans = orphans
    self.missing = missing
    self.pictures = pictures
    self.pictureBytes = pictureBytes
    self.databaseBytes = databaseBytes
    self.freeBytes = freeBytes
    self.journal = journal
    self.synchronous = synchronous
  }

  /// Whether nothing is damaged, missing or counted wrong.
  public var isSound: Bool { damage.isEmpty && missing.isEmpty && miscounts.isEmpty }
}

/// A listing of a market on this machine.
public struct HostedListing: Hashable, Sendable {
  public var name: String
  public var shop: String

  public init(name: String, shop: String) {
    self.name = name
    self.shop = shop
  }
}
