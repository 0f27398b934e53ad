import Messages
public import TerminalKit

extension LineEditor {
  /// Returns the current scene. Highlighting and hints are computed here and cached, so keys that
  /// arrive together cost one computation.
  public mutating func scene(prompt: StyledText, continuation: StyledText) -> EditorScene {
    let buffer = recall.search == nil ? self.buffer : searchResult
    let coloring = coloring(of: buffer)
    let cursor =
      coloring.isVerbatim
      ? buffer.cursor
      : Self.shownOffset(of: buffer.cursor, in: buffer, shown: coloring.line.plain)
    var scene = EditorScene(
      prompt: prompt, continuation: continuation, line: coloring.line, cursor: cursor)
    scene.above = annotations.above
    scene.hint = hint()?.text ?? ""
    scene.status = status
    scene.menu = menu.map {
      CompletionMenu(candidates: $0.completion.candidates, selected: $0.selected)
    }
    scene.cursorShape = vi?.cursorShape ?? .normal
    return scene
  }

  private mutating func coloring(of buffer: EditBuffer) -> Assistance.Coloring {
    if recall.search != nil { return matchColoring(of: buffer) }
    if let coloring = assistance.coloring, coloring.revision == buffer.revision { return coloring }
    let line = buffer.isLong ? StyledText(buffer.text) : assistant.colored(buffer.text)
    let new = Assistance.Coloring(
      revision: buffer.revision, line: line, isVerbatim: Self.isVerbatim(line, buffer))
    assistance.coloring = new
    return new
  }

  private static func isVerbatim(_ line: StyledText, _ buffer: EditBuffer) -> Bool {
    let plain = line.plain
    return plain.utf8.count == buffer.count && plain == buffer.text
  }

  private func matchColoring(of buffer: EditBuffer) -> Assistance.Coloring {
    let line = buffer.isLong ? StyledText(buffer.text) : assistant.colored(buffer.text)
    let isVerbatim = Self.isVerbatim(line, buffer)
    guard isVerbatim, let range = recall.search?.range, !range.isEmpty else {
      return Assistance.Coloring(revision: buffer.revision, line: line, isVerbatim: isVerbatim)
    }
    let match =
      buffer.boundary(atOrBefore: range.lowerBound)..<buffer.boundary(atOrAfter: range.upperBound)
    return Assistance.Coloring(
      revision: buffer.revision, line: line.underlined(match), isVerbatim: isVerbatim)
  }

  /// The offset of the cursor in a line with escaped control characters.
  private static func shownOffset(of cursor: Int, in buffer: EditBuffer, shown: String) -> Int {
    let before = StyledText(buffer.slice(0..<cursor)).plain
    return EditBuffer(shown, cursor: before.utf8.count).cursor
  }

  private var status: Message? {
    if let search = recall.search {
      return search.hasFailed
        ? "\("search:", .quiet) \(search.pattern) (nothing found)"
        : "\("search:", .quiet) \(search.pattern)"
    }
    if keyState.isQuoted { return "\("the next key is inserted literally", .quiet)" }
    if let argument = keyState.argument {
      return "\(Message(count: argument, one: "once", other: "\(argument) times"), .quiet)"
    }
    if let notice = annotations.notice { return notice.text }
    if let proposal = annotations.proposal, buffer.isEmpty {
      return "\("Tab inserts: \(command: proposal)", .quiet)"
    }
    return nil
  }
}

extension StyledText {
  /// Returns the text with a range of its plain text underlined.
  fileprivate func underlined(_ range: Range<Int>) -> StyledText {
    var result = StyledText()
    var start = 0
    for fragment in fragments {
      let bytes = Array(fragment.text.utf8)
      let whole = start..<start + bytes.count
      let middle = range.clamped(to: whole)
      for piece in [
        whole.lowerBound..<middle.lowerBound, middle, middle.upperBound..<whole.upperBound,
      ] {
        let part = bytes[piece.lowerBound - start..<piece.upperBound - start]
        var style = fragment.style
        if piece == middle { style.attributes.insert(.underline) }
        result.append(String(decoding: part, as: UTF8.self), style)
      }
      start = whole.upperBound
    }
    return result
  }
}
