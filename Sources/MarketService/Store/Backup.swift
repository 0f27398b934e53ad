public import MarketWire

/// What a backup contains.
public struct BackupSummary: Hashable, Sendable {
  /// The number of listings.
  public let listings: Int
  /// The number of picture files.
  public let pictures: Int
  /// The picture files that listings name and that were missing from the market.
  public let missing: Int
  /// The bytes of all files.
  public let bytes: Int
  /// The moment of the backup.
  public let date: WireDate

  public init(listings: Int, pictures: Int, missing: Int, bytes: Int, date: WireDate) {
    self.listings = listings
    self.pictures = pictures
    self.missing = missing
    self.bytes = bytes
    self.date = date
  }
}

/// Why a backup cannot be used.
public enum BackupProblem: Error, Hashable, Sendable {
  /// There is no file at the path.
  case missing
  /// The file is not a backup, or a part of it is damaged.
  case notABackup
  /// The file ends too early.
  case incomplete
  /// A newer version of the program wrote it.
  case newer
  /// A file of the backup, or one that is missing, differs from the manifest.
  case fileDiffers(name: String)
}
