import Messages

extension String {
  /// Whether it contains a quote of the kind that word processors make, which does not quote.
  package var hasTypographicQuote: Bool {
    contains { Self.openingQuotes.contains($0) || "”’›」』〞〟".contains($0) }
  }

  /// Whether it begins with such a quote.
  var beginsWithTypographicQuote: Bool { first.map(Self.openingQuotes.contains) ?? false }

  private static let openingQuotes = "“„‟‘‚‛«»‹「『〝＂＇"
}

extension Word {
  /// Refuses a text that seems to be quoted and is not. Where it is quoted as well, or an argument
  /// of the process, it is meant.
  func refuseTypographicQuotes() throws(ValueProblem) {
    if pieces.first?.origin == .unquoted, text.beginsWithTypographicQuote {
      throw .typographicQuote
    }
  }
}

extension Message {
  /// The message with advice if the typed text has a typographic quote.
  func orStraightQuotes(for text: String) -> Message {
    text.hasTypographicQuote ? "\(self) — use straight quotes: \"…\"" : self
  }
}
