import Foundation

/// Similar names for a mistyped one, by edit distance of the pressed keys.
public enum NearMiss {
  /// The length of the longest word that is compared, in keys.
  private static let lengthLimit = 64

  /// The nearest name; nil if there is none, or several are equally near.
  public static func nearest(to text: String, among names: [String]) -> String? {
    let found = all(near: text, among: names)
    return found.count == 1 ? found[0] : nil
  }

  /// The names at the least distance, in the given order; names that begin with the text are near as
  /// well.
  public static func all(near text: String, among names: [String]) -> [String] {
    let keys = Dubeolsik.keys(text)
    guard !keys.isEmpty, keys.utf8.count <= lengthLimit else { return [] }
    let letters = Array(keys.unicodeScalars)
    // A single letter is near to every short name, and some short commands remove things.
    guard letters.count > 1 else { return [] }
    let isLatin = !Dubeolsik.hasHangul(text)
    var best = Int.max
    var found: [String] = []
    for name in names {
      let other = Array(Dubeolsik.keys(name).unicodeScalars)
      // A short Latin word is a Korean name only if all its keys are the same.
      let isOtherLayout = isLatin && Dubeolsik.hasHangul(name)
      let isPrefix = !isOtherLayout && letters.count >= 2 && other.starts(with: letters)
      let shorter = min(letters.count, other.count)
      let limit = isOtherLayout ? shorter / 4 : max(1, shorter / 3)
      // The distance is at least the difference of the lengths.
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

  /// The optimal string alignment distance: the least number of insertions, deletions, substitutions
  /// and swaps of neighbors, none of which changes a letter twice.
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
