public import MarketWire
public import Messages

/// A currency, typed as a code, a sign or a Korean word.
public struct CurrencyCode: Hashable, ParameterValue {
  public let currency: Currency

  public init(_ currency: Currency) { self.currency = currency }

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    let (rest, found) = try CurrencyMark.split(NumberText.plain(word.text))
    guard rest.isEmpty, let currency = found.first, found.count == 1 else {
      throw .notACurrency
    }
    return CurrencyCode(currency)
  }

  public static let valueName: Message = "currency"
  public static let sample = "KRW"
  public static let completion = CompletionKind.currency
  public var description: String { currency.rawValue }
}
