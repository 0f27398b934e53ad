/// What `doctor` is told of the machine's own market.

/// A library of the system that the program stands on.
public struct LibraryVersion: Hashable, Sendable {
  public let name: String
  public let version: String

  public init(_ name: String, _ version: String) {
    self.name = name
    self.version = version
  }
}

/// How the market of this machine is kept.
public struct HostFacts: Hashable, Sendable {
  /// What is in force for the rows of a market that is there.
  public struct Store: Hashable, Sendable {
    /// SQLite's journal mode, such as `wal`.
    public var journal: String
    /// SQLite's word for when it syncs, such as `full`.
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
  /// nil where there is no market yet.
  public var store: Store?

  public init(system: String, libraries: [LibraryVersion], store: Store?) {
    self.system = system
    self.libraries = libraries
    self.store = store
  }
}
