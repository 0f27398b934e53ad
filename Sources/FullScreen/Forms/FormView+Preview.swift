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
    let slots = listing.slots.map { slot in
      var slot = slot
      slot.line += top.count
      return slot
    }
    return (top + listing.lines, slots)
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

  func screen(of preview: FormPreview, from top: Int) -> BrowseScreen {
    let block = previewBlock(preview)
    let height = previewHeight
    var body = Array(block.lines.dropFirst(top).prefix(height))
    let isMore = top + height < block.lines.count && body.count == height
    if isMore {
      body[height - 1] = viewport.text(" … \(command: "PgDn") shows more", theme.quiet)
    }
    let slots = block.slots.compactMap { slot -> PictureSlot? in
      var slot = slot
      slot.line -= top
      guard slot.line >= 0, slot.line + slot.rows <= (isMore ? height - 1 : height) else {
        return nil
      }
      slot.line += 1
      return slot
    }
    body += Array(repeating: StyledText(), count: height - body.count)
    let keys: Message =
      preview.warnings.isEmpty ? "\(command: "Enter") yes" : "\(command: "y") yes"
    let question = model.status ?? preview.question
    let hints = BrowseView.hints(
      ["\(command: "↑ ↓") scroll", keys, "\(command: "Esc") back to the form"], viewport,
      width: width)
    let title =
      ownNotes(preview).isEmpty ? buyersTitle : viewport.text("Only you see this:", theme.quiet)
    let asked = Wrapping(width: width).lines(viewport.text(question, theme.highlight)).prefix(2)
    let frame = Frame(
      rows: [title.truncated(to: width)] + body
        + Array(repeating: StyledText(), count: 2 - asked.count)
        + asked + [hints], cursor: Frame.Position(row: 0, column: 0), isCursorHidden: true)
    return BrowseScreen(frame: frame, slots: slots)
  }
}
