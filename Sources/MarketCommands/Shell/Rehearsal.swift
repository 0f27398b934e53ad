/// A batch that is only told: each line as it would be, and what cannot be looked up yet.
import CommandLanguage
import MarketWire
import TerminalKit

/// Knows the codes that lines further up would give.
struct Rehearsal {
  /// Commands that are run all the same, since they change nothing but where the next ones go.
  static let obeyed: Set<String> = [LetCommand.spec.name, UseCommand.spec.name]

  private var codes: Set<String> = []

  /// Takes note of a line.
  ///
  /// - Returns: the target in it that a line further up would make, so that nothing can be said of
  ///   it yet.
  mutating func note(_ parsed: Parsed, _ words: [Word]) -> String? {
    let waits = words.map(\.text).first { text in
      text.hasPrefix("@") && codes.contains(Folding.composed(String(text.dropFirst())))
    }
    if let code = parsed.input.value(of: AddCommand.ref) ?? nil { codes.insert(code.text) }
    return waits
  }

  /// `autumn.market:3:1  edit @MUG-01 --price 12000`, on one line.
  func line(_ words: [Word], at address: String, _ waits: String?) -> String {
    let note = waits.map { "  # \($0) is made further up" } ?? ""
    let text = words.map(Self.written).joined(separator: " ")
    return ForeignText("\(address)  \(text)\(note)").line
  }

  /// A word as it can be typed again.
  private static func written(_ word: Word) -> String {
    let isPlain =
      !word.isQuoted && !word.text.contains { $0.isWhitespace || "'\"\\;$".contains($0) }
    if isPlain, !word.text.isEmpty { return word.text }
    guard word.mayBeginOption, word.text.hasPrefix("--"),
      let equals = word.text.firstIndex(of: "=")
    else { return Quoting.quote(word.text) }
    let value = word.text[word.text.index(after: equals)...]
    return word.text[...equals] + Quoting.quote(String(value))
  }
}
