import TerminalKit

extension ScreenModel {
  /// Processes an escape sequence after its Escape byte.
  mutating func escape(_ rest: inout Substring.UnicodeScalarView) {
    switch rest.popFirst() {
    case "[": controlSequence(&rest)
    case "]": systemCommand(&rest)
    case "_": while let next = rest.popFirst(), next != "\u{1B}" || rest.popFirst() != "\\" {}
    case "7": saved = cursor
    case "8": restoreCursor()
    case let other: problems.append("ESC \(other.map(String.init) ?? "at the end")")
    }
  }

  private mutating func restoreCursor() {
    guard let saved else { return problems.append("ESC 8 without ESC 7") }
    move(row: saved.row, column: saved.column)
  }

  private static func isEcho(_ rest: Substring.UnicodeScalarView) -> Bool {
    rest.starts(with: "^C".unicodeScalars)
  }

  private mutating func controlSequence(_ rest: inout Substring.UnicodeScalarView) {
    var parameters = ""
    while let next = rest.first, (0x20...0x3F).contains(next.value) || Self.isEcho(rest) {
      // The system echoes Ctrl-C into the middle of what a program writes.
      if Self.isEcho(rest) {
        rest.removeFirst(2)
      } else {
        parameters.unicodeScalars.append(rest.removeFirst())
      }
    }
    guard let final = rest.popFirst(), (0x40...0x7E).contains(final.value) else {
      return problems.append("CSI \(parameters) without an end")
    }
    if final != "m" { canJoinPrevious = false }
    let name = parameters + String(final)
    if setMode(name, isOn: final == "h") { return }
    if final == "q", parameters.hasSuffix(" "), let shape = Int(parameters.dropLast()),
      (0...6).contains(shape)
    {
      cursorShape = shape
      return
    }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
      $0.isEmpty ? 0 : Int($0) ?? -1
    }
    guard !numbers.contains(-1) else { return problems.append("CSI \(name)") }
    if final == "m" { return select(numbers[...], name) }
    if final == "H", numbers.count == 2 {
      return move(row: max(numbers[0], 1) - 1, column: max(numbers[1], 1) - 1)
    }
    if final == "r", numbers.count <= 2 { return setMargins(numbers) }
    guard numbers.count <= 1 else { return problems.append("CSI \(name)") }
    perform(final, numbers.first ?? 0, name)
  }

  /// Switches a mode on or off; false if the sequence does not.
  private mutating func setMode(_ name: String, isOn: Bool) -> Bool {
    switch name {
    case "?25h", "?25l": isCursorVisible = isOn
    case "?7h", "?7l": wraps = isOn
    case "?2004h", "?2004l": usesBracketedPaste = isOn
    case "?1049h", "?1049l": showAlternate(isOn)
    // Synchronized output, queries for the cell size and the device attributes, and mouse reports
    // change nothing on the screen.
    case "?2026h", "?2026l", "16t", "c", "?1000h", "?1000l", "?1006h", "?1006l": break
    default: return false
    }
    return true
  }

  private mutating func showAlternate(_ isAlternate: Bool) {
    if isAlternate {
      guard normal.isEmpty else { return problems.append("a second alternate screen") }
      normal = [self]
      (grid, scrollback) = (Array(repeating: Line(), count: size.rows), [])
    } else if let before = normal.popLast() {
      (grid, scrollback, cursor) = (before.grid, before.scrollback, before.cursor)
    }
    isWaitingToWrap = false
  }

  private mutating func perform(_ final: Unicode.Scalar, _ number: Int, _ name: String) {
    let count = max(number, 1)
    switch final {
    case "A": move(row: cursor.row - count, column: cursor.column)
    case "B": move(row: cursor.row + count, column: cursor.column)
    case "C": move(row: cursor.row, column: cursor.column + count)
    case "D": move(row: cursor.row, column: cursor.column - count)
    case "G": move(row: cursor.row, column: count - 1)
    case "H": move(row: count - 1, column: 0)
    case "K" where number <= 2: eraseRow(number)
    case "J" where number <= 3: eraseScreen(number)
    case "S": scroll(by: count)
    case "T": scroll(by: -count)
    case "@": insert(min(count, size.columns - cursor.column))
    case "P": delete(min(count, size.columns - cursor.column))
    default: problems.append("CSI \(name)")
    }
  }

  private mutating func eraseRow(_ kind: Int) {
    if style.background != nil { problems.append("a row erased in a color") }
    let columns =
      switch kind {
      case 0: cursor.column..<size.columns
      case 1: 0..<cursor.column + 1
      default: 0..<size.columns
      }
    for column in columns { set(column, nil) }
    if kind != 1 { grid[cursor.row].isWrapped = false }
  }

  private mutating func eraseScreen(_ kind: Int) {
    if kind == 3 {
      scrollback = []
      return
    }
    if kind != 1 { for row in grid.indices where row > cursor.row { grid[row] = Line() } }
    if kind != 0 { for row in grid.indices where row < cursor.row { grid[row] = Line() } }
    eraseRow(kind)
  }

  private mutating func setMargins(_ numbers: [Int]) {
    // A frame may be on its way while the window becomes lower; xterm then takes the last row.
    let (top, bottom) = (
      max(numbers.first ?? 1, 1) - 1, numbers.count == 2 ? min(numbers[1], size.rows) : size.rows
    )
    guard top < bottom else {
      if numbers.count != 2 || numbers[0] >= numbers[1] { problems.append("margins \(numbers)") }
      return
    }
    margins = top..<bottom
    move(row: 0, column: 0)
  }

  /// Moves the lines between the margins up.
  private mutating func scroll(by count: Int) {
    let rows = margins ?? 0..<size.rows
    let part = grid[rows]
    let empty = Array(repeating: Line(), count: min(abs(count), rows.count))
    grid.replaceSubrange(
      rows, with: count > 0 ? part.dropFirst(count) + empty : empty + part.dropLast(-count))
  }

  private mutating func insert(_ count: Int) {
    isWaitingToWrap = false
    cut(at: cursor.column)
    let cells = grid[cursor.row].cells
    guard cursor.column < cells.count else { return }
    let blanks = repeatElement(Cell?.some(Cell(text: " ", style: .plain)), count: count)
    let moved = Line(cells[..<cursor.column] + blanks + cells[cursor.column...])
    grid[cursor.row] = Self.cut(moved, to: size.columns)
  }

  private mutating func delete(_ count: Int) {
    isWaitingToWrap = false
    cut(at: cursor.column)
    cut(at: cursor.column + count)
    let cells = grid[cursor.row].cells
    grid[cursor.row] = Line(cells.prefix(cursor.column) + cells.dropFirst(cursor.column + count))
  }

  /// Replaces a wide character that a change splits with spaces.
  private mutating func cut(at column: Int) {
    guard grid[cursor.row].isContinuation(column) else { return }
    grid[cursor.row][column - 1] = Cell(text: " ", style: .plain)
    grid[cursor.row][column] = Cell(text: " ", style: .plain)
  }

  private mutating func select(_ numbers: ArraySlice<Int>, _ name: String) {
    var numbers = numbers
    let attributes: [Int: Style.Attributes] = [
      1: .bold, 2: .dim, 3: .italic, 4: .underline, 7: .inverse, 9: .strikethrough,
    ]
    while let number = numbers.popFirst() {
      switch number {
      case 0: style = Style(link: style.link)
      case 30...37: style.foreground = .palette(UInt8(number - 30))
      case 40...47: style.background = .palette(UInt8(number - 40))
      case 90...97: style.foreground = .palette(UInt8(number - 82))
      case 100...107: style.background = .palette(UInt8(number - 92))
      case 38: style.foreground = color(&numbers, name)
      case 48: style.background = color(&numbers, name)
      default:
        guard let attribute = attributes[number] else { return problems.append("CSI \(name)") }
        style.attributes.insert(attribute)
      }
    }
  }

  private mutating func color(_ numbers: inout ArraySlice<Int>, _ name: String) -> Color? {
    let kind = numbers.popFirst()
    let parts = numbers.prefix(kind == 2 ? 3 : 1).compactMap(UInt8.init(exactly:))
    numbers = numbers.dropFirst(parts.count)
    if kind == 5, parts.count == 1 { return .palette(parts[0]) }
    if kind == 2, parts.count == 3 { return .rgb(parts[0], parts[1], parts[2]) }
    problems.append("CSI \(name)")
    return nil
  }

  /// Processes OSC 8 and the OSC 11 query, ended by ST.
  private mutating func systemCommand(_ rest: inout Substring.UnicodeScalarView) {
    var text = ""
    while let next = rest.popFirst() {
      guard next == "\u{1B}" else {
        text.unicodeScalars.append(next)
        continue
      }
      guard rest.popFirst() == "\\" else { break }
      if text == "11;?" { return }
      guard text.hasPrefix("8;;") else { break }
      let address = String(text.dropFirst(3))
      style.link = address.isEmpty ? nil : address
      return
    }
    problems.append("OSC \(text)")
  }
}
