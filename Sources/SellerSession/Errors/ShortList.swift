/// Truncation of long lists in messages.
package enum ShortList {
  /// How many entries of a long list are shown.
  package static let usual = 20

  /// How many of `count` entries to show if `most` are enough. One more than `most` are shown in
  /// full, because `and 1 more` would take the same line.
  package static func shown(of count: Int, most: Int) -> Int { count <= most + 1 ? count : most }
}
