/// Values of every kind that a command takes, drawn at random.
import CommandLanguage
import Foundation
import MarketTestSupport
import MarketWire
import TerminalKit

@testable import MarketCommands
@testable import MarketShell
@testable import SellerSession

/// A kind of value that can be drawn.
protocol Drawn {
  static func draw(_ random: inout SeededGenerator) -> Self
}

extension SeededGenerator {
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func pick<T>(_ values: [T]) -> T { values[number(0...values.count - 1)] }

  /// Text with everything in it that means something somewhere.
  mutating func text(_ length: ClosedRange<Int> = 1...12) -> String {
    let letters =
      "aZ09 \t\n'\"\\$#;~-–—*?[]{}=@.,%|&<>()!한글ㅁ머그e\u{301}\u{FEFF}\u{A0}\u{3000}👩‍🚒９"
    return String((0..<number(length)).map { _ in letters.randomElement(using: &self) ?? "x" })
  }

  /// An amount of up to 12 digits and 4 after the point.
  mutating func amount() -> Decimal {
    let digits = Decimal(Int.random(in: 0...pick([9, 99_999, 999_999_999_999]), using: &self))
    return digits / pick([1, 1, 10, 100, 1000, 10_000])
  }

  mutating func currency() -> Currency? {
    pick([nil, .krw, .usd, .jpy, Currency(rawValue: "EUR"), Currency(rawValue: "CHF")])
  }
}

extension Optional: Drawn where Wrapped: Drawn {
  static func draw(_ random: inout SeededGenerator) -> Wrapped? { Wrapped.draw(&random) }
}

extension Array: Drawn where Element: Drawn {
  static func draw(_ random: inout SeededGenerator) -> [Element] {
    (0..<random.number(1...4)).map { _ in Element.draw(&random) }
  }
}

extension CommaSeparated: Drawn where Item: Drawn {
  static func draw(_ random: inout SeededGenerator) -> CommaSeparated<Item> {
    // A comma parts items, and blanks before one do not count.
    let items = [Item].draw(&random).filter { item in
      let text = item.description
      return !text.contains(",") && text.first != " "
    }
    return items.isEmpty ? draw(&random) : CommaSeparated(items)
  }
}

extension Bool: Drawn {
  static func draw(_ random: inout SeededGenerator) -> Bool { random.pick([true, false]) }
}

extension SwitchSetting: Drawn {
  static func draw(_ random: inout SeededGenerator) -> SwitchSetting { random.pick([.on, .off]) }
}

extension Text: Drawn {
  static func draw(_ random: inout SeededGenerator) -> Text {
    (try? Text(random.text())) ?? draw(&random)
  }
}

extension PossiblyEmptyText: Drawn {
  static func draw(_ random: inout SeededGenerator) -> PossiblyEmptyText {
    PossiblyEmptyText(random.text(0...9))
  }
}

extension Count: Drawn {
  static func draw(_ random: inout SeededGenerator) -> Count { Count(random.number(1...9_999_999)) }
}

extension WholeNumber: Drawn {
  static func draw(_ random: inout SeededGenerator) -> WholeNumber {
    WholeNumber(random.number(0...9_999_999))
  }
}

extension WrittenAmount: Drawn {
  static func draw(_ random: inout SeededGenerator) -> WrittenAmount {
    WrittenAmount(random.amount(), random.currency())
  }
}

extension Discount: Drawn {
  static func draw(_ random: inout SeededGenerator) -> Discount {
    let percent = Decimal(random.number(0...100_000)) / 1000
    return random.pick([.amount(.draw(&random)), .percent(percent)])
  }
}

extension PriceChange: Drawn {
  static func draw(_ random: inout SeededGenerator) -> PriceChange {
    let sign = Decimal(random.pick([1, -1]))
    let percent = Decimal(random.number(-100_000...10_000_000)) / 1000
    return random.pick([
      .to(.draw(&random)), .by(sign * random.amount(), random.currency()), .percent(percent),
    ])
  }
}

extension StockChange: Drawn {
  static func draw(_ random: inout SeededGenerator) -> StockChange {
    random.pick([.to(random.number(0...999)), .by(random.number(-999...999))])
  }
}

extension CurrencyCode: Drawn {
  static func draw(_ random: inout SeededGenerator) -> CurrencyCode {
    CurrencyCode(random.currency() ?? .krw)
  }
}

extension SellerCode: Drawn {
  static func draw(_ random: inout SeededGenerator) -> SellerCode {
    let text = random.text(1...8).filter { $0.isLetter || "-_.019".contains($0) }
    return (try? SellerCode(text)) ?? draw(&random)
  }
}

extension ListingTarget: Drawn {
  static func draw(_ random: inout SeededGenerator) -> ListingTarget {
    let low = random.number(1...999)
    return random.pick([
      .id(low), .range(low...low + random.number(0...99)), .code(.draw(&random)), .last, .page,
    ])
  }
}

extension FilePath: Drawn {
  static func draw(_ random: inout SeededGenerator) -> FilePath {
    random.pick([FilePath(random.text()), FilePath("사진/a b.jpg"), FilePath("-x")])
  }
}

extension PhotoPath: Drawn {
  static func draw(_ random: inout SeededGenerator) -> PhotoPath {
    let word = Word.words(arguments: [random.text()])[0]
    let context = ReadingContext(now: .distantPast, timeZone: .gmt)
    return (try? PhotoPath.read(word, in: context)) ?? draw(&random)
  }
}

extension Seconds: Drawn {
  static func draw(_ random: inout SeededGenerator) -> Seconds {
    Seconds(.milliseconds(random.number(1...86_400_000)))
  }
}

extension CalendarDay: Drawn {
  static func draw(_ random: inout SeededGenerator) -> CalendarDay {
    CalendarDay(
      year: random.number(1970...2026), month: random.number(1...10), day: random.number(1...28))
  }
}

extension Allowance: Drawn {
  static func draw(_ random: inout SeededGenerator) -> Allowance { random.pick(allCases) }
}

extension RGBColor: Drawn {
  static func draw(_ random: inout SeededGenerator) -> RGBColor {
    RGBColor(
      red: UInt8(random.number(0...255)), green: UInt8(random.number(0...255)),
      blue: UInt8(random.number(0...255)))
  }
}
