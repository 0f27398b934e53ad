// `$1` to `$9` in an alias: the words after it.
extension Aliases {
  /// The words of an alias with those that follow it. `$1` is the first of these, and so on; the
  /// others are added. `$2` without `$1`, or `$12`, is an amount of money, and so is a `$1` in the
  /// value of a variable.
  ///
  /// - Throws: `.tooFewWords` if a word is missing.
  static func words(
    of body: [Word], written tokens: [Token], followedBy rest: [Word], name: Word
  ) throws(UsageError) -> [Word] {
    let used = Set(tokens.flatMap { $0.fragments.filter(isText).flatMap { numbers(in: $0.text) } })
    let count = (1...9).prefix { used.contains($0) }.count
    guard count > 0 else { return body + rest }
    guard rest.count >= count else {
      throw UsageError(
        command: nil,
        problems: [UsageProblem(.tooFewWords(alias: name.text, count: count), at: name.place)],
        typed: [name] + rest)
    }
    return zip(body, tokens).map { word, token in
      let pieces = zip(word.pieces, token.fragments).flatMap { piece, fragment in
        isText(fragment) ? filled(piece, with: rest, count) : [piece]
      }
      return Word(pieces, at: word.place)
    } + rest.dropFirst(count)
  }

  private static func isText(_ fragment: Token.Fragment) -> Bool {
    fragment.kind == .unquoted || fragment.kind == .quoted
  }

  private static func numbers(in text: String) -> [Int] { parts(of: text).compactMap(\.number) }

  private static func filled(_ piece: Word.Piece, with rest: [Word], _ count: Int) -> [Word.Piece] {
    parts(of: piece.text).flatMap { part -> [Word.Piece] in
      guard let number = part.number, number <= count else {
        return part.text.isEmpty ? [] : [Word.Piece(part.text, piece.origin)]
      }
      let pieces = rest[number - 1].pieces
      return piece.origin == .quoted ? pieces.map { Word.Piece($0.text, .quoted) } : pieces
    }
  }

  /// The parts of a text, where `$1` is one with a number.
  private static func parts(of text: String) -> [(text: String, number: Int?)] {
    var parts: [(text: String, number: Int?)] = []
    var plain = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      plain += rest[..<dollar]
      let digits = rest[rest.index(after: dollar)...].prefix { $0.isASCII && $0.isNumber }
      let next = rest[digits.endIndex...].first
      let number = digits.count == 1 && next.map { ".,".contains($0) } != true ? Int(digits) : nil
      if let number, number > 0 {
        parts.append((plain, nil))
        parts.append(("$\(digits)", number))
        plain = ""
      } else {
        plain += "$\(digits)"
      }
      rest = rest[digits.endIndex...]
    }
    parts.append((plain + rest, nil))
    return parts
  }
}
