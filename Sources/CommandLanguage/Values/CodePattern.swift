import MarketWire

/// A pattern for codes, such as `CUP-*`: `*` is any text, `?` one character.
public struct CodePattern: Hashable, Sendable {
  /// The pattern without `@`.
  public let text: String
  private let glob: Glob

  /// - Throws: the problem of the letters besides `*` and `?`, which must fit into a code.
  public init(_ text: String) throws(ValueProblem) {
    let letters = Self.letters(of: text)
    if !letters.isEmpty, !SellerCode.reserved.contains(letters.lowercased()) {
      _ = try SellerCode(letters)
    }
    self.text = Folding.normalized(text)
    glob = Glob(self.text)
  }

  static func isPattern(_ text: String) -> Bool { text.contains { "*?".contains($0) } }

  /// The pattern without `*` and `?`, to find similar codes.
  public var letters: String { Self.letters(of: text) }

  public func matches(_ code: String) -> Bool { glob.matches(code, hidesDots: false) }

  private static func letters(of text: String) -> String {
    String(text.filter { !"*?".contains($0) })
  }
}
