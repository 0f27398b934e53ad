import Foundation
import MarketWire
import Testing

@testable import Formatting

@Suite(.timeLimit(.minutes(60))) struct MoneyTextTests {
  struct Case: Sendable {
    let locale: String
    let amount: String
    let currency: Currency
    let text: String

    init(_ locale: String, _ amount: String, _ currency: Currency, _ text: String) {
      self.locale = locale
      self.amount = amount
      self.currency = currency
      self.text = text
    }
  }

  static let cases: [Case] = [
    Case("ko_KR", "1234567", .krw, "₩1,234,567"), Case("en_US", "1234567", .krw, "₩1,234,567"),
    Case("ko_KR", "12.5", .usd, "US$12.50"), Case("en_US", "12.50", .usd, "$12.50"),
    Case("en_US", "0", .usd, "$0.00"), Case("ko_KR", "0", .krw, "₩0"),
    Case("en_US", "12.505", .usd, "$12.505"), Case("ko_KR", "0.5", .krw, "₩0.5"),
    Case("en_US", "-200", .krw, "-₩200"), Case("en_US", "0.00000001", .usd, "$0.00000001"),
    Case("ko_KR", "1234567890123456", .krw, "₩1,234,567,890,123,456"),
    Case("en_US", "99999999999999.99", .usd, "$99,999,999,999,999.99"),
    Case(
      "en_US", "12345678901234567890123456789012345.12", .usd,
      "$12,345,678,901,234,567,890,123,456,789,012,345.12"),
    Case("de_DE", "1234.5", .usd, "1.234,50\u{A0}$"),
    Case("ar_EG", "1234.5", .usd, "١٬٢٣٤٫٥٠\u{A0}US$"),
    Case("en_US", "1200", .unknown, "1,200"),
    Case("en_US", "12", Currency(rawValue: "??"), "12 ??"),
    Case("ja_JP", "1200", .jpy, "¥1,200"),
  ]

  @Test(arguments: cases)
  func `an amount has the format of its locale and all of its digits`(_ example: Case) {
    let money = MoneyText(locale: Locale(identifier: example.locale))
    let amount = FormatSamples.decimal(example.amount)
    #expect(money.text(Money(amount, example.currency)) == example.text)
    #expect(money.text(Money(amount, example.currency)) == example.text)
  }

  @Test func `an amount that is not a number is a question mark`() {
    #expect(MoneyText(locale: Locale(identifier: "en_US")).text(Money(.nan, .krw)) == "?")
  }

  @Test(arguments: ["1E127", "-1E127", "1E-127", "99999999999999999999999999999999999999"])
  func `a huge or tiny amount keeps its digits`(amount: String) {
    let money = MoneyText(locale: Locale(identifier: "en_US"))
    let value = FormatSamples.decimal(amount)
    let digits = money.text(Money(value, .usd)).filter { $0.isNumber || $0 == "." }
    #expect(Decimal(string: digits) == value.magnitude)
  }

  @Test func `amounts of the same shape have their own digits`() {
    let money = MoneyText(locale: Locale(identifier: "ko_KR"))
    for amount in [1000, 2345, 9999, 1111] {
      let digits = Array(String(amount))
      #expect(
        money.text(Money(Decimal(amount), .krw)) == "₩\(digits[0]),\(String(digits[1...]))")
    }
  }

  @Test(
    arguments: [
      ("3000", "15000", 20), ("1", "3", 33), ("1", "1000", 0), ("5", "5", 100), ("7", "5", 140),
      ("0", "5", nil), ("5", "0", nil), ("-5", "10", nil), ("1E30", "1", nil),
      ("1E120", "1E-20", nil),
    ] as [(String, String, Int?)])
  func `a percentage is rounded down`(
    discount: String, price: String, percentage: Int?
  ) {
    let result = MoneyText.percentage(
      FormatSamples.decimal(discount), of: FormatSamples.decimal(price))
    #expect(result == percentage)
  }

  @Test(
    arguments: [
      ([:], "en_US"), (["LANG": "C"], "en_US"), (["LANG": "C.UTF-8"], "en_US"),
      (["LANG": "POSIX"], "en_US"), (["LANG": "ko_KR.UTF-8"], "ko_KR"),
      (["LANG": "ko_KR", "LC_ALL": "de_DE@euro"], "de_DE"),
      (["LANG": "ko_KR", "LC_ALL": ""], "ko_KR"),
      (["LANG": "ko_KR", "LC_MONETARY": "ja_JP.eucJP"], "ja_JP"), (["LANG": "../../etc"], "en_US"),
      (["LC_ALL": "C", "LANG": "ko_KR"], "en_US"),
    ] as [([String: String], String)])
  func `the locale comes from the environment`(environment: [String: String], identifier: String) {
    #expect(EnvironmentLocale.locale(environment).identifier == identifier)
  }
}
