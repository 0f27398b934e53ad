package import Browse
import LineEditor
import MarketRender
import Messages
package import TerminalKit

/// Turns a ``FormModel`` into a frame.
package struct FormView {
  let model: FormModel

  package init(_ model: FormModel) {
    self.model = model
  }

  private var viewport: Viewport { model.viewport }
  private var theme: Theme { viewport.theme }
  private var width: Int { max(model.size.columns - 1, 1) }

  /// Lines of fields, and the position of the cursor in them.
  private struct Body {
    var lines: [StyledText] = []
    /// The line that must be on the screen.
    var focus = 0
    var cursor: Frame.Position?
  }

  package var screen: BrowseScreen {
    var drawn = frame
    let slots = slots
    // A shorter line would erase the picture.
    for slot in slots {
      for line in slot.line..<slot.line + slot.rows where line < drawn.rows.count {
        drawn.rows[line] = drawn.rows[line].padded(to: slot.column + slot.columns)
      }
    }
    return BrowseScreen(frame: drawn, slots: slots)
  }

  package var frame: Frame {
    guard !model.isTooSmall else {
      return BrowseView.tooSmall(viewport, rows: model.size.rows)
    }
    if case .preview(let preview, let top) = model.stage { return frame(of: preview, from: top) }
    return fieldsFrame
  }

  private var fieldsFrame: Frame {
    // The title, two lines about the field and the keys are always there.
    let height = model.size.rows - 4
    let body = body(height: height)
    let top = min(max(body.focus - height / 2, 0), max(body.lines.count - height, 0))
    var rows = [viewport.text(model.title, theme.title).truncated(to: width)]
    rows += body.lines[top...].prefix(height)
    rows += Array(repeating: StyledText(), count: max(height + 1 - rows.count, 0))
    let note = Wrapping(width: width).lines(note).prefix(2)
    rows += note + Array(repeating: StyledText(), count: 2 - note.count)
    rows.append(hints)
    let cursor = body.cursor.map { Frame.Position(row: $0.row - top + 1, column: $0.column) }
    return Frame(
      rows: rows, cursor: cursor ?? Frame.Position(row: 0, column: 0),
      isCursorHidden: cursor == nil)
  }
}

// The fields.
extension FormView {
  /// The columns of the labels with the mark before them.
  private var labelWidth: Int {
    let widest = model.fields.map { label(of: $0).width }.max() ?? 0
    return min(widest + 4, width / 2)
  }

  private var valueWidth: Int { width - labelWidth }

  private func label(of field: FormField) -> StyledText {
    let label = viewport.text(field.label)
    guard field.kind == .photos, let limit = field.limit else { return label }
    return label + StyledText(" \(model.values[field.name].count)/\(limit.upperBound)")
  }

  private func body(height: Int) -> Body {
    var body = Body()
    for (index, field) in model.fields.enumerated() {
      let isFocused = index == model.focus
      let start = body.lines.count
      var value: [StyledText]
      if isFocused {
        body.focus = start
        value = focusedValue(of: field, at: start, height: height, &body)
      } else {
        value = self.value(of: field)
      }
      let isWrong = model.problem(of: field) != nil
      let mark = isFocused ? "▸ " : isWrong ? "! " : "  "
      let style = isFocused ? theme.highlight : isWrong ? theme.failure : theme.quiet
      let label = StyledText(mark, style) + self.label(of: field).styled(isFocused ? .bold : style)
      if value.isEmpty { value = [StyledText()] }
      body.lines += value.enumerated().map { line, text in
        (line == 0 ? label : StyledText()).fitted(to: labelWidth) + text
      }
    }
    return body
  }

  /// A field without the focus.
  private func value(of field: FormField) -> [StyledText] {
    let texts = model.values[field.name]
    guard !texts.isEmpty else { return [empty(field)] }
    if field.kind == .photos { return photoLines(of: field, selected: nil) }
    let words = texts[0].prefix(4 * valueWidth).split(whereSeparator: \.isNewline)
    return [StyledText(UntrustedText(words.joined(separator: " ")).line).truncated(to: valueWidth)]
  }

  private func empty(_ field: FormField) -> StyledText {
    field.isRequired
      ? viewport.text("required", theme.quiet).truncated(to: valueWidth)
      : StyledText("–", theme.quiet)
  }

  private func focusedValue(
    of field: FormField, at line: Int, height: Int, _ body: inout Body
  ) -> [StyledText] {
    switch field.kind {
    case .choice:
      return [
        StyledText("‹ ", theme.quiet) + StyledText(model.values.text(field.name), .bold)
          + StyledText(" ›", theme.quiet)
      ]
    case .line, .text:
      return edited(prompt: "", at: line, height: height, &body)
    case .photos:
      var lines = photoLines(of: field, selected: model.photo)
      let isTyping = model.photo == nil
      body.focus = line + (model.photo ?? lines.count)
      if isTyping {
        let prompt = viewport.text("add:", theme.quiet) + " "
        lines += edited(
          prompt: prompt, at: line + lines.count, height: max(height - lines.count, 3), &body)
      } else {
        lines.append(viewport.text("add:", theme.quiet))
      }
      return lines
    }
  }

  /// The editor's own rows, which begin in this line.
  private func edited(
    prompt: StyledText, at line: Int, height: Int, _ body: inout Body
  ) -> [StyledText] {
    var editor = model.editor
    let scene = editor.scene(prompt: prompt, continuation: "")
    let size = TerminalSize(columns: max(valueWidth, 2), rows: height)
    let frame = EditorView.frame(of: scene, in: size, catalog: viewport.catalog)
    body.cursor = Frame.Position(
      row: line + frame.cursor.row, column: labelWidth + frame.cursor.column)
    body.focus = line + frame.cursor.row
    return frame.rows
  }

  private func photoLines(of field: FormField, selected: Int?) -> [StyledText] {
    let paths = model.values[field.name]
    return paths.enumerated().map { index, path in
      let isSelected = index == selected
      var line = StyledText(isSelected ? "▸" : " ", theme.highlight) + StyledText("\(index + 1) ")
      switch model.photos[path] {
      case .success(let summary)?: line += viewport.text(summary)
      case .failure?, nil: line += StyledText(UntrustedText(path).line)
      }
      if case .failure? = model.photos[path] {
        line = StyledText("!", theme.failure) + line.columns(1..<line.width)
      }
      guard index == 0, paths.count > 1 else { return line.truncated(to: valueWidth) }
      let mark = StyledText(" · ", theme.quiet) + viewport.text("thumbnail", theme.own)
      return line.truncated(to: max(valueWidth - mark.width, 1)) + mark
    }
  }
}

// The pictures.
extension FormView {
  private static let greatestRows = 8

  /// The photos side by side at the bottom, if there is room below the fields.
  private var slots: [PictureSlot] {
    guard viewport.pictures != nil, case .fields = model.stage,
      let field = model.fields.first(where: { $0.kind == .photos })
    else { return [] }
    let height = model.size.rows - 4
    let rows = min(height - body(height: height).lines.count - 1, Self.greatestRows)
    let columns = min(2 * rows + 2, width / (field.limit?.upperBound ?? 1) - 1)
    guard rows >= 4, columns >= 6 else { return [] }
    return model.values[field.name].prefix(field.limit?.upperBound ?? 1).enumerated().map {
      PictureSlot(
        listing: $0, url: $1, line: 1 + height - rows, column: $0 * (columns + 1),
        columns: columns, rows: rows)
    }
  }
}

// The lines below the fields.
extension FormView {
  /// `name 2/100: at least 3`.
  private var note: StyledText {
    if case .checking = model.stage { return viewport.text("Checking …", theme.highlight) }
    if let status = model.status { return viewport.text(status, theme.highlight) }
    let field = model.field
    let problem = model.problem(of: field)
    let style = problem == nil ? theme.quiet : theme.failure
    let text = problem ?? field.help
    guard let limit = field.limit else { return viewport.text("\(field.label): \(text)", style) }
    let count = field.count(in: model.values)
    return viewport.text("\(field.label) \(count)/\(limit.upperBound): \(text)", style)
  }

  private var hints: StyledText {
    var parts: [Message]
    switch model.field.kind {
    case .choice: parts = ["\(command: "← →") choose", "\(command: "↑ ↓") fields"]
    case .photos where model.photo != nil:
      parts = ["\(command: "Del") remove", "\(command: "Alt-↑ Alt-↓") order"]
    case .photos:
      parts = ["\(command: "Tab") complete", "\(command: "Enter") add", "\(command: "↑") photos"]
    case .text: parts = ["\(command: "Alt-Enter") new line", "\(command: "↑ ↓") fields"]
    case .line: parts = ["\(command: "Enter") next", "\(command: "↑ ↓") fields"]
    }
    parts += ["\(command: "Ctrl-S") preview", "\(command: "Esc") leave"]
    return BrowseView.hints(parts, viewport, width: width)
  }
}

// The last look.
extension FormView {
  /// The lines of the preview on the screen.
  var previewHeight: Int { max(model.size.rows - 4, 1) }

  func previewLines(_ preview: FormPreview) -> [StyledText] {
    var lines = preview.listing.lines(viewport: viewport, width: width)
    let wrapping = Wrapping(width: width, indent: 2)
    if !preview.notes.isEmpty { lines.append("") }
    lines += preview.notes.flatMap { wrapping.lines(viewport.text($0, theme.quiet)) }
    if !preview.warnings.isEmpty {
      lines += ["", viewport.text("Please check:", theme.highlight)]
      lines += preview.warnings.flatMap {
        wrapping.lines("  " + viewport.text($0, theme.highlight))
      }
    }
    return lines
  }

  private func frame(of preview: FormPreview, from top: Int) -> Frame {
    let lines = previewLines(preview)
    let height = previewHeight
    var body = Array(lines.dropFirst(top).prefix(height))
    if top + height < lines.count, body.count == height {
      body[height - 1] = viewport.text(" … \(command: "PgDn") shows more", theme.quiet)
    }
    body += Array(repeating: StyledText(), count: height - body.count)
    let keys: Message =
      preview.warnings.isEmpty ? "\(command: "Enter") yes" : "\(command: "y") yes"
    let question = model.status ?? preview.question
    let hints = BrowseView.hints(
      ["\(command: "↑ ↓") scroll", keys, "\(command: "Esc") back to the form"], viewport,
      width: width)
    let title = viewport.text("As buyers will see it", theme.title)
    let asked = Wrapping(width: width).lines(viewport.text(question, theme.highlight)).prefix(2)
    return Frame(
      rows: [title.truncated(to: width)] + body
        + Array(repeating: StyledText(), count: 2 - asked.count)
        + asked + [hints], cursor: Frame.Position(row: 0, column: 0), isCursorHidden: true)
  }
}
