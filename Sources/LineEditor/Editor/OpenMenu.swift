import TerminalKit

/// An open completion menu and its selection.
struct OpenMenu: Sendable {
  /// The number of candidates that PageUp and PageDown move by.
  static let page = 10

  var completion: Completion
  var selected: Int?

  var selectedCandidate: Candidate? { selected.map { completion.candidates[$0] } }

  /// Moves the selection. Single steps wrap around at the ends.
  mutating func moveSelection(by step: Int) {
    let last = completion.candidates.count - 1
    guard let selected else {
      self.selected = step > 0 ? 0 : last
      return
    }
    if abs(step) == 1 {
      self.selected = (selected + step + last + 1) % (last + 1)
    } else {
      self.selected = min(max(0, selected + step), last)
    }
  }
}

extension LineEditor {
  /// Handles Tab without a menu: inserts the only candidate or the common prefix, or opens a menu.
  /// Candidates that start with the typed text take precedence over those that only contain its
  /// characters.
  mutating func complete(selectsLast: Bool) -> [EditorEffect] {
    guard let completion = completion() else { return [.bell] }
    let candidates = completion.candidates
    let typed = buffer.slice(completion.range)
    let matches = Self.prefixMatches(of: typed, among: candidates)
    if let only = matches.first, matches.count == 1,
      Self.canInsertWithoutMenu(candidates.text(at: only), for: typed)
    {
      let revision = buffer.revision
      let cursor = buffer.cursor
      insert(candidates[only], at: completion.range)
      return buffer.revision == revision && buffer.cursor == cursor ? [.bell] : []
    }
    // Without typed text, a common prefix would be accidental, such as the first digit of listing
    // ids.
    if !typed.isEmpty {
      let common = Self.commonPrefix(matches.lazy.map { candidates.text(at: $0) })
      if common.utf8.count > typed.utf8.count,
        common.lowercased().hasPrefix(typed.lowercased()),
        change(completion.range, to: common, .single)
      {
        return []
      }
    }
    menu = OpenMenu(completion: completion)
    if selectsLast { menu?.moveSelection(by: -1) }
    return []
  }

  /// The candidates at the cursor, with their range moved to character boundaries.
  private func completion() -> Completion? {
    guard !buffer.isLong,
      let found = assistant.completion(of: buffer.text, at: buffer.cursor)
    else { return nil }
    let start = buffer.boundary(atOrBefore: found.range.lowerBound)
    let end = buffer.boundary(atOrAfter: found.range.upperBound)
    guard start <= buffer.cursor, !found.candidates.isEmpty else { return nil }
    return Completion(range: start..<max(end, start), candidates: found.candidates)
  }

  /// The indices of the candidates that start with the typed text, ignoring case and the quotes that
  /// some need, or all indices if there are none.
  private static func prefixMatches(of typed: String, among candidates: Candidates) -> [Int] {
    guard !typed.isEmpty else { return Array(candidates.indices) }
    let prefix = withoutQuote(typed).lowercased()
    let matches = candidates.indices.filter {
      withoutQuote(candidates.text(at: $0)).lowercased().hasPrefix(prefix)
    }
    return matches.isEmpty ? Array(candidates.indices) : matches
  }

  /// A word without the quote at its start, which may follow `~/`.
  private static func withoutQuote(_ word: String) -> String {
    let home = word.hasPrefix("~/") ? "~/" : ""
    let rest = word.dropFirst(home.count)
    return rest.first == "\"" || rest.first == "'" ? home + rest.dropFirst() : word
  }

  /// Whether the only candidate may be inserted without a menu. An option that merely contains the
  /// typed characters may not be the intended one.
  private static func canInsertWithoutMenu(_ text: String, for typed: String) -> Bool {
    !typed.hasPrefix("-") || text.lowercased().hasPrefix(typed.lowercased())
  }

  private static func commonPrefix(_ texts: some Collection<String>) -> String {
    guard let first = texts.first else { return "" }
    var length = first.utf8.count
    for text in texts.dropFirst() {
      if length == 0 { break }
      var same = 0
      for (left, right) in zip(first.utf8.prefix(length), text.utf8) {
        guard left == right else { break }
        same += 1
      }
      length = same
    }
    let buffer = EditBuffer(first)
    return buffer.slice(0..<buffer.boundary(atOrBefore: length))
  }

  /// Replaces the typed text with a candidate. An existing suffix is not repeated.
  private mutating func insert(_ candidate: Candidate, at range: Range<Int>) {
    let rest = buffer.text.utf8.dropFirst(range.upperBound)
    let hasSuffix = !candidate.suffix.isEmpty && rest.starts(with: candidate.suffix.utf8)
    let new = candidate.text + (hasSuffix ? "" : candidate.suffix)
    if buffer.slice(range) != new { change(range, to: new, .single) }
    undoStack.close()
    let end = range.lowerBound + new.utf8.count + (hasSuffix ? candidate.suffix.utf8.count : 0)
    buffer.move(to: end)
  }

  /// Handles an action while the menu is open; returns nil if the action is for the line.
  mutating func performInMenu(_ action: EditAction) -> [EditorEffect]? {
    switch action {
    case .complete where menu?.completion.candidates.count == 1:
      menu?.selected = 0
      return performInMenu(.accept)
    case .complete, .down: menu?.moveSelection(by: 1)
    case .completePrevious, .up: menu?.moveSelection(by: -1)
    case .pageDown: menu?.moveSelection(by: OpenMenu.page)
    case .pageUp: menu?.moveSelection(by: -OpenMenu.page)
    case .dismiss: menu = nil
    case .accept:
      if let menu, let selectedCandidate = menu.selectedCandidate {
        insert(selectedCandidate, at: menu.completion.range)
      }
      menu = nil
    case .insert, .delete: return nil
    case .move(let motion):
      // The menu hides the hint, so this key must not accept it.
      menu = nil
      buffer.move(to: buffer.target(of: motion))
    default:
      menu = nil
      return nil
    }
    return []
  }

  /// Updates the candidates after a change of the text. The menu closes when the cursor leaves the
  /// word.
  mutating func filterMenu(hasChanged: Bool) {
    guard let menu, hasChanged else { return }
    guard let found = completion(),
      found.range.lowerBound == menu.completion.range.lowerBound
    else {
      self.menu = nil
      return
    }
    let candidates = found.candidates
    let selected = menu.selected.map { selected in
      let selectedCandidate = menu.completion.candidates.text(at: selected)
      return candidates.indices.first { candidates.text(at: $0) == selectedCandidate } ?? 0
    }
    self.menu = OpenMenu(completion: found, selected: selected)
  }
}
