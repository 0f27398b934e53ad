/// A terminal in memory: what a person would see after some bytes, and what was wrong with them.
public import TerminalKit

/// A screen with its scrollback. It understands the escapes that the prompt sends and no others,
/// and takes nothing for granted about the one who sends them.
///
/// What it could not understand, and what a prompt must not do (have a row wrapped by itself, erase
/// in a color), stands in `problems`.
public struct ScreenModel: Sendable {
  /// One column; nil in a line where nothing was written or it was erased.
  public struct Cell: Hashable, Sendable {
    /// Empty for the second half of a wide letter.
    public var text: String
    public var style: Style
  }

  struct Line: Hashable, Sendable {
    /// Up to the last one written.
    private(set) var cells: [Cell?] = []
    /// Whether it goes on in the next line because the terminal wrapped it.
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

    /// Whether the second half of a wide letter stands there.
    func isContinuation(_ column: Int) -> Bool { self[column]?.text.isEmpty == true }

    var text: String { cells.map { $0?.text ?? " " }.joined() }

    private mutating func trim() {
      while let last = cells.last, last == nil { cells.removeLast() }
    }
  }

  public internal(set) var size: TerminalSize
  /// What has left the screen at its top, oldest first.
  var scrollback: [Line] = []
  var grid: [Line]
  /// From 0. The column is never behind the last one; `isWaitingToWrap` tells that the last letter
  /// stands in it.
  public internal(set) var cursor = Frame.Position(row: 0, column: 0)
  /// As ESC 7 left it.
  var saved: Frame.Position?
  public internal(set) var isWaitingToWrap = false
  public internal(set) var isCursorVisible = true
  /// The number of `CSI n SP q`.
  public internal(set) var cursorShape = 0
  public internal(set) var style = Style.plain
  public internal(set) var problems: [String] = []
  /// Whether commands and other programs write here too. Then a row may wrap by itself where no line
  /// is being edited, which the marks of a paste tell.
  public var isShared = false
  /// Whether a paste comes between marks.
  public internal(set) var usesBracketedPaste = false
  /// Whether the last thing written was a letter, which the next one may join.
  var canJoinPrevious = false

  public init(columns: Int, rows: Int) {
    size = TerminalSize(columns: columns, rows: rows)
    grid = Array(repeating: Line(), count: rows)
  }

  /// The rows of the screen without the blanks at their ends.
  public var rows: [String] { grid.map { Self.trimmed($0.text) } }

  /// Scrollback and screen as text.
  public var lines: [String] { (scrollback + grid).map { Self.trimmed($0.text) } }

  /// Whether the oldest lines are these, whatever follows.
  public func begins(with lines: [String]) -> Bool {
    (scrollback + grid).prefix(lines.count).map { Self.trimmed($0.text) } == lines
  }

  public var scrollbackCount: Int { scrollback.count }

  /// The letter and style at a place of the screen; nil where nothing stands.
  public func cell(row: Int, column: Int) -> Cell? { grid[row][column] }

  /// Obeys `text`, which holds whole escapes.
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
        for letter in Substring(run) { put(letter) }
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

  /// Goes to a place, stopping at the edges.
  mutating func move(row: Int, column: Int) {
    isWaitingToWrap = false
    cursor.row = min(max(row, 0), size.rows - 1)
    cursor.column = min(max(column, 0), size.columns - 1)
  }

  private mutating func put(_ letter: Character) {
    defer { canJoinPrevious = true }
    if join(letter) { return }
    let width = DisplayWidth.of(letter)
    guard width > 0 else { return }
    guard width <= size.columns else {
      return problems.append("\(letter) is wider than the window")
    }
    if isWaitingToWrap || cursor.column + width > size.columns {
      if !isShared || usesBracketedPaste {
        problems.append("row \(cursor.row) wrapped by itself before \(letter)")
      }
      grid[cursor.row].isWrapped = true
      lineFeed()
      cursor.column = 0
    }
    set(cursor.column, Cell(text: String(letter), style: style))
    if width == 2 { set(cursor.column + 1, Cell(text: "", style: style)) }
    isWaitingToWrap = cursor.column + width == size.columns
    cursor.column = min(cursor.column + width, size.columns - 1)
  }

  /// Puts a letter to the one before it where both make one cluster or it has no column of its own.
  private mutating func join(_ letter: Character) -> Bool {
    if letter.isASCII { return false }
    var column = isWaitingToWrap ? cursor.column : cursor.column - 1
    while column > 0, grid[cursor.row].isContinuation(column) { column -= 1 }
    guard column >= 0, let before = grid[cursor.row][column] else { return false }
    let joined = before.text + String(letter)
    let isCluster = canJoinPrevious && joined.count == 1
    guard isCluster || DisplayWidth.of(letter) == 0 else { return false }
    if isCluster, DisplayWidth.of(joined) != DisplayWidth.of(before.text) {
      problems.append("\(joined) was not written in one piece")
    }
    grid[cursor.row][column] = Cell(text: joined, style: before.style)
    return true
  }

  /// Sets a column; the other half of a wide letter that stood there goes.
  mutating func set(_ column: Int, _ cell: Cell?) {
    var line = grid[cursor.row]
    if line.isContinuation(column), cell?.text.isEmpty != true, column > 0 {
      line[column - 1] = Cell(text: " ", style: .plain)
    }
    if line.isContinuation(column + 1), !line.isContinuation(column) {
      line[column + 1] = Cell(text: " ", style: .plain)
    }
    line[column] = cell
    grid[cursor.row] = line
  }

  static func trimmed(_ text: String) -> String {
    text.last == " " ? String(text.reversed().drop { $0 == " " }.reversed()) : text
  }
}
