/// The pairs of neighboring characters in a text, as numbers.
///
/// The index for searches has these: `pg_trgm` finds nothing for two Korean syllables.
enum Bigrams {
  /// The distinct pairs, in ascending order; none across a newline.
  static func of(_ text: String) -> [Int] {
    var pairs: Set<Int> = []
    var last: Int?
    for scalar in text.unicodeScalars {
      let value = Int(scalar.value)
      if let last, last != 10, value != 10 { pairs.insert(last << 21 | value) }
      last = value
    }
    return pairs.sorted()
  }
}
