/// The user's setting: `set pictures auto|kitty|sixel|iterm|symbols|off`.
public enum PictureSetting: String, CaseIterable, Hashable, Sendable {
  case auto
  case kitty
  case sixel
  case iterm
  case symbols
  case off
}

/// The properties of the terminal that decide how to draw pictures.
public struct PictureFacts: Hashable, Sendable {
  public var isTerminal: Bool
  /// Whether the user has a screen reader.
  public var usesScreenReader: Bool
  /// The environment variables of the process.
  ///
  /// Only `TERM`, `TERM_PROGRAM`, `LC_TERMINAL` and those of multiplexers are used.
  public var environment: [String: String]
  /// The cell size derived from the window's size in pixels, which many terminals report.
  public var windowCell: CellSize?
  /// The terminal's replies, or nil if it was not asked.
  public var replies: PictureReplies?

  public init(
    isTerminal: Bool, usesScreenReader: Bool, environment: [String: String],
    windowCell: CellSize? = nil, replies: PictureReplies? = nil
  ) {
    self.isTerminal = isTerminal
    self.usesScreenReader = usesScreenReader
    self.environment = environment
    self.windowCell = windowCell
    self.replies = replies
  }

  /// The cell size in pixels.
  ///
  /// The terminal's reply takes precedence, since it excludes the window's margins.
  public var cell: CellSize? { replies?.cell ?? windowCell }

  var isDumb: Bool { ["", "dumb"].contains(environment["TERM"] ?? "") }

  /// Whether the program runs in tmux, GNU screen or Zellij.
  ///
  /// They draw the window themselves and usually do not pass pictures on.
  var isMultiplexed: Bool {
    let term = environment["TERM"] ?? ""
    return term.hasPrefix("tmux") || term.hasPrefix("screen")
      || ["TMUX", "STY", "ZELLIJ"].contains { !(environment[$0] ?? "").isEmpty }
  }

  /// Whether the terminal supports iTerm2's inline images.
  ///
  /// Terminals cannot be asked about this. The variables may be those of an outer terminal, so they
  /// count only if the terminal replies to queries.
  var drawsInlineImages: Bool {
    guard replies?.attributes != nil else { return false }
    return ["iTerm.app", "WezTerm", "mintty"].contains(environment["TERM_PROGRAM"] ?? "")
      || environment["LC_TERMINAL"] == "iTerm2"
  }
}

/// A way to draw pictures.
public enum PictureMethod: String, CaseIterable, Hashable, Sendable {
  case kitty
  case iterm
  case sixel
  case symbols
  /// Text instead of the picture.
  case off

  /// Chooses the method by the first rule that applies.
  ///
  /// 1. `off` if the output is not a terminal, for a screen reader, or with `--no-pictures`.
  /// 2. In a dumb terminal, `symbols` if that is the user's setting, otherwise `off`.
  /// 3. The user's setting, where `--pictures` turns `off` into `auto`.
  /// 4. `symbols` inside a multiplexer.
  /// 5. The best method that the terminal supports.
  /// 6. `symbols`.
  ///
  /// - Parameter wanted: true for `--pictures`, false for `--no-pictures`, nil without either.
  public init(setting: PictureSetting, wanted: Bool?, facts: PictureFacts) {
    self = Self.chosen(setting: setting, wanted: wanted, facts: facts)
  }

  private static func chosen(
    setting: PictureSetting, wanted: Bool?, facts: PictureFacts
  ) -> PictureMethod {
    guard facts.isTerminal, !facts.usesScreenReader, wanted != false else { return .off }
    // A terminal without escape sequences can still show symbols, if the user wants them.
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
    if facts.replies?.kitty == true { return .kitty }
    if facts.drawsInlineImages { return .iterm }
    // Sixels are sized in pixels, so without the cell size they could cover text.
    let drawsSixels = facts.replies?.attributes?.contains(PictureReplies.sixel) == true
    return drawsSixels && facts.cell != nil ? .sixel : .symbols
  }
}
