import TerminalKit

/// An incremental search in the history. The line is replaced only when a match is accepted.
struct HistorySearch: Sendable {
  var pattern = ""
  var isOlder: Bool
  /// The position of the match; nil means after the newest line.
  var position: Int?
  /// The UTF-8 range of the match in its line.
  var range: Range<Int> = 0..<0
  var hasFailed = false

  /// Searches for the pattern from the current position on, which is included if `again` is false.
  mutating func find(in history: History, again: Bool) {
    guard !pattern.isEmpty else {
      (range, hasFailed) = (0..<0, false)
      return
    }
    let lines = history.lines
    var next = position ?? lines.count
    if again || position == nil { next += isOlder ? -1 : 1 }
    let pattern = SearchPattern(self.pattern)
    let current = position.flatMap { lines.indices.contains($0) ? lines[$0] : nil }
    while lines.indices.contains(next) {
      if let found = pattern.range(in: lines[next]), !again || lines[next] != current {
        (position, range, hasFailed) = (next, found, false)
        return
      }
      next += isOlder ? -1 : 1
    }
    hasFailed = true
  }
}

/// A search pattern. Without capitals, it ignores the case of ASCII letters.
private struct SearchPattern {
  private let bytes: [UInt8]
  private let foldsCase: Bool

  init(_ pattern: String) {
    bytes = Array(pattern.utf8)
    foldsCase = !bytes.contains { (0x41...0x5A).contains($0) }
  }

  func range(in line: String) -> Range<Int>? {
    let found = line.utf8.withContiguousStorageIfAvailable { bytes in firstMatch(in: bytes) }
    guard let start = found ?? nil else { return nil }
    return start..<start + bytes.count
  }

  private func firstMatch(in line: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = bytes.first, line.count >= bytes.count else { return nil }
    for start in 0...(line.count - bytes.count) where folded(line[start]) == first {
      if bytes.indices.allSatisfy({ folded(line[start + $0]) == bytes[$0] }) { return start }
    }
    return nil
  }

  private func folded(_ byte: UInt8) -> UInt8 {
    foldsCase && (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}

extension LineEditor {
  /// The line to show: the match, with the cursor at its start.
  var searchResult: EditBuffer {
    guard let search = recall.search, let position = search.position,
      history.lines.indices.contains(position)
    else { return buffer }
    return EditBuffer(history.lines[position], cursor: search.range.lowerBound)
  }

  mutating func beginSearch(isOlder: Bool) -> [EditorEffect] {
    menu = nil
    // A changed line is no longer a position in the history.
    let position = recall.navigation?.position
    let isUnchanged = position.map {
      history.lines.indices.contains($0) && history.lines[$0] == text
    }
    recall.search = HistorySearch(isOlder: isOlder, position: isUnchanged == true ? position : nil)
    return []
  }

  /// Handles a key during a search; returns nil if the match was accepted and the key must still be
  /// handled.
  mutating func handleSearchKey(_ key: Key) -> [EditorEffect]? {
    if let text = key.typed {
      recall.search?.pattern += text
      recall.search?.find(in: history, again: false)
      return recall.search?.hasFailed == true ? [.bell] : []
    }
    guard case .action(let action) = keymap.match([key]) else {
      if key.code == .escape { return endSearch() }
      return [.bell]
    }
    switch action {
    case .search(let isOlder): return searchAgain(isOlder: isOlder)
    case .up: return searchAgain(isOlder: true)
    case .down: return searchAgain(isOlder: false)
    case .delete(.back):
      guard let pattern = recall.search?.pattern, !pattern.isEmpty else { return endSearch() }
      recall.search?.pattern = String(pattern.dropLast())
      recall.search?.position = nil
      recall.search?.find(in: history, again: false)
      return []
    case .dismiss, .discardLine: return endSearch()
    case .clearScreen, .suspend: return nil
    case .accept:
      acceptMatch()
      return []
    default:
      acceptMatch()
      return nil
    }
  }

  mutating func searchPaste(_ text: String) {
    recall.search?.pattern += text.prefix { $0 != "\n" }
    recall.search?.find(in: history, again: false)
  }

  /// Finds the next match. An empty pattern is replaced with the last one.
  private mutating func searchAgain(isOlder: Bool) -> [EditorEffect] {
    let isFirst = recall.search?.pattern.isEmpty ?? true
    if isFirst { recall.search?.pattern = recall.lastPattern }
    recall.search?.isOlder = isOlder
    recall.search?.find(in: history, again: !isFirst)
    return recall.search?.hasFailed == true ? [.bell] : []
  }

  private mutating func endSearch() -> [EditorEffect] {
    recall.lastPattern = recall.search?.pattern ?? recall.lastPattern
    recall.search = nil
    return []
  }

  /// Accepts the match. Up and Down continue from its position.
  mutating func acceptMatch() {
    defer { _ = endSearch() }
    guard let position = recall.search?.position, history.lines.indices.contains(position) else {
      return
    }
    let draft = recall.navigation?.draft ?? buffer
    let found = searchResult
    show(found)
    recall.navigation = HistoryNavigation(prefix: "", draft: draft, position: position)
  }

  /// Accepts the next match of the last search (vi's `n` and `N`).
  mutating func repeatSearch(isOlder: Bool) -> [EditorEffect] {
    guard !recall.lastPattern.isEmpty else { return [.bell] }
    recall.search = HistorySearch(
      pattern: recall.lastPattern, isOlder: isOlder, position: recall.navigation?.position)
    recall.search?.find(in: history, again: recall.navigation != nil)
    guard recall.search?.hasFailed == false else {
      recall.search = nil
      return [.bell]
    }
    acceptMatch()
    return []
  }
}
