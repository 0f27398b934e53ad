import CommandLanguage
import SellerSession

extension [Word] {
  /// Returns the place of `culprit` among the words: a whole word, with `@` before it, or after the
  /// `=` of an option.
  ///
  /// If there are several, the first that is not an option's value is preferred, since targets and
  /// paths are more often wrong.
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
