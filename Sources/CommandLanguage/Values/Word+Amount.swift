extension Word {
  /// This word and the next as one amount, if they are a number and a currency in any order, or a
  /// number and a Korean unit: `3 만원`.
  func joinedAmount(with next: Word) -> Word? {
    let isPair =
      Self.holdsDigit(text)
      && (CurrencyMark.isMark(next.text) || KoreanNumber.isUnit(next.text))
      || CurrencyMark.isMark(text) && Self.holdsDigit(next.text)
    guard isPair, text.utf8.count < 100, next.text.utf8.count < 100 else { return nil }
    let range = place.range.lowerBound..<next.place.range.upperBound
    return Word(
      pieces + [Piece(" ", .quoted)] + next.pieces,
      at: SourcePlace(line: place.line, column: place.column, range: range))
  }

  private static func holdsDigit(_ text: String) -> Bool { text.contains(where: \.isNumber) }
}
