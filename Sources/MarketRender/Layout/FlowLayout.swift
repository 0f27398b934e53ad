import TerminalKit

/// Short parts in a row, such as `12 of 340 · mine · page 2/17`, with line breaks only between them.
struct FlowLayout {
  let viewport: Viewport
  /// The columns of a line; practically unlimited if the output is not a terminal.
  let width: Int

  init(viewport: Viewport, maximumWidth: Int = .max) {
    self.viewport = viewport
    width = min(viewport.columns ?? .max / 2, maximumWidth)
  }

  /// The lines of the parts; a part that is wider than a line is wrapped.
  func lines(_ parts: [StyledText]) -> [StyledText] {
    let separator = viewport.separator
    var lines: [StyledText] = []
    var line = StyledText()
    var used = 0
    for part in parts where !part.isEmpty {
      let columns = part.width
      if used > 0, used + separator.width + columns <= width {
        line += separator + part
        used += separator.width + columns
        continue
      }
      if used > 0 { lines.append(line) }
      var wrapped = Wrapping(width: width).lines(part)
      line = wrapped.popLast() ?? StyledText()
      lines += wrapped
      used = line.width
    }
    return used > 0 ? lines + [line] : lines
  }
}
