public import Foundation
public import MarketWire
public import Messages

/// A new price, or a change by an amount or a percentage.
public enum PriceChange: Hashable, ParameterValue {
  case to(WrittenAmount)
  /// An amount to add; negative to subtract.
  case by(Decimal, Currency?)
  /// The percentage to add, from -100.
  case percent(Decimal)

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    let plain = NumberText.plain(word.text)
    let sign = plain.first.flatMap { "+-".contains($0) ? $0 : nil }
    let rest = sign == nil ? plain : String(plain.dropFirst())
    let factor = Decimal(sign == "-" ? -1 : 1)
    if rest.hasSuffix("%") {
      let number = rest.dropLast().trimmingCharacters(in: .whitespaces)
      let percent = try MoneyReader.decimal(number)
      if sign == nil { throw .percentWithoutSign(number) }
      guard factor * percent >= -100, percent <= 10_000 else {
        throw .percentOutOfRange(-100, 10_000)
      }
      return .percent(factor * percent)
    }
    let amount = try MoneyReader.read(rest, in: context.currency)
    return sign == nil ? .to(amount) : .by(factor * amount.amount, amount.currency)
  }

  public static let isMoney = true
  public static let valueName: Message = "amount|±amount|±N%"
  public static let sample = "12000"
  public var description: String {
    switch self {
    case .to(let amount): amount.description
    case .by(let amount, let currency):
      Self.signed(amount) + (currency.map { " \($0.rawValue)" } ?? "")
    case .percent(let percent): Self.signed(percent) + "%"
    }
  }

  private static func signed(_ number: Decimal) -> String {
    (number < 0 ? "" : "+") + MoneyReader.text(number)
  }
}
