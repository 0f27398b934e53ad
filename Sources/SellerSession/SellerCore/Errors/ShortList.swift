package import Messages

/// Truncation of long lists in messages.
package enum ShortList {
  /// How many entries of a long list are shown.
  package static let usual = 20

  /// How many of `count` entries to show if `most` are enough. One more than `most` are shown in
  /// full, because `and 1 more` would take the same line.
  package static func shown(of count: Int, most: Int) -> Int { count <= most + 1 ? count : most }

  /// A line for each item; of many items, for the first ones, and how many more there are.
  package static func lines<Item>(
    _ items: [Item], most: Int = usual, _ line: (Item) -> Message
  ) -> [Message] {
    let count = shown(of: items.count, most: most)
    let more: [Message] = items.count > count ? ["and \(items.count - count) more"] : []
    return items.prefix(count).map(line) + more
  }
}
