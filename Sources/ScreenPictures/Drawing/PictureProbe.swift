/// The replies of the terminal; nil where it sent none.
public struct PictureReplies: Hashable, Sendable {
  /// The device attribute of a terminal that supports sixels.
  static let sixel = 4

  /// Whether the terminal supports the kitty graphics protocol.
  public var kitty: Bool?
  /// The primary device attributes (DA1).
  public var attributes: [Int]?
  public var cell: CellSize?

  public init(kitty: Bool? = nil, attributes: [Int]? = nil, cell: CellSize? = nil) {
    self.kitty = kitty
    self.attributes = attributes
    self.cell = cell
  }
}

/// The queries that find out how a terminal can draw pictures.
public enum PictureProbe {
  /// The time to wait for replies.
  public static let patience = Duration.milliseconds(150)

  /// Returns the queries to send, or nil if no reply would change the method.
  ///
  /// The Linux console gets none, because it would print kitty's sequence.
  public static func question(
    setting: PictureSetting, wanted: Bool?, facts: PictureFacts
  ) -> String? {
    guard facts.isTerminal, !facts.usesScreenReader, !facts.isDumb, wanted != false,
      facts.environment["TERM"] != "linux"
    else { return nil }
    let size = "\u{1B}[16t"
    let attributes = "\u{1B}[c"
    switch setting {
    case .off where wanted == nil: return nil
    case .symbols, .kitty, .sixel, .iterm: return size + attributes
    case .off, .auto:
      guard !facts.isMultiplexed else { return size + attributes }
      return "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" + size + attributes
    }
  }
}
