import CommandLanguage
import TerminalKit

// Keys that are typed ahead.
extension BrowseModel {
  /// Whether a key was pressed before there are rows that it could act on, as when it was typed
  /// ahead. The keys after it wait, too, except those that leave.
  func mustWait(_ key: Key) -> Bool {
    guard hasNoRowsYet, !geometry.isTooSmall,
      ![.control("c"), .control("z"), Key(.escape)].contains(key), early.count < 1000
    else { return false }
    guard early.isEmpty else { return true }
    guard typedSearch == nil, !showsKeys, detail == nil else { return false }
    let acting: [Key] = [Key(.enter), Key(.home), Key(.end)]
    if acting.contains(key) || step(of: key) != nil { return true }
    guard case .text(let text) = key.code else { return false }
    let letters = targets.isEmpty ? "l xe*n:" : "l "
    return Dubeolsik.keys(text).contains { letters.contains($0) }
  }

  /// Whether the rows of the tab were not loaded yet, and did not fail to load.
  private var hasNoRowsYet: Bool {
    tab == .drafts ? drafts.rows == nil : list.total == nil && list.failure == nil
  }

  /// Types the keys that waited for rows, once these are there or failed to load.
  mutating func typeEarlyKeys() -> [BrowseEffect] {
    guard !hasNoRowsYet else { return [] }
    var keys = early[...]
    early = []
    var effects: [BrowseEffect] = []
    while let key = keys.popFirst() {
      effects += handle(.input(.key(key)))
      if effects.contains(where: \.leaves) {
        early = Array(keys)
        break
      }
    }
    return effects
  }
}
