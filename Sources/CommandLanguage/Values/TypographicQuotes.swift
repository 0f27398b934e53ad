import Messages

extension String {
  /// Whether it contains a quote of the kind that word processors make, which does not quote.
  package var hasTypographicQuote: Bool { contains { "“”„‟‘’".contains($0) } }
}

extension Message {
  /// The message with advice if the typed text has a typographic quote.
  func orStraightQuotes(for text: String) -> Message {
    text.hasTypographicQuote ? "\(self) — use straight quotes: \"…\"" : self
  }
}
