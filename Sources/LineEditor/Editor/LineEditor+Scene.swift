/// What is to be seen of the editor.
public import TerminalKit

extension LineEditor {
  /// The picture of this moment. Colors and the hint are asked for here and kept, so a row of keys
  /// that came together costs one question.
  public mutating func scene(prompt: StyledText, continuation: StyledText) -> EditorScene {
    let buffer = search == nil ? self.buffer : searched
    let coloring = coloring(of: buffer)
    let cursor =
      coloring.isVerbatim
      ? buffer.cursor
      : Self.shownOffset(of: buffer.cursor, in: buffer, shown: coloring.line.plain)
    var scene = EditorScene(
      prompt: prompt, continuation: continuation, line: coloring.line, cursor: cursor)
    scene.above = above
    scene.hint = hint()?.text ?? ""
    scene.status = status
    scene.menu = menu.map {
      CompletionMenu(candidates: $0.completion.candidates, selected: $0.selected)
    }
    scene.cursorShape = vi?.cursorShape ?? .normal
    return scene
  }

  private mutating func coloring(of buffer: EditBuffer) -> Coloring {
    if search != nil { return found(in: buffer) }
    if let coloring, coloring.revision == buffer.revision { return coloring }
    let line = buffer.isLong ? StyledText(buffer.text) : assistant.colored(buffer.text)
    let new = Coloring(
      revision: buffer.revision, line: line, isVerbatim: Self.isVerbatim(line, buffer))
    coloring = new
    return new
  }

  private static func isVerbatim(_ line: StyledText, _ buffer: EditBuffer) -> Bool {
    let plain = line.plain
    return plain.utf8.count == buffer.count && plain == buffer.text
  }

  /// The line that a search found, with the match underlined.
  private func found(in buffer: EditBuffer) -> Coloring {
    let line = buffer.isLong ? StyledText(buffer.text) : assistant.colored(buffer.text)
    let isVerbatim = Self.isVerbatim(line, buffer)
    guard isVerbatim, let range = search?.range, !range.isEmpty else {
      return Coloring(revision: buffer.revision, line: line, isVerbatim: isVerbatim)
    }
    let match =
      buffer.boundary(atOrBefore: range.lowerBound)..<buffer.boundary(atOrAfter: range.upperBound)
    return Coloring(
      revision: buffer.revision, line: line.underlined(match), isVerbatim: isVerbatim)
  }

  /// Where the cursor stands in a line whose controls were made visible.
  private static func shownOffset(of cursor: Int, in buffer: EditBuffer, shown: String) -> Int {
    let before = StyledText(buffer.slice(0..<cursor)).plain
    return EditBuffer(shown, cursor: before.utf8.count).cursor
  }

  private var status: StyledText? {
    if let search {
      let failed = search.hasFailed ? " (nothing found)" : ""
      return StyledText("search: ", Style(.dim)) + StyledText(search.pattern + failed)
    }
    if isQuotedInsert { return StyledText("the next key is put in as it is", Style(.dim)) }
    if let argument { return StyledText("\(argument) times", Style(.dim)) }
    if let notice { return StyledText(notice.text) }
    if let proposal, buffer.isEmpty {
      return StyledText("Tab puts in: \(proposal)", Style(.dim))
    }
    return nil
  }
}

extension StyledText {
  /// The text with a range of its plain form underlined.
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
