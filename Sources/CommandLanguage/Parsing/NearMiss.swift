/// Which known name a mistyped one was probably meant to be.
import Foundation

/// Near names by edit distance over the keys that were pressed.
public enum NearMiss {
  /// Longer words are not compared: nobody mistypes a name of this length.
  private static let longest = 64

  /// The single nearest name, or nil where none is near or several are equally near.
  public static func nearest(to text: String, among names: [String]) -> String? {
    let found = all(near: text, among: names)
    return found.count == 1 ? found[0] : nil
  }

  /// The names at the least distance, in the order given; a name that `text` begins is near too.
  public static func all(near text: String, among names: [String]) -> [String] {
    let keys = Dubeolsik.keys(text)
    guard !keys.isEmpty, keys.utf8.count <= longest else { return [] }
    let letters = Array(keys.unicodeScalars)
    // One letter is near to everything short, and what is short may remove something.
    guard letters.count > 1 else { return [] }
    var best = Int.max
    var found: [String] = []
    for name in names {
      let other = Array(Dubeolsik.keys(name).unicodeScalars)
      let isPrefix = letters.count >= 2 && other.starts(with: letters)
      let limit = max(1, min(letters.count, other.count) / 3)
      // Every letter too many is one step at least.
      guard isPrefix || abs(letters.count - other.count) <= limit else { continue }
      let distance = distance(letters, other)
      guard distance <= limit && distance < other.count || isPrefix else { continue }
      let rank = isPrefix ? min(distance, limit) : distance
      if rank < best {
        best = rank
        found = [name]
      } else if rank == best {
        found.append(name)
      }
    }
    return found
  }

  /// The least number of insertions, removals, replacements and swaps of neighbors, none of which
  /// touches a letter twice (optimal string alignment).
  static func distance<Element: Equatable>(_ left: [Element], _ right: [Element]) -> Int {
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 1...left.count {
      var current = [row]
      for column in 1...right.count {
        let cost = left[row - 1] == right[column - 1] ? 0 : 1
        var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + cost)
        let isSwap =
          row > 1 && column > 1 && left[row - 1] == right[column - 2]
          && left[row - 2] == right[column - 1]
        if isSwap { best = min(best, beforeLast[column - 2] + 1) }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
