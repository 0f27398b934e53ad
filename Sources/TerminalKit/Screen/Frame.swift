/// The contents of the rows that a prompt occupies, and the cursor position in them.
///
/// 1. No row is wider than the window or contains a line break.
/// 2. The cursor is in one of the rows, at most one column behind its last character. Behind a
///    character in the window's last column, it is at the start of the next row.
public struct Frame: Hashable, Sendable {
  public struct Position: Hashable, Sendable {
    /// Starts at 0.
    public var row: Int
    /// In screen columns; starts at 0.
    public var column: Int

    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  public var rows: [StyledText]
  public var cursor: Position
  public var cursorShape: CursorShape
  public var isCursorHidden: Bool

  public init(
    rows: [StyledText], cursor: Position, cursorShape: CursorShape = .normal,
    isCursorHidden: Bool = false
  ) {
    self.rows = rows
    self.cursor = cursor
    self.cursorShape = cursorShape
    self.isCursorHidden = isCursorHidden
  }
}

/// The shape of the cursor, which shows the mode of the vi keys.
public enum CursorShape: Hashable, Sendable {
  /// The shape that the user has configured.
  case normal
  case bar
  case block
  case underline
}
