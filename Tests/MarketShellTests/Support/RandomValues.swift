import CommandLanguage
import Formatting
import Foundation
import MarketTestSupport
import MarketWire
import TerminalKit

@testable import MarketShell
@testable import SellerSession

/// A type of parameter values that a test can choose at random.
protocol RandomValue {
  static func draw(_ random: inout SeededGenerator) -> Self
}

extension SeededGenerator {
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func pick<T>(_ values: [T]) -> T { values[number(0...values.count - 1)] }

  /// A text of characters that have a meaning in some syntax.
  mutating func text(_ length: ClosedRange<Int> = 1...12) -> String {
    let letters = "aZ09 \t\n'\"\\$#;~-–—*?[]{}=@.,%|&<>()!한글ㅁ머그e\u{301}\u{FEFF}\u{A0}\u{3000}👩‍🚒９"
    return String((0..<number(length)).map { _ in letters.randomElement(using: &self) ?? "x" })
  }

  /// An amount of up to 12 digits, at most 4 of them after the decimal point.
  mutating func amount() -> Decimal {
    let digits = Decimal(Int.random(in: 0...pick([9, 99_999, 999_999_999_999]), using: &self))
    return digits / pick([1, 1, 10, 100, 1000, 10_000])
  }

  mutating func currency() -> Currency? {
    pick([nil, .krw, .usd, .jpy, Currency(rawValue: "EUR"), Currency(rawValue: "CHF")])
  }
}

extension Optional: RandomValue where Wrapped: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> Wrapped? { Wrapped.draw(&random) }
}

extension Array: RandomValue where Element: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> [Element] {
    (0..<random.number(1...4)).map { _ in Element.draw(&random) }
  }
}

extension CommaSeparated: RandomValue where Item: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> CommaSeparated<Item> {
    // Items contain no comma and begin with no space.
    let items = [Item].draw(&random).filter { item in
      let text = item.description
      return !text.contains(",") && text.first != " "
    }
    return items.isEmpty ? draw(&random) : CommaSeparated(items)
  }
}

extension Bool: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> Bool { random.pick([true, false]) }
}

extension SwitchSetting: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> SwitchSetting { random.pick([.on, .off]) }
}

extension Text: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> Text {
    (try? Text(random.text())) ?? draw(&random)
  }
}

extension PossiblyEmptyText: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> PossiblyEmptyText {
    PossiblyEmptyText(random.text(0...9))
  }
}

extension Count: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> Count { Count(random.number(1...9_999_999)) }
}

extension WholeNumber: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> WholeNumber {
    WholeNumber(random.number(0...9_999_999))
  }
}

extension WrittenAmount: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> WrittenAmount {
    WrittenAmount(random.amount(), random.currency())
  }
}

extension Discount: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> Discount {
    let percent = Decimal(random.number(0...100_000)) / 1000
    return random.pick([.amount(.draw(&random)), .percent(percent)])
  }
}

extension PriceChange: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> PriceChange {
    let sign = Decimal(random.pick([1, -1]))
    let percent = Decimal(random.number(-100_000...10_000_000)) / 1000
    return random.pick([
      .to(.draw(&random)), .by(sign * random.amount(), random.currency()), .percent(percent),
    ])
  }
}

extension StockChange: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> StockChange {
    random.pick([.to(random.number(0...999)), .by(random.number(-999...999))])
  }
}

extension CurrencyCode: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> CurrencyCode {
    CurrencyCode(random.currency() ?? .krw)
  }
}

extension SellerCode: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> SellerCode {
    let text = random.text(1...8).filter { $0.isLetter || "-_.019".contains($0) }
    return (try? SellerCode(text)) ?? draw(&random)
  }
}

extension ListingTarget: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> ListingTarget {
    let low = random.number(1...999)
    return random.pick([
      .id(low), .range(low...low + random.number(0...99)), .code(.draw(&random)), .last, .page,
    ])
  }
}

extension FilePath: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> FilePath {
    random.pick([FilePath(random.text()), FilePath("사진/a b.jpg"), FilePath("-x")])
  }
}

extension PhotoPath: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> PhotoPath {
    let word = Word.words(arguments: [random.text()])[0]
    let context = ReadingContext(now: .distantPast, timeZone: .gmt)
    return (try? PhotoPath.read(word, in: context)) ?? draw(&random)
  }
}

extension Seconds: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> Seconds {
    Seconds(.milliseconds(random.number(1...86_400_000)))
  }
}

extension CalendarDay: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> CalendarDay {
    CalendarDay(
      year: random.number(1970...2026), month: random.number(1...10), day: random.number(1...28))
  }
}

extension Allowance: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> Allowance { random.pick(allCases) }
}

extension RGBColor: RandomValue {
  static func draw(_ random: inout SeededGenerator) -> RGBColor {
    RGBColor(
      red: UInt8(random.number(0...255)), green: UInt8(random.number(0...255)),
      blue: UInt8(random.number(0...255)))
  }
}
