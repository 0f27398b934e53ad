/// Everything that a key can do to the line.

enum EditAction: Hashable, Sendable {
  case insert(String)
  /// A line break that does not run the line.
  case insertLineBreak
  case move(Motion)
  case delete(Motion)
  /// Deletes into the kill ring.
  case kill(Motion)
  case yank
  /// In place of what was just yanked, what was cut before it.
  case yankPop
  case transposeCharacters, transposeWords
  case changeCase(CaseChange)
  case undo, redo
  /// The last word of the line before.
  case insertLastWord
  /// A line up or down, or another line of the history at the edges.
  case up, down
  case history(HistoryStep)
  case search(isOlder: Bool)
  case complete, completePrevious
  case pageUp, pageDown
  case accept, drop, deleteOrLeave
  /// Closes what is open.
  case dismiss
  /// The next key is put in as it is.
  case quote
  case openEditor, usage, forgetHint, clearScreen, suspend
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

/// Somewhere to go from the cursor.
enum Motion: Hashable, Sendable {
  case back, forward
  case wordBack, wordForward
  /// To the blank before.
  case bigWordBack
  case lineStart, lineEnd
  case textStart, textEnd
}

extension EditBuffer {
  /// Where a motion leads, done `count` times.
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
