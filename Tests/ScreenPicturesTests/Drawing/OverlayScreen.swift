/// A model of a small window that supports only the sequences of an overlay and records where
/// pictures are drawn.
struct OverlayScreen {
  /// The upper left cell of a picture; `line` counts from the first line ever written.
  struct PicturePosition: Hashable {
    let line: Int
    let column: Int
  }

  let columns: Int
  private(set) var rows: [[Character]]
  private(set) var row = 0
  private(set) var column = 0
  /// The number of lines that scrolled off.
  private(set) var scrolled = 0
  private(set) var pictures: [PicturePosition] = []
  private var saved: (row: Int, column: Int)?

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  var lines: [String] { rows.map { String($0) } }

  /// The text, the cursor and the scroll offset.
  var state: [String] { lines + ["cursor \(row) \(column), scrolled \(scrolled)"] }

  mutating func write(_ text: String) throws {
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "\n": lineFeed()
      case "\u{1B}": try escape(&rest)
      default:
        guard column < columns else { throw StreamError(description: "past the right edge") }
        rows[row][column] = character
        column += 1
      }
    }
  }

  private mutating func lineFeed() {
    column = 0
    guard row == rows.count - 1 else {
      row += 1
      return
    }
    rows.removeFirst()
    rows.append(Array(repeating: " ", count: columns))
    scrolled += 1
  }

  private mutating func escape(_ rest: inout Substring) throws {
    switch rest.popFirst() {
    case "7": saved = (row, column)
    case "8":
      guard let saved else { throw StreamError(description: "nothing saved") }
      (row, column) = saved
    case "P", "_":
      guard let end = rest.firstRange(of: "\u{1B}\\") else {
        throw StreamError(description: "no end of a picture")
      }
      rest = rest[end.upperBound...]
      // Only the first chunk of a picture determines its position.
      let position = PicturePosition(line: scrolled + row, column: column)
      if pictures.last != position { pictures.append(position) }
    case "[":
      let digits = rest.prefix { $0.isNumber }
      rest = rest.dropFirst(digits.count)
      try move(Int(digits) ?? 1, rest.popFirst())
    case let other:
      throw StreamError(description: "ESC \(other.map(String.init) ?? "")")
    }
  }

  private mutating func move(_ count: Int, _ final: Character?) throws {
    switch final {
    case "A" where count <= row: row -= count
    case "B" where row + count < rows.count: row += count
    case "G" where (1...columns).contains(count): column = count - 1
    default: throw StreamError(description: "CSI \(count) \(final.map(String.init) ?? "")")
    }
  }
}
