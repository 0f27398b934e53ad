/// Finding the word of a command that an error is about.
import CommandLanguage
import MarketCommands
import SellerSession

extension [Word] {
  /// Where `culprit` is written: as a word of its own, with an `@` before it, or joined with an
  /// option by `=`. Of several the first that is not an option's value, since targets and paths
  /// are to blame more often than values that look the same.
  func place(of culprit: String) -> SourcePlace? {
    let found = indices.filter { index in
      let text = self[index].text
      return text == culprit || text == "@\(culprit)"
    }
    let free = found.first { $0 == 0 || !self[$0 - 1].text.hasPrefix("-") }
    if let index = free ?? found.first { return self[index].place }
    return first { word in
      guard word.text.hasPrefix("--") else { return false }
      return word.text.hasSuffix("=\(culprit)")
        || culprit.hasPrefix("--") && word.text.hasPrefix("\(culprit)=")
    }?.place
  }
}
