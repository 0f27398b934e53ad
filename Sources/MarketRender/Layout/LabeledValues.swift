/// Named facts, one a line.
import TerminalKit

/// Labels and values in two columns, or as `label: value` where there is little room.
struct LabeledValues {
  private let facts: [(label: String, value: StyledText)]
  private let viewport: Viewport

  /// Takes the facts in order; an empty value is shown as a dash.
  init(facts: [(label: String, value: StyledText)], viewport: Viewport) {
    self.viewport = viewport
    self.facts = facts.map { label, value in
      (label, value.isEmpty ? StyledText("–", viewport.theme.quiet) : value)
    }
  }

  /// One fact a line, long values wrapped beside their label.
  var lines: [StyledText] {
    let columns = viewport.columns ?? 80
    guard !viewport.prefersLabels else {
      return facts.flatMap { label, value in
        Wrapping(width: columns, indent: 2)
          .lines(StyledText(label + ": ", viewport.theme.quiet) + value)
      }
    }
    let widest = facts.map { DisplayWidth.of($0.label) }.max() ?? 0
    let room = viewport.columns.map { max($0 - widest - 4, 8) } ?? .max / 2
    return facts.flatMap { label, value in
      Wrapping(width: room).lines(value).enumerated().map { index, line in
        let head = StyledText(index == 0 ? label : "", viewport.theme.quiet)
        return line.isEmpty && index > 0 ? "" : "  " + head.padded(to: widest + 2) + line
      }
    }
  }
}
