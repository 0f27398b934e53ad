/// The menu of candidates: how it opens, is walked, filters and closes.
import TerminalKit

/// What the assistant offered at the cursor, and what is marked of it.
struct OpenMenu: Sendable {
  /// PageUp and PageDown go so far.
  static let page = 10

  var completion: Completion
  var selected: Int?

  var selectedCandidate: Candidate? { selected.map { completion.candidates[$0] } }

  /// Goes to another candidate, around the ends by single steps only.
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
  /// Tab without a menu: the only candidate, or what all share, or a menu. Those that begin with what
  /// was typed are meant before those that only have its letters somewhere.
  mutating func complete(selectsLast: Bool) -> [EditorEffect] {
    guard let completion = completion() else { return [.bell] }
    let candidates = completion.candidates
    let typed = buffer.slice(completion.range)
    let prefixMatches = Self.prefixMatches(by: typed, among: candidates)
    if let only = prefixMatches.first, prefixMatches.count == 1,
      Self.canInsertWithoutMenu(candidates.text(at: only), of: typed)
    {
      let revision = buffer.revision
      let cursor = buffer.cursor
      put(candidates[only], at: completion.range)
      return buffer.revision == revision && buffer.cursor == cursor ? [.bell] : []
    }
    // Where nothing is typed the menu tells more: listings share digits of ids by chance.
    if !typed.isEmpty {
      let common = Self.commonPrefix(prefixMatches.lazy.map { candidates.text(at: $0) })
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

  /// Candidates at the cursor with a range that can be trusted.
  private func completion() -> Completion? {
    guard !buffer.isLong,
      let found = assistant.completion(of: buffer.text, at: buffer.cursor)
    else { return nil }
    let start = buffer.boundary(atOrBefore: found.range.lowerBound)
    let end = buffer.boundary(atOrAfter: found.range.upperBound)
    guard start <= buffer.cursor, !found.candidates.isEmpty else { return nil }
    return Completion(range: start..<max(end, start), candidates: found.candidates)
  }

  /// Which candidates begin with the letters typed, in any case; all where none does.
  private static func prefixMatches(by typed: String, among candidates: Candidates) -> [Int] {
    guard !typed.isEmpty else { return Array(candidates.indices) }
    let letters = typed.lowercased()
    let beginning = candidates.indices.filter {
      candidates.text(at: $0).lowercased().hasPrefix(letters)
    }
    return beginning.isEmpty ? Array(candidates.indices) : beginning
  }

  /// Whether the only candidate is put in without being looked at: an option that merely has the
  /// letters somewhere may be another one than was meant.
  private static func canInsertWithoutMenu(_ text: String, of typed: String) -> Bool {
    !typed.hasPrefix("-") || text.lowercased().hasPrefix(typed.lowercased())
  }

  /// The letters with which all texts begin.
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

  /// Puts a candidate in place of what was typed. What follows it is not put in twice.
  private mutating func put(_ candidate: Candidate, at range: Range<Int>) {
    let rest = buffer.text.utf8.dropFirst(range.upperBound)
    let hasSuffix = !candidate.suffix.isEmpty && rest.starts(with: candidate.suffix.utf8)
    let new = candidate.text + (hasSuffix ? "" : candidate.suffix)
    if buffer.slice(range) != new { change(range, to: new, .single) }
    undoStack.close()
    let end = range.lowerBound + new.utf8.count + (hasSuffix ? candidate.suffix.utf8.count : 0)
    buffer.move(to: end)
  }

  /// An action while the menu is open; nil where it is for the line.
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
        put(selectedCandidate, at: menu.completion.range)
      }
      menu = nil
    case .insert, .delete: return nil
    case .move(let motion):
      // The hint cannot be seen beside a menu, so the key does not take it.
      menu = nil
      buffer.move(to: buffer.target(of: motion))
    default:
      menu = nil
      return nil
    }
    return []
  }

  /// Asks anew after the text changed; the menu stays while it is about the same word.
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
