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

/// One round of questions, apart from clock and terminal.
///
/// 1. Every terminal answers for its attributes, and answers come in the order of the questions, so
///    that answer ends the round; otherwise the caller does after `patience`.
/// 2. What comes after the end changes nothing: two pages of one session look the same.
public struct PictureProbe: Hashable, Sendable {
  /// An answer, already read from the bytes.
  public enum Reply: Hashable, Sendable {
    /// `APC G i=31;OK ST`, or an error in place of `OK`.
    case kitty(ok: Bool)
    /// `CSI ? … c`.
    case attributes([Int])
    /// `CSI 6 ; height ; width t`, in pixels.
    case cellSize(width: Int, height: Int)
  }

  /// The id in kitty's question; an answer with another one is not for us.
  public static let kittyID: UInt32 = 31
  /// How long answers are waited for.
  public static let patience = Duration.milliseconds(150)

  /// What was answered so far.
  public private(set) var answers = PictureAnswers()
  /// Whether the round is over.
  public private(set) var isDone = false

  public init() {}

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
      return "\u{1B}_Gi=\(kittyID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" + size + attributes
    }
  }

  /// Takes an answer.
  public mutating func take(_ reply: Reply) {
    guard !isDone else { return }
    switch reply {
    case .kitty(let ok): answers.kitty = ok
    case .cellSize(let width, let height):
      answers.cell = CellSize(width: width, height: height) ?? answers.cell
    case .attributes(let attributes):
      answers.attributes = attributes
      isDone = true
    }
  }

  /// Ends the round when patience is over.
  public mutating func giveUp() {
    isDone = true
  }
}
