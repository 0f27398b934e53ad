import TerminalKit

/// Labels and values in two columns, or as `label: value` lines in a narrow window.
struct LabeledValues {
  private let values: [(label: String, value: StyledText)]
  private let viewport: Viewport

  /// An empty value is shown as a dash.
  init(_ values: [(label: String, value: StyledText)], viewport: Viewport) {
    self.viewport = viewport
    self.values = values.map { label, value in
      (label, value.isEmpty ? StyledText("–", viewport.theme.quiet) : value)
    }
  }

  /// One value per line; long values are wrapped beside their label.
  var lines: [StyledText] {
    let columns = viewport.columns ?? 80
    guard !viewport.prefersLabels else {
      return values.flatMap { label, value in
        Wrapping(width: columns, indent: 2)
          .lines(StyledText(label + ": ", viewport.theme.quiet) + value)
      }
    }
    let widest = values.map { DisplayWidth.of($0.label) }.max() ?? 0
    let space = viewport.columns.map { max($0 - widest - 4, 8) } ?? .max / 2
    return values.flatMap { label, value in
      Wrapping(width: space).lines(value).enumerated().map { index, line in
        let head = StyledText(index == 0 ? label : "", viewport.theme.quiet)
        return line.isEmpty && index > 0 ? "" : "  " + head.padded(to: widest + 2) + line
      }
    }
  }
}
