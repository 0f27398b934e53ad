import MarketRender
import Messages
import TerminalKit

// The last look.
extension FormView {
  /// The lines of the preview on the screen.
  var previewHeight: Int { max(model.size.rows - 4, 1) }

  func previewLines(_ preview: FormPreview) -> [StyledText] { previewBlock(preview).lines }

  /// What may be a slip and what only the seller sees, which must not be missed in a small window;
  /// below a rule the listing with its photos.
  private func previewBlock(
    _ preview: FormPreview
  ) -> (lines: [StyledText], slots: [PictureSlot]) {
    let top = warningLines(preview) + ownLines(preview)
    let listing = preview.listing.illustrated(
      viewport: viewport, width: width, rows: max(previewHeight - top.count, previewHeight / 2))
    return (top + listing.lines, listing.slots.map { $0.moved(down: top.count) })
  }

  private var buyersTitle: StyledText { viewport.text("As buyers will see it", theme.title) }

  private func warningLines(_ preview: FormPreview) -> [StyledText] {
    guard !preview.warnings.isEmpty else { return [] }
    let wrapping = Wrapping(width: width, indent: 2)
    return [viewport.text("Please check:", theme.highlight)]
      + preview.warnings.flatMap {
        wrapping.lines("  " + viewport.text($0, theme.highlight))
      } + [""]
  }

  private func ownNotes(_ preview: FormPreview) -> [Message] {
    let code: Message? = preview.code.map { "your code: \(formatted: "@\($0)")" }
    return [code].compactMap(\.self) + preview.notes
  }

  private func ownLines(_ preview: FormPreview) -> [StyledText] {
    let notes = ownNotes(preview)
    guard !notes.isEmpty else { return [] }
    let wrapping = Wrapping(width: width, indent: 2)
    return notes.flatMap { wrapping.lines(viewport.text($0, theme.quiet)) }
      + [StyledText(String(repeating: "─", count: width), theme.quiet), buyersTitle]
  }

  func screen(of preview: FormPreview, from top: Int) -> WindowScreen {
    let block = previewBlock(preview)
    let height = previewHeight
    var body = Array(block.lines.dropFirst(top).prefix(height))
    let isMore = top + height < block.lines.count && body.count == height
    if isMore {
      body[height - 1] = viewport.text(" … \(command: "PgDn") shows more", theme.quiet)
    }
    // Below the title, and above the line that says that more follows.
    let slots = block.slots.map { $0.moved(down: 1 - top) }
      .filter { $0.line > 0 && $0.line + $0.rows <= (isMore ? height : height + 1) }
    body += Array(repeating: StyledText(), count: height - body.count)
    let keys: Message =
      preview.warnings.isEmpty ? "\(command: "Enter") yes" : "\(command: "y") yes"
    let question = model.status ?? preview.question
    let hints = WindowScreen.hints(
      ["\(command: "↑ ↓") scroll", keys, "\(command: "Esc") back to the form"], viewport,
      width: width)
    let title =
      ownNotes(preview).isEmpty ? buyersTitle : viewport.text("Only you see this:", theme.quiet)
    let asked = Wrapping(width: width).lines(viewport.text(question, theme.highlight)).prefix(2)
    let rows =
      [title.truncated(to: width)] + body + Array(repeating: "", count: 2 - asked.count) + asked
    return WindowScreen(frame: Frame(hidingCursor: rows + [hints]), slots: slots)
  }
}
