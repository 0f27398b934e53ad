/// The pairs of neighboring characters in a text, as numbers.
///
/// The indexes for searches have these: the trigrams of SQLite and of PostgreSQL find nothing for
/// two Korean syllables.
public enum Bigrams {
  /// The distinct pairs, in ascending order; none across a newline.
  public static func of(_ text: String) -> [Int] {
    var pairs: Set<Int> = []
    var last: Int?
    for scalar in text.unicodeScalars {
      let value = Int(scalar.value)
      if let last, last != 10, value != 10 { pairs.insert(last << 21 | value) }
      last = value
    }
    return pairs.sorted()
  }

  /// Whether a text is one pair, so that the texts with this pair are those that contain it.
  public static func isPair(_ text: String) -> Bool {
    text.unicodeScalars.count == 2 && !of(text).isEmpty
  }
}
