/// The options that may stand at one place of a command, and the words that name them.

/// A word that looks like an option, taken apart at its `=`.
struct OptionHead {
  /// The name as it was written, with its dashes.
  let name: String
  /// What follows the `=`.
  let attached: Word?

  /// Nil where the word is no option: it is quoted, comes from a variable, or is a number such as
  /// `-500`. The dashes that word processors make of `--` are taken for what they were.
  init?(_ word: Word) {
    guard word.mayBeginOption, let first = word.pieces.first else { return nil }
    guard let dash = first.text.first, "-–—".contains(dash) else { return nil }
    guard let next = first.text.dropFirst().first else { return nil }
    guard next == "-" && dash == "-" && word.text != "--" || next.isLetter else { return nil }
    guard let equals = first.text.firstIndex(of: "=") else {
      name = word.text
      attached = nil
      return
    }
    name = String(first.text[..<equals])
    let start = first.text.index(after: equals)
    var pieces = Array(word.pieces.dropFirst())
    if start < first.text.endIndex || pieces.isEmpty {
      pieces.insert(Word.Piece(String(first.text[start...]), first.origin), at: 0)
    }
    attached = Word(pieces, at: word.place.dropping(name + "="))
  }
}

/// Options by the words that name them.
struct OptionTable {
  struct Match {
    let facts: ParameterFacts
    let isNegated: Bool
  }

  private var matches: [String: Match] = [:]
  private var longNames: [String] = []

  /// Earlier parameters win where names are equal.
  init(_ facts: [ParameterFacts]) {
    for facts in facts where facts.form != .argument {
      add("--\(facts.name)", Match(facts: facts, isNegated: false))
      longNames.append(facts.isOnByDefault ? "no-\(facts.name)" : facts.name)
      if facts.form == .flag {
        add("--no-\(facts.name)", Match(facts: facts, isNegated: true))
      }
      if let short = facts.short { add("-\(short)", Match(facts: facts, isNegated: false)) }
    }
  }

  subscript(name: String) -> Match? { matches[name] }

  /// The nearest option with its dashes.
  func nearest(to name: String) -> String? {
    let bare = String(name.drop { "-–—".contains($0) })
    guard bare.count > 1 else { return nil }
    return NearMiss.nearest(to: bare, among: longNames).map { "--\($0)" }
  }

  private mutating func add(_ name: String, _ match: Match) {
    if matches[name] == nil { matches[name] = match }
  }
}
