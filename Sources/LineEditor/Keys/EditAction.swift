/// An editing action that can be bound to keys.
enum EditAction: Hashable, Sendable {
  case insert(String)
  /// Inserts a line break without running the line.
  case insertLineBreak
  case move(Motion)
  case delete(Motion)
  /// Deletes text and adds it to the kill ring.
  case kill(Motion)
  case yank
  /// Replaces the text just yanked with the previous text in the kill ring.
  case yankPop
  case transposeCharacters, transposeWords
  case changeCase(CaseChange)
  case undo, redo
  /// Inserts the last word of the previous history line; repeating it goes further back.
  case insertLastWord
  /// Moves a line up or down, or navigates the history at the first or last line.
  case up, down
  case history(HistoryStep)
  case search(isOlder: Bool)
  case complete, completePrevious
  case pageUp, pageDown
  case accept, discardLine, deleteOrExit
  /// Closes the menu or search, or hides the hint.
  case dismiss
  /// Inserts the next key literally.
  case quotedInsert
  case openEditor, usage, forgetHint, clearScreen, suspend
  /// A digit of the repeat count, typed with Alt.
  case digit(Int)

  enum CaseChange: Hashable, Sendable {
    case upper, lower, capital
  }

  enum HistoryStep: Hashable, Sendable {
    case older, newer, oldest
    /// Back to the line that was being typed.
    case draft
  }
}

/// A cursor movement.
enum Motion: Hashable, Sendable {
  case back, forward
  case wordBack, wordForward
  /// To the start of the whitespace-separated word before the cursor (`B` in vi).
  case bigWordBack
  case lineStart, lineEnd
  case textStart, textEnd
}

extension EditBuffer {
  /// The offset after `count` repetitions of a motion.
  func target(of motion: Motion, count: Int = 1) -> Int {
    switch motion {
    case .lineStart: return lineStart(of: cursor)
    case .lineEnd: return lineEnd(of: cursor)
    case .textStart: return 0
    case .textEnd: return self.count
    case .back, .forward, .wordBack, .wordForward, .bigWordBack:
      var offset = cursor
      for _ in 0..<count {
        let next = step(motion, from: offset)
        if next == offset { break }
        offset = next
      }
      return offset
    }
  }

  private func step(_ motion: Motion, from offset: Int) -> Int {
    switch motion {
    case .back: before(offset)
    case .forward: after(offset)
    case .wordBack: wordBack(from: offset)
    case .wordForward: wordForward(from: offset)
    case .bigWordBack: bigWordBack(from: offset)
    default: offset
    }
  }
}
