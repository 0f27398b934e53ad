/// How much of a long list is written.

package enum ShortList {
  /// How many entries of a long list are shown.
  package static let usual = 20

  /// How many of `count` are written where `most` are enough: `and 1 more` takes the line that the
  /// one itself would have.
  package static func shown(of count: Int, most: Int) -> Int { count <= most + 1 ? count : most }
}
