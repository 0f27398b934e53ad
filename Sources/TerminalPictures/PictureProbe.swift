/// Asking the terminal once what pictures it can draw.

/// What the terminal answered, each nil where it did not.
public struct PictureAnswers: Hashable, Sendable {
  /// The primary device attribute of a terminal that draws sixels.
  static let sixel = 4

  /// Whether it speaks kitty's protocol.
  public var kitty: Bool?
  /// Primary device attributes (DA1).
  public var attributes: [Int]?
  public var cell: CellSize?

  public init(kitty: Bool? = nil, attributes: [Int]? = nil, cell: CellSize? = nil) {
    self.kitty = kitty
    self.attributes = attributes
    self.cell = cell
  }
}

/// The questions that find out how a terminal can draw pictures.
public enum PictureProbe {
  /// The time to wait for answers.
  public static let patience = Duration.milliseconds(150)

  /// What is written to ask; nil where nothing hangs on the answer, and where the terminal would
  /// show the question: the console of Linux does not know kitty's kind of sequence.
  public static func question(
    setting: PictureSetting, wanted: Bool?, facts: PictureFacts
  ) -> String? {
    guard facts.isTerminal, !facts.isSpoken, !facts.isDumb, wanted != false,
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
