import LineEditor
import MarketRender
import Messages
import TerminalKit

/// Turns a ``FormModel`` into a frame.
struct FormView {
  let model: FormModel

  init(_ model: FormModel) {
    self.model = model
  }

  var viewport: Viewport { model.viewport }
  var theme: Theme { viewport.theme }
  var width: Int { max(model.size.columns - 1, 1) }

  /// Lines of fields, and the position of the cursor in them.
  private struct Body {
    var lines: [StyledText] = []
    /// The line that must be on the screen.
    var focus = 0
    var cursor: Frame.Position?
  }

  var screen: WindowScreen { unpaddedScreen.padded() }

  var unpaddedScreen: WindowScreen {
    guard !model.isTooSmall else { return .tooSmall(viewport, rows: model.size.rows) }
    if case .preview(let preview, let top) = model.stage { return screen(of: preview, from: top) }
    return WindowScreen(frame: fieldsFrame, slots: slots)
  }

  private var fieldsFrame: Frame {
    // The title, two lines about the field and the keys are always there.
    let excerpt = excerpt
    let outcome = outcome
    let height = model.size.rows - 4 - excerpt.count - outcome.count
    let body = body(height: height)
    let top = min(max(body.focus - height / 2, 0), max(body.lines.count - height, 0))
    var rows = [viewport.text(model.title, theme.title).truncated(to: width)]
    rows += excerpt + body.lines[top...].prefix(height)
    rows += Array(repeating: StyledText(), count: max(height + 1 + excerpt.count - rows.count, 0))
    rows += outcome
    let note = Wrapping(width: width).lines(note).prefix(2)
    rows += note + Array(repeating: StyledText(), count: 2 - note.count)
    rows.append(hints)
    let cursor = body.cursor.map {
      Frame.Position(row: $0.row - top + 1 + excerpt.count, column: $0.column)
    }
    return Frame(
      rows: rows, cursor: cursor ?? Frame.Position(row: 0, column: 0),
      isCursorHidden: cursor == nil)
  }
}

// What the form is about, and what it would do.
extension FormView {
  /// The lines around the marked one, a quarter of the window, with a rule below.
  private var excerpt: [StyledText] {
    guard let outlook = model.outlook, !outlook.excerpt.isEmpty else { return [] }
    let height = min(model.size.rows / 4, outlook.excerpt.count)
    let first = (outlook.marked ?? 0) - height / 2
    let start = min(max(first, 0), outlook.excerpt.count - height)
    let lines = outlook.excerpt.indices[start..<start + height].map { index in
      let isMarked = index == outlook.marked
      return StyledText(isMarked ? "▸ " : "  ", theme.highlight)
        + StyledText(
          UntrustedText(outlook.excerpt[index]).line, isMarked ? .bold : theme.quiet
        ).truncated(to: width - 2)
    }
    return lines + [StyledText(String(repeating: "─", count: width), theme.quiet)]
  }

  /// At most two lines; one that is kept free until it is known.
  private var outcome: [StyledText] {
    guard model.rules.outlook != nil else { return [] }
    guard let outlook = model.outlook else {
      return [viewport.text("Checking …", theme.quiet)]
    }
    let text = "→ " + viewport.text(outlook.outcome)
    return Array(Wrapping(width: width).lines(text).prefix(2))
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
        (line == 0 ? label : StyledText()).fitted(to: labelWidth - 1) + " " + text
      }
    }
    return body
  }

  /// A field without the focus.
  private func value(of field: FormField) -> [StyledText] {
    let texts = model.values[field.name]
    guard !texts.isEmpty else { return [empty(field)] }
    if field.kind == .photos { return photoLines(of: field, selected: nil).flatMap(\.self) }
    if case .choice = field.kind {
      return [(StyledText(texts[0]) + sample(of: field)).truncated(to: valueWidth)]
    }
    let words = texts[0].prefix(4 * valueWidth).split(whereSeparator: \.isNewline)
    return [StyledText(UntrustedText(words.joined(separator: " ")).line).truncated(to: valueWidth)]
  }

  private func sample(of field: FormField) -> StyledText {
    field.sample.isEmpty ? "" : StyledText("  " + UntrustedText(field.sample).line, theme.quiet)
  }

  private func empty(_ field: FormField) -> StyledText {
    let text: Message? = field.isRequired ? "required" : field.absence
    return text.map { viewport.text($0, theme.quiet).truncated(to: valueWidth) }
      ?? StyledText("–", theme.quiet)
  }

  private func focusedValue(
    of field: FormField, at line: Int, height: Int, _ body: inout Body
  ) -> [StyledText] {
    switch field.kind {
    case .shown: return [empty(field)]
    case .choice:
      return [
        (StyledText("‹ ", theme.quiet) + StyledText(model.values.text(field.name), .bold)
          + StyledText(" ›", theme.quiet) + sample(of: field)).truncated(to: valueWidth)
      ]
    case .line, .text:
      var rows = edited(prompt: "", at: line, height: height, &body)
      if model.values[field.name].isEmpty, let absence = field.absence {
        rows[0] += " " + viewport.text(absence, theme.quiet).truncated(to: valueWidth - 1)
      }
      return rows
    case .photos:
      let photos = photoLines(of: field, selected: model.photo)
      var lines = photos.flatMap(\.self)
      let isTyping = model.photo == nil
      body.focus = line + photos.prefix(model.photo ?? photos.count).reduce(0) { $0 + $1.count }
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
    var scene = editor.scene(prompt: prompt, continuation: "")
    scene.wrapsWords = model.field.kind != .photos
    let size = TerminalSize(columns: max(valueWidth, 2), rows: height)
    let frame = EditorView.frame(of: scene, in: size, catalog: viewport.catalog)
    body.cursor = Frame.Position(
      row: line + frame.cursor.row, column: labelWidth + frame.cursor.column)
    body.focus = line + frame.cursor.row
    return frame.rows
  }

  /// The lines of each photo: what is sent of it, as many as that takes.
  private func photoLines(of field: FormField, selected: Int?) -> [[StyledText]] {
    let paths = model.values[field.name]
    let wrapping = Wrapping(width: valueWidth, indent: 4)
    return paths.enumerated().map { index, path in
      let photo = model.photos[path]
      let isBad = if case .failure? = photo { true } else { false }
      var line =
        StyledText(index == selected ? "▸" : " ", theme.highlight)
        + StyledText(isBad ? "!" : " ", theme.failure) + StyledText("\(index + 1) ")
      if case .success(let photo)? = photo {
        line += viewport.text(photo.summary)
      } else {
        line += StyledText(UntrustedText(path).line)
      }
      var notes: [StyledText] = []
      if index == 0, paths.count > 1 { notes.append(viewport.text("thumbnail", theme.own)) }
      if let first = model.original(of: index, in: field) {
        notes.append(viewport.text("the same as photo \(first + 1)", theme.highlight))
      }
      for note in notes { line += StyledText(" · ", theme.quiet) + note }
      return wrapping.lines(line)
    }
  }
}

// The pictures.
extension FormView {
  private static let greatestRows = 8

  /// The photos side by side at the bottom, if there is room below the fields.
  private var slots: [PictureSlot] {
    guard viewport.pictures != nil, case .fields = model.stage else { return [] }
    let all = model.fields.lazy.compactMap { field -> ([String], Int)? in
      switch field.kind {
      case .photos: (model.values[field.name], field.limit?.upperBound ?? 1)
      case .shown(let pictures): (pictures, max(pictures.count, 1))
      case .line, .text, .choice: nil
      }
    }
    guard let (pictures, most) = all.first else { return [] }
    let height = model.size.rows - 4
    let rows = min(height - body(height: height).lines.count - 1, Self.greatestRows)
    let columns = min(2 * rows + 2, width / most - 1)
    guard rows >= 4, columns >= 6 else { return [] }
    return pictures.prefix(most).enumerated().map {
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
    let problem = model.shownProblem
    let style = problem == nil ? theme.quiet : theme.failure
    let text = problem ?? field.help
    guard let limit = field.limit else { return viewport.text("\(field.label): \(text)", style) }
    let count = field.count(in: model.values)
    return viewport.text("\(field.label) \(count)/\(limit.upperBound): \(text)", style)
  }

  private var hints: StyledText {
    var parts: [Message]
    switch model.field.kind {
    case .choice: parts = ["\(command: "← →") choose", "\(command: "Enter") next"]
    case .photos where model.photo != nil:
      parts = ["\(command: "Del") remove", "\(command: "Alt-↑ Alt-↓") order"]
    case .photos where model.editor.hasMenu:
      parts = ["\(command: "Tab") choose", "\(command: "Enter") take"]
    case .photos where model.editor.text.isEmpty:
      // The first hints stay in a narrow window.
      parts = ["\(command: "Tab") files", "\(command: "Enter") next"]
      if !model.values[model.field.name].isEmpty {
        parts = parts.reversed() + ["\(command: "↑") photos"]
      }
    case .photos: parts = ["\(command: "Tab") complete", "\(command: "Enter") add"]
    case .text: parts = ["\(command: "Enter") next", "\(command: "Alt-Enter") newline"]
    case .line, .shown: parts = ["\(command: "Enter") next"]
    }
    parts.append("\(command: "Shift-Tab") back")
    parts += [
      model.rules.outlook == nil ? "\(command: "Ctrl-S") preview" : "\(command: "Ctrl-S") go on",
      "\(command: "Esc") leave",
    ]
    return WindowScreen.hints(parts, viewport, width: width)
  }
}
