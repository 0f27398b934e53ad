/// Breaking text into lines by words, for any width and any script.

/// Word wrapping of styled text.
public struct Wrapping: Hashable, Sendable {
  /// Columns of a line, its indentation included; at least 1.
  public let width: Int
  /// Blanks before the first line.
  public let firstIndent: Int
  /// Blanks before every further line: the hanging indentation.
  public let indent: Int

  public init(width: Int, firstIndent: Int = 0, indent: Int = 0) {
    self.width = max(width, 1)
    // An indentation that leaves no room would only make the text unreadable.
    self.firstIndent = firstIndent < self.width ? max(firstIndent, 0) : 0
    self.indent = indent < self.width ? max(indent, 0) : 0
  }

  /// The lines of `text`. Line breaks in it are kept; blanks at a break are dropped; a word wider
  /// than a line is cut between grapheme clusters. A single cluster wider than the whole line
  /// stands alone on a line that is too wide. An empty text gives one empty line.
  public func lines(_ text: StyledText) -> [StyledText] {
    var result: [StyledText] = []
    for paragraph in text.lines {
      var builder = LineBuilder(wrapping: self, isFirst: result.isEmpty)
      for word in Self.words(of: paragraph) { builder.add(word) }
      result += builder.finish()
    }
    return result
  }

  /// The lines of an unstyled text.
  public func lines(_ text: String) -> [String] {
    lines(StyledText(text)).map(\.plain)
  }

  fileprivate struct Cell {
    let cluster: Character
    let style: Style
    let width: Int
    var isBlank: Bool { cluster == " " }
  }

  /// Runs of blanks and runs of other clusters, in order.
  private static func words(of paragraph: StyledText) -> [[Cell]] {
    var words: [[Cell]] = []
    for fragment in paragraph.fragments {
      for cluster in fragment.text {
        let cell = Cell(
          cluster: cluster, style: fragment.style, width: DisplayWidth.of(cluster))
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

/// Collects words into lines for `Wrapping`.
private struct LineBuilder {
  let wrapping: Wrapping
  var done: [StyledText] = []
  var line: [Wrapping.Cell] = []
  var used = 0
  var isFirst: Bool

  init(wrapping: Wrapping, isFirst: Bool) {
    self.wrapping = wrapping
    self.isFirst = isFirst
  }

  private var indent: Int { isFirst ? wrapping.firstIndent : wrapping.indent }
  private var room: Int { wrapping.width - indent - used }

  mutating func add(_ word: [Wrapping.Cell]) {
    let width = word.reduce(0) { $0 + $1.width }
    if width <= room {
      append(word, width)
    } else if word[0].isBlank {
      if !line.isEmpty { breakLine() }
    } else {
      if !line.isEmpty { breakLine() }
      for cell in word {
        if cell.width > room && !line.isEmpty { breakLine() }
        append([cell], cell.width)
      }
    }
  }

  mutating func finish() -> [StyledText] {
    if !line.isEmpty || done.isEmpty { breakLine() }
    return done
  }

  private mutating func append(_ cells: [Wrapping.Cell], _ width: Int) {
    // Blanks that a line break has made leading are dropped; a paragraph's own indentation stays.
    if line.isEmpty && !done.isEmpty && cells[0].isBlank { return }
    line += cells
    used += width
  }

  private mutating func breakLine() {
    while let last = line.last, last.isBlank { line.removeLast() }
    var text = StyledText()
    if !line.isEmpty { text.append(String(repeating: " ", count: indent)) }
    var run = ""
    var style = Style.plain
    for cell in line {
      if cell.style != style {
        text.append(run, style)
        run = ""
        style = cell.style
      }
      run.append(cell.cluster)
    }
    text.append(run, style)
    done.append(text)
    line = []
    used = 0
    isFirst = false
  }
}
