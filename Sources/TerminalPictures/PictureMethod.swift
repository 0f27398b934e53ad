/// How pictures are drawn in this terminal.

/// The user's word: `set pictures auto|kitty|sixel|iterm|symbols|off`.
public enum PictureSetting: String, CaseIterable, Hashable, Sendable {
  case auto
  case kitty
  case sixel
  case iterm
  case symbols
  case off
}

/// What is known of the terminal when the way is chosen.
public struct PictureFacts: Hashable, Sendable {
  public var isTerminal: Bool
  /// Whether the screen is read out.
  public var isSpoken: Bool
  /// As the process got it: `TERM`, `TERM_PROGRAM` and what multiplexers set are read.
  public var environment: [String: String]
  /// From the window's size in pixels, which many terminals tell without being asked.
  public var windowCell: CellSize?
  /// What the terminal answered; nil where it was not asked.
  public var answers: PictureAnswers?

  public init(
    isTerminal: Bool, isSpoken: Bool, environment: [String: String],
    windowCell: CellSize? = nil, answers: PictureAnswers? = nil
  ) {
    self.isTerminal = isTerminal
    self.isSpoken = isSpoken
    self.environment = environment
    self.windowCell = windowCell
    self.answers = answers
  }

  /// The best that is known of the cell's size. The answer counts first: it leaves out the
  /// window's edges.
  public var cell: CellSize? { answers?.cell ?? windowCell }

  var isDumb: Bool { ["", "dumb"].contains(environment["TERM"] ?? "") }

  /// tmux, screen and Zellij keep the screen themselves and know no pictures.
  var isMultiplexed: Bool {
    let term = environment["TERM"] ?? ""
    return term.hasPrefix("tmux") || term.hasPrefix("screen")
      || ["TMUX", "STY", "ZELLIJ"].contains { !(environment[$0] ?? "").isEmpty }
  }

  /// No question asks about iTerm2's pictures. The name alone may be an outer terminal's, so it
  /// counts only for one that answers.
  var drawsInlineImages: Bool {
    guard answers?.attributes != nil else { return false }
    return ["iTerm.app", "WezTerm", "mintty"].contains(environment["TERM_PROGRAM"] ?? "")
      || environment["LC_TERMINAL"] == "iTerm2"
  }
}

/// A way to draw.
public enum PictureMethod: String, CaseIterable, Hashable, Sendable {
  case kitty
  case iterm
  case sixel
  case symbols
  /// A line of text stands in the picture's place.
  case off

  /// The first rule that applies: no pictures off a terminal, read out, or with `--no-pictures`;
  /// the user's setting, where `--pictures` turns `off` into `auto`; symbols inside a multiplexer;
  /// what the terminal said of itself, best first; symbols.
  ///
  /// - Parameter wanted: `--pictures` or `--no-pictures`, nil without either.
  public init(setting: PictureSetting, wanted: Bool?, facts: PictureFacts) {
    self = Self.chosen(setting: setting, wanted: wanted, facts: facts)
  }

  private static func chosen(
    setting: PictureSetting, wanted: Bool?, facts: PictureFacts
  ) -> PictureMethod {
    guard facts.isTerminal, !facts.isSpoken, wanted != false else { return .off }
    // A terminal without escapes can still show letters when it is told to.
    guard !facts.isDumb else { return setting == .symbols ? .symbols : .off }
    switch setting {
    case .kitty: return .kitty
    case .sixel: return .sixel
    case .iterm: return .iterm
    case .symbols: return .symbols
    case .off where wanted == nil: return .off
    case .off, .auto: break
    }
    guard !facts.isMultiplexed else { return .symbols }
    if facts.answers?.kitty == true { return .kitty }
    if facts.drawsInlineImages { return .iterm }
    // Sixels know only pixels: without the cell's size they would run over the text.
    let drawsSixels = facts.answers?.attributes?.contains(PictureAnswers.sixel) == true
    return drawsSixels && facts.cell != nil ? .sixel : .symbols
  }
}
