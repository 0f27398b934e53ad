/// What a person can type at a terminal, apart from the bytes that say it.

/// One key press with its modifiers.
public struct Key: Hashable, Sendable {
  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let shift = Modifiers(rawValue: 1)
    public static let alt = Modifiers(rawValue: 2)
    public static let control = Modifiers(rawValue: 4)
  }

  public enum Code: Hashable, Sendable {
    /// Printable text that arrived in one piece, a blank included. With `.control` or `.alt` it is
    /// one letter, in lower case for `.control`.
    case text(String)
    case enter, tab, backspace, delete, insert, escape
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 to F24.
    case function(Int)
  }

  public var code: Code
  public var modifiers: Modifiers

  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// Ctrl with a letter or one of `@ [ \ ] ^ _`: `.control("a")`.
  public static func control(_ letter: String) -> Key { Key(.text(letter), .control) }

  /// Alt, or Escape before it.
  public static func alt(_ letter: String) -> Key { Key(.text(letter), .alt) }

  public static func text(_ text: String) -> Key { Key(.text(text)) }
}

/// What a terminal says of itself when it is asked.
public enum TerminalReply: Hashable, Sendable {
  /// The background color (OSC 11).
  case background(RGBColor)
  /// Where the cursor stands (CPR), both from 1.
  case cursor(row: Int, column: Int)
  /// What kind of terminal it is (DA1): every terminal answers this, so it ends a round of questions.
  case attributes([Int])
  /// Whether it draws pictures by kitty's protocol, as the answer to the question with this id.
  case pictures(id: Int, ok: Bool)
  /// The size of a character cell in pixels (`CSI 6 ; height ; width t`).
  case cell(width: Int, height: Int)
  /// Any other answer; nobody waits for it.
  case other
}

/// One thing that came from a terminal.
public enum TerminalInput: Hashable, Sendable {
  case key(Key)
  /// A whole bracketed paste; line breaks are `\n`.
  case paste(String)
  case reply(TerminalReply)
}
