/// What is known about the place of a market before it is opened.
public struct StoreProbe: Hashable, Sendable {
  /// Whether there is a market.
  public var exists: Bool
  /// Whether a move to this market was interrupted.
  public var hasUnfinishedMove = false
  /// Whether the database follows another server and takes no changes.
  public var isStandby = false
  /// The free bytes of the device; nil if unknown.
  public var freeBytes: Int64?

  /// Creates what is known about a place with or without a market.
  public init(exists: Bool) { self.exists = exists }
}
