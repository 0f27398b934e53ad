/// The state of a store, which may be in use.
public struct StoreInspection: Hashable, Sendable {
  /// The version of the tables.
  public let schema: Int
  /// The number of listings.
  public let listings: Int
  /// What is damaged in the database, in the words of the database.
  public let damage: [String]
  /// The counts that differ from the rows they count, in a few words each.
  public let miscounts: [String]
  /// The kind of journal, such as `wal`.
  public let journal: String
  /// The sync level, such as `full`.
  public let synchronous: String
  /// The bytes of the database; of a server's, with the pictures.
  public let databaseBytes: Int
  /// The number of picture files.
  public let pictures: Int
  /// The bytes of all picture files.
  public let pictureBytes: Int
  /// The picture files that no listing uses and that are not about to be deleted.
  public let orphans: [String]
  /// The picture files that listings use and that do not exist.
  public let missing: [String]
  /// The free bytes of the device; nil if unknown.
  public let freeBytes: Int64?
  /// Whether a move to this market was interrupted, so that listings may be missing.
  public let hasUnfinishedMove: Bool

  public init(
    schema: Int, listings: Int, damage: [String], miscounts: [String], journal: String,
    synchronous: String, databaseBytes: Int, pictures: Int, pictureBytes: Int, orphans: [String],
    missing: [String], freeBytes: Int64?, hasUnfinishedMove: Bool
  ) {
    self.schema = schema
    self.listings = listings
    self.damage = damage
    self.miscounts = miscounts
    self.journal = journal
    self.synchronous = synchronous
    self.databaseBytes = databaseBytes
    self.pictures = pictures
    self.pictureBytes = pictureBytes
    self.orphans = orphans
    self.missing = missing
    self.freeBytes = freeBytes
    self.hasUnfinishedMove = hasUnfinishedMove
  }
}
