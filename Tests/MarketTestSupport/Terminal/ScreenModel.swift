public import TerminalKit

/// A model of a terminal's screen and scrollback, for checking what a user would see.
///
/// It supports only the escape sequences that the program sends. `problems` lists everything else,
/// and what a prompt must not do: let a row wrap by itself, or erase with a background color.
public struct ScreenModel: Sendable {
  /// The content of a column; nil in a line means not written or erased.
  public struct Cell: Hashable, Sendable {
    /// The grapheme cluster; empty for the second half of a wide one.
    public var text: String
    public var style: Style
  }

  struct Line: Hashable, Sendable {
    /// The cells up to the last one written.
    private(set) var cells: [Cell?] = []
    /// Whether the terminal wrapped the line, so that the next one continues it.
    var isWrapped = false

    init(_ cells: some Sequence<Cell?> = []) {
      self.cells = Array(cells)
      trim()
    }

    subscript(column: Int) -> Cell? {
      get { column < cells.count ? cells[column] : nil }
      set {
        while cells.count <= column { cells.append(nil) }
        cells[column] = newValue
        if newValue == nil { trim() }
      }
    }

    /// Whether the column is the second half of a wide character.
    func isContinuation(_ column: Int) -> Bool { self[column]?.text.isEmpty == true }

    /// Sets a cell and clears the other half of a wide character that was there.
    mutating func set(_ column: Int, _ cell: Cell?) {
      if isContinuation(column), cell?.text.isEmpty != true, column > 0 {
        self[column - 1] = Cell(text: " ", style: .plain)
      }
      if isContinuation(column + 1), !isContinuation(column) {
        self[column + 1] = Cell(text: " ", style: .plain)
      }
      self[column] = cell
    }

    var text: String { cells.map { $0?.text ?? " " }.joined() }

    private mutating func trim() {
      while let last = cells.last, last == nil { cells.removeLast() }
    }
  }

  public internal(set) var size: TerminalSize
  /// The lines that scrolled off the top, oldest first.
  var scrollback: [Line] = []
  var grid: [Line]
  /// The cursor position, starting at 0.
  ///
  /// The column is at most the last one; `isWaitingToWrap` says that it is filled.
  public internal(set) var cursor = Frame.Position(row: 0, column: 0)
  /// The normal screen while the alternate one is shown; otherwise empty.
  var normal: [ScreenModel] = []
  /// The position saved by ESC 7.
  var saved: Frame.Position?
  public internal(set) var isWaitingToWrap = false
  /// The rows that `CSI S` moves; nil for all.
  var margins: Range<Int>?
  /// Whether a character behind the last column starts a new line; otherwise it replaces the last.
  var wraps = true
  public internal(set) var isCursorVisible = true
  /// The shape number set by `CSI n SP q`.
  public internal(set) var cursorShape = 0
  public internal(set) var style = Style.plain
  public internal(set) var problems: [String] = []
  /// Whether commands and other programs write to the screen, too.
  ///
  /// If true, a row may wrap by itself while no line is being edited, that is, while bracketed
  /// paste is off.
  public var isShared = false
  /// Whether bracketed paste is on.
  public internal(set) var usesBracketedPaste = false
  /// Whether the last output was a character, which the next one may join.
  var canJoinPrevious = false

  public init(columns: Int, rows: Int) {
    size = TerminalSize(columns: columns, rows: rows)
    grid = Array(repeating: Line(), count: rows)
  }

  /// The rows of the screen without trailing spaces.
  public var rows: [String] { grid.map { Self.trimmed($0.text) } }

  /// The lines of the scrollback and the screen without trailing spaces.
  public var lines: [String] { (scrollback + grid).map { Self.trimmed($0.text) } }

  /// Whether the oldest lines are the given ones.
  public func begins(with lines: [String]) -> Bool {
    (scrollback + grid).prefix(lines.count).map { Self.trimmed($0.text) } == lines
  }

  /// Whether the alternate screen is shown, as full-window programs do.
  public var isAlternate: Bool { !normal.isEmpty }

  public var scrollbackCount: Int { scrollback.count }

  /// The cell at a position, or nil if nothing was written there.
  public func cell(row: Int, column: Int) -> Cell? { grid[row][column] }

  public mutating func forgetProblems() { problems = [] }

  /// Processes `text`, which must contain complete escape sequences.
  public mutating func write(_ text: String) {
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      if first == "\u{1B}" {
        rest.removeFirst()
        escape(&rest)
      } else if Self.isControl(first) {
        rest.removeFirst()
        control(first)
      } else {
        let run = rest.prefix { !Self.isControl($0) }
        rest = rest[run.endIndex...]
        for character in Substring(run) { put(character) }
      }
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  private mutating func control(_ control: Unicode.Scalar) {
    canJoinPrevious = false
    switch control {
    case "\r": move(row: cursor.row, column: 0)
    case "\n": lineFeed()
    case "\u{8}": move(row: cursor.row, column: cursor.column - 1)
    case "\u{7}": break
    default: problems.append("control \(String(control.value, radix: 16))")
    }
  }

  mutating func lineFeed() {
    isWaitingToWrap = false
    guard cursor.row == size.rows - 1 else {
      cursor.row += 1
      return
    }
    scrollback.append(grid.removeFirst())
    grid.append(Line())
  }

  /// Moves the cursor, stopping at the edges.
  mutating func move(row: Int, column: Int) {
    isWaitingToWrap = false
    cursor.row = min(max(row, 0), size.rows - 1)
    cursor.column = min(max(column, 0), size.columns - 1)
  }

  private mutating func put(_ character: Character) {
    defer { canJoinPrevious = true }
    if join(character) { return }
    let width = DisplayWidth.of(character)
    guard width > 0 else { return }
    guard width <= size.columns else {
      return problems.append("\(character) is wider than the window")
    }
    if !wraps, cursor.column + width > size.columns { cursor.column = size.columns - width }
    if wraps, isWaitingToWrap || cursor.column + width > size.columns {
      if !isShared || usesBracketedPaste {
        problems.append("row \(cursor.row) wrapped by itself before \(character)")
      }
      grid[cursor.row].isWrapped = true
      lineFeed()
      cursor.column = 0
    }
    set(cursor.column, Cell(text: String(character), style: style))
    if width == 2 { set(cursor.column + 1, Cell(text: "", style: style)) }
    isWaitingToWrap = cursor.column + width == size.columns
    cursor.column = min(cursor.column + width, size.columns - 1)
  }

  /// Adds a character to the previous cell if both form one grapheme cluster or it has no width.
  private mutating func join(_ character: Character) -> Bool {
    if character.isASCII { return false }
    var column = isWaitingToWrap ? cursor.column : cursor.column - 1
    while column > 0, grid[cursor.row].isContinuation(column) { column -= 1 }
    guard column >= 0, let before = grid[cursor.row][column] else { return false }
    let joined = before.text + String(character)
    let isCluster = canJoinPrevious && joined.count == 1
    guard isCluster || DisplayWidth.of(character) == 0 else { return false }
    if isCluster, DisplayWidth.of(joined) != DisplayWidth.of(before.text) {
      problems.append("\(joined) was not written in one piece")
    }
    grid[cursor.row][column] = Cell(text: joined, style: before.style)
    return true
  }

  /// Sets a cell and clears the other half of a wide character that was there.
  mutating func set(_ column: Int, _ cell: Cell?) {
    grid[cursor.row].set(column, cell)
  }

  static func trimmed(_ text: String) -> String {
    text.last == " " ? String(text.reversed().drop { $0 == " " }.reversed()) : text
  }
}
