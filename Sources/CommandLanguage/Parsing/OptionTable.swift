/// A word that looks like an option, split at its `=`.
struct OptionHead {
  /// The name as it was typed, with its dashes.
  let name: String
  /// The value after the `=`.
  let attached: Word?

  /// Returns nil if the word is not an option: it is quoted, comes from a variable, or is a number
  /// such as `-500`. The long dashes that word processors substitute for `--` count as dashes.
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

/// The options that are accepted at a place, by name.
struct OptionTable {
  struct Match {
    let facts: ParameterFacts
    let isNegated: Bool
    /// The other name that was found; nil for the main name or the short form.
    let otherName: String?

    /// The facts with the name that was typed, for errors.
    var typedFacts: ParameterFacts { facts.typed(as: otherName) }
  }

  // There are few, and completion creates a table for each key, so there is no dictionary.
  /// The options of the command; they win if names are equal.
  let own: [ParameterFacts]
  /// The global options.
  let process: [ParameterFacts]

  /// The option with a name, which includes the dashes.
  subscript(name: String) -> Match? { Self.match(name, in: own) ?? Self.match(name, in: process) }

  private static func match(_ name: String, in all: [ParameterFacts]) -> Match? {
    let long = name.dropFirst(2)
    let isLong = name.hasPrefix("--")
    let positive = isLong && long.hasPrefix("no-") ? long.dropFirst(3) : nil
    let short = !isLong && name.hasPrefix("-") ? name.dropFirst() : nil
    for index in all.indices where all[index].form != .argument {
      if isLong, let match = Self.match(long, all[index], isNegated: false) { return match }
      if let positive, all[index].form == .flag,
        let match = Self.match(positive, all[index], isNegated: true)
      {
        return match
      }
      if let short, let letter = all[index].short, short == String(letter) {
        return Match(facts: all[index], isNegated: false, otherName: nil)
      }
    }
    return nil
  }

  private static func match(_ name: Substring, _ facts: ParameterFacts, isNegated: Bool) -> Match? {
    if name == facts.name { return Match(facts: facts, isNegated: isNegated, otherName: nil) }
    let other =
      facts.otherNames.first { name == $0 }
      ?? facts.koreanName.flatMap { korean in
        name == korean ? korean : nil
      }
    return other.map { Match(facts: facts, isNegated: isNegated, otherName: $0) }
  }

  /// The option with the most similar name, with its dashes.
  func nearest(to name: String) -> String? {
    let plain = String(name.drop { "-–—".contains($0) })
    guard plain.count > 1 else { return nil }
    let longNames = (own + process).filter { $0.form != .argument }.flatMap { facts in
      ([facts.name, facts.koreanName].compactMap(\.self) + facts.otherNames).map {
        facts.isOnByDefault ? "no-\($0)" : $0
      }
    }
    let nearest =
      NearMiss.nearest(to: plain, among: longNames)
      ?? longNames.first { $0.hasSuffix("-\(plain)") && plain.count > 3 }
    return nearest.map { "--\($0)" }
  }
}
