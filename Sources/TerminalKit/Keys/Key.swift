public import Formatting

/// One key press with its modifiers.
public struct Key: Hashable, Sendable {
  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let shift = Modifiers(rawValue: 1)
    public static let alt = Modifiers(rawValue: 2)
    public static let control = Modifiers(rawValue: 4)
  }

  public enum Code: Hashable, Sendable {
    /// Printable text of one grapheme cluster, or a space. With `.control` or `.alt` it is a single
    /// character, in lower case for `.control`.
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

  /// Ctrl with a letter or one of `@ [ \ ] ^ _`, for example `.control("a")`.
  public static func control(_ character: String) -> Key { Key(.text(character), .control) }

  /// Alt with a character, which terminals send as Escape and the character.
  public static func alt(_ character: String) -> Key { Key(.text(character), .alt) }

  public static func text(_ text: String) -> Key { Key(.text(text)) }
}

/// A reply of the terminal to a query.
public enum TerminalReply: Hashable, Sendable {
  /// The background color (OSC 11).
  case background(RGBColor)
  /// The cursor position (CPR); both numbers start at 1.
  case cursor(row: Int, column: Int)
  /// The primary device attributes (DA1). Every terminal reports them, so this query comes last.
  case attributes([Int])
  /// Whether the terminal supports the kitty graphics protocol, in reply to the query with this id.
  case pictures(id: Int, ok: Bool)
  /// The size of a character cell in pixels (`CSI 6 ; height ; width t`).
  case cell(width: Int, height: Int)
  /// Any other reply; ignored.
  case other
}

/// A click or a turn of the wheel, as the SGR mouse mode (1006) reports it.
public struct MouseEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The left button was pressed.
    case press
    case wheelUp, wheelDown
  }

  /// The sequence that makes the terminal report the mouse, and the one that ends it.
  public static let begin = "\u{1B}[?1000h\u{1B}[?1006h"
  public static let end = "\u{1B}[?1006l\u{1B}[?1000l"

  public var kind: Kind
  /// Starts at 0.
  public var row: Int
  /// Starts at 0.
  public var column: Int

  public init(_ kind: Kind, row: Int, column: Int) {
    self.kind = kind
    self.row = row
    self.column = column
  }
}

/// A decoded input of the terminal.
public enum TerminalInput: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// A complete bracketed paste with `\n` as line breaks.
  case paste(String)
  case reply(TerminalReply)
}
