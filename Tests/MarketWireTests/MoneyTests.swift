import Foundation
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct MoneyTests {
  @Test(arguments: [
    ("2.5", Currency.krw, "3"), ("2.4999", .krw, "2"), ("-2.5", .krw, "-3"), ("0.5", .jpy, "1"),
    ("2.345", .usd, "2.35"), ("2.344", .usd, "2.34"), ("-2.345", .usd, "-2.35"),
    ("999999999999.9949", .usd, "999999999999.99"), ("0", .usd, "0"), ("1.005", .usd, "1.01"),
  ])
  func `halves are rounded away from zero`(amount: String, currency: Currency, expected: String) {
    #expect(Money(decimal(amount), currency).rounded() == Money(decimal(expected), currency))
  }

  @Test(arguments: [(0, "1235"), (1, "1234.6"), (4, "1234.5678"), (-2, "1200")])
  func `the number of digits can be set`(digits: Int, expected: String) {
    #expect(Money(decimal("1234.5678"), .krw).rounded(to: digits) == Money(decimal(expected), .krw))
  }

  @Test func `currency codes are uppercase`() {
    #expect(Currency(rawValue: "krw") == .krw)
    #expect(Currency.krw < .usd)
    #expect(Currency(rawValue: "HKD").fractionDigits == 2)
  }
}
