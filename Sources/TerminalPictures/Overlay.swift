/// Pictures that arrive after their page was written: drawn into the blank boxes that it left.
public import TerminalKit

/// Where a box stands, seen from the cursor.
///
/// A page is written from top to bottom and the cursor stays below it, so a row that was written
/// is still on the screen exactly when fewer rows than the window has came after it.
public struct Overlay: Hashable, Sendable {
  /// Rows from the box's first row down to the cursor's.
  public let rowsWritten: Int
  /// The box's first column, from 0.
  public let column: Int
  public let window: TerminalSize

  public init(rowsWritten: Int, column: Int, window: TerminalSize) {
    self.rowsWritten = rowsWritten
    self.column = column
    self.window = window
  }

  /// The sequences that draw the picture into its box and put the cursor back; nil where the box
  /// is no longer wholly on the screen, or reaches the cursor's row: there, a picture could scroll
  /// the screen.
  public func drawing(_ picture: TerminalPicture) -> String? {
    place(picture.box).map { "\u{1B}7" + $0 + picture.stream + "\u{1B}8" }
  }

  /// The same for rows of text, such as symbols.
  public func drawing(_ rows: [StyledText], with ansi: ANSI) -> String? {
    drawing(rows.map { ansi.encode($0) }, columns: rows.map(\.width).max() ?? 0)
  }

  /// The same for rows that have their escapes, at most `columns` wide.
  public func drawing(_ lines: [String], columns: Int) -> String? {
    let box = CellBox(columns: columns, rows: lines.count)
    guard lines.count <= CellBox.limit, let start = place(box) else { return nil }
    return "\u{1B}7" + start + lines.joined(separator: "\u{1B}[B\(toColumn)") + "\u{1B}8"
  }

  private func place(_ box: CellBox) -> String? {
    guard !box.isEmpty, column >= 0, column < window.columns,
      box.columns <= window.columns - column, box.rows <= rowsWritten, rowsWritten < window.rows
    else { return nil }
    return "\u{1B}[\(rowsWritten)A" + toColumn
  }

  private var toColumn: String { "\u{1B}[\(column + 1)G" }
}
