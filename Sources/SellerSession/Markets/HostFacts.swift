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
