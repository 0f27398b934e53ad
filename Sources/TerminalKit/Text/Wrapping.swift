/// Word wrapping of styled text in any script.
public struct Wrapping: Hashable, Sendable {
  /// The line width in columns including the indentation; at least 1.
  public let width: Int
  /// The indentation of the first line in columns.
  public let firstIndent: Int
  /// The indentation of all other lines (hanging indent) in columns.
  public let indent: Int

  public init(width: Int, firstIndent: Int = 0, indent: Int = 0) {
    self.width = max(width, 1)
    // An indentation as wide as the line would make the text unreadable.
    self.firstIndent = firstIndent < self.width ? max(firstIndent, 0) : 0
    self.indent = indent < self.width ? max(indent, 0) : 0
  }

  /// Wraps `text`. Existing line breaks stay, and spaces at a break are dropped. A word wider than
  /// a line is split between grapheme clusters. A cluster wider than the whole line becomes a line
  /// that is too wide. An empty text yields one empty line.
  public func lines(_ text: StyledText) -> [StyledText] {
    var result: [StyledText] = []
    for paragraph in text.lines {
      var builder = LineBuilder(wrapping: self, isFirst: result.isEmpty)
      for word in Self.words(of: paragraph) { builder.add(word) }
      result += builder.finish()
    }
    return result
  }

  /// Wraps an unstyled text.
  public func lines(_ text: String) -> [String] { lines(StyledText(text)).map(\.plain) }

  fileprivate struct Cell {
    let cluster: Character
    let style: Style
    let width: Int
    var isBlank: Bool { cluster == " " }
  }

  /// The runs of spaces and the runs of other clusters, in order.
  private static func words(of paragraph: StyledText) -> [[Cell]] {
    var words: [[Cell]] = []
    for fragment in paragraph.fragments {
      for cluster in fragment.text {
        let cell = Cell(cluster: cluster, style: fragment.style, width: DisplayWidth.of(cluster))
        if let last = words.last?.last, last.isBlank == cell.isBlank {
          words[words.count - 1].append(cell)
        } else {
          words.append([cell])
        }
      }
    }
    return words
  }
}

/// A builder that collects words into lines.
private struct LineBuilder {
  let wrapping: Wrapping
  var done: [StyledText] = []
  var line: [Wrapping.Cell] = []
  var used = 0
  var isFirst: Bool

  private var indent: Int { isFirst ? wrapping.firstIndent : wrapping.indent }
  private var available: Int { wrapping.width - indent - used }

  mutating func add(_ word: [Wrapping.Cell]) {
    let width = word.reduce(0) { $0 + $1.width }
    if width <= available {
      append(word, width)
    } else if word[0].isBlank {
      if !line.isEmpty { breakLine() }
    } else {
      if !line.isEmpty { breakLine() }
      for cell in word {
        if cell.width > available, !line.isEmpty { breakLine() }
        append([cell], cell.width)
      }
    }
  }

  mutating func finish() -> [StyledText] {
    if !line.isEmpty || done.isEmpty { breakLine() }
    return done
  }

  private mutating func append(_ cells: [Wrapping.Cell], _ width: Int) {
    // Spaces after a break are dropped; the indentation of a paragraph stays.
    if line.isEmpty && !done.isEmpty && cells[0].isBlank { return }
    line += cells
    used += width
  }

  private mutating func breakLine() {
    while let last = line.last, last.isBlank { line.removeLast() }
    var text = StyledText()
    if !line.isEmpty { text.append(String(repeating: " ", count: indent)) }
    text += StyledText(pieces: line.lazy.map { (String($0.cluster), $0.style) })
    done.append(text)
    line = []
    used = 0
    isFirst = false
  }
}
