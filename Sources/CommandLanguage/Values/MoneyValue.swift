/// Values that hold an amount of money, which a seller may write as two words: `12.50 USD`.

/// Marks the types whose number and currency may be parted by a blank without quotes.
public protocol MoneyValue: ParameterValue {}

extension WrittenAmount: MoneyValue {}
extension PriceChange: MoneyValue {}
extension Discount: MoneyValue {}

extension Word {
  /// This word and the next as one amount, where one is a currency and the other a number, or the
  /// next a Korean unit: `3 만원`.
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
