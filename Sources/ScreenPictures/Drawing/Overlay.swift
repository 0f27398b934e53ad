public import TerminalKit

/// The position of a reserved box relative to the cursor, to draw a picture that loads after its
/// page was written.
///
/// A page is written from top to bottom, and the cursor stays below it. So a row is still on the
/// screen as long as fewer rows than the window height were written after it.
public struct Overlay: Hashable, Sendable {
  /// The number of rows from the first row of the box down to the cursor.
  public let rowsWritten: Int
  /// The first column of the box, starting at 0.
  public let column: Int
  public let window: TerminalSize

  public init(rowsWritten: Int, column: Int, window: TerminalSize) {
    self.rowsWritten = rowsWritten
    self.column = column
    self.window = window
  }

  /// Returns the sequences that draw the picture into its box and restore the cursor.
  ///
  /// Returns nil if the box is not completely on the screen, or reaches the cursor's row, where a
  /// picture could scroll the screen.
  public func drawing(_ picture: TerminalPicture) -> String? {
    position(picture.box).map { "\u{1B}7" + $0 + picture.stream + "\u{1B}8" }
  }

  /// Returns the sequences for rows of text.
  public func drawing(_ rows: [StyledText], with ansi: ANSI) -> String? {
    drawing(rows.map { ansi.encode($0) }, columns: rows.map(\.width).max() ?? 0)
  }

  /// Returns the sequences for encoded rows of at most `columns` columns.
  public func drawing(_ lines: [String], columns: Int) -> String? {
    let box = CellBox(columns: columns, rows: lines.count)
    guard lines.count <= CellBox.limit, let start = position(box) else { return nil }
    return "\u{1B}7" + start + lines.joined(separator: "\u{1B}[B\(toColumn)") + "\u{1B}8"
  }

  private func position(_ box: CellBox) -> String? {
    guard !box.isEmpty, column >= 0, column < window.columns,
      box.columns <= window.columns - column, box.rows <= rowsWritten, rowsWritten < window.rows
    else { return nil }
    return "\u{1B}[\(rowsWritten)A" + toColumn
  }

  private var toColumn: String { "\u{1B}[\(column + 1)G" }
}
