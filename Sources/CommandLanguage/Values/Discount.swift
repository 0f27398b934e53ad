public import Foundation
public import Messages

/// A discount: an amount or a percentage of the price.
public enum Discount: Hashable, ParameterValue {
  case amount(WrittenAmount)
  /// From 0 to 100.
  case percent(Decimal)

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    let plain = NumberText.plain(word.text)
    guard plain.hasSuffix("%") else {
      return .amount(try MoneyReader.read(plain, in: context.currency))
    }
    if plain.hasPrefix("-") { throw .percentOutOfRange(0, 100) }
    let percent = try MoneyReader.decimal(plain.dropLast().trimmingCharacters(in: .whitespaces))
    guard percent <= 100 else { throw .percentOutOfRange(0, 100) }
    return .percent(percent)
  }

  public static let isMoney = true
  public static let valueName: Message = "amount|N%"
  public static let sample = "10%"
  public var description: String {
    switch self {
    case .amount(let amount): amount.description
    case .percent(let percent): "\(MoneyReader.text(percent))%"
    }
  }
}
