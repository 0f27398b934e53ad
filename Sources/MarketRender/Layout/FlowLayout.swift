/// Short facts one after another, broken into lines only between them.
import TerminalKit

/// Lays out parts such as `12 of 340 · mine · page 2/17`.
struct FlowLayout {
  let viewport: Viewport
  /// Columns of a line; no limit off a terminal.
  var width: Int

  init(viewport: Viewport, atMost limit: Int = .max) {
    self.viewport = viewport
    width = min(viewport.columns ?? .max / 2, limit)
  }

  /// The lines; a part that is wider than a line is wrapped like any text.
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
