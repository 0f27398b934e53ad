/// What stands on some rows of the screen, and where the cursor is in them.

/// A picture of the rows that a prompt owns, from its first row down.
///
/// 1. No row is wider than the window, and none holds a line break.
/// 2. The cursor stands in one of the rows, or in the column behind the last letter of one; behind
///    a letter in the window's last column it stands at the beginning of the next row.
public struct Frame: Hashable, Sendable {
  public struct Position: Hashable, Sendable {
    /// From 0.
    public var row: Int
    /// In columns of the screen, from 0.
    public var column: Int

    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  public var rows: [StyledText]
  public var cursor: Position
  public var cursorShape: CursorShape

  public init(rows: [StyledText], cursor: Position, cursorShape: CursorShape = .normal) {
    self.rows = rows
    self.cursor = cursor
    self.cursorShape = cursorShape
  }
}

/// What the cursor looks like; it tells the mode of the vi keys.
public enum CursorShape: Hashable, Sendable {
  /// What the terminal's owner has chosen.
  case normal
  case bar
  case block
  case underline
}
