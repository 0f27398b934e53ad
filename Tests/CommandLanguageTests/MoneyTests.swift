import Foundation
import MarketWire
import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct MoneyTests {
  private static let amounts: [(String, String)] = [
    ("12000", "12000"), ("12,000", "12000"), ("₩12,000", "12000 KRW"), ("12000원", "12000 KRW"),
    ("￦１２，０００", "12000 KRW"), ("１２０００원", "12000 KRW"), ("₩ 12,000 ", "12000 KRW"),
    ("$12.50", "12.5 USD"), ("12.50 USD", "12.5 USD"), ("12.50usd", "12.5 USD"),
    ("KRW 12000", "12000 KRW"), ("US$12.50", "12.5 USD"), ("$12.50 USD", "12.5 USD"),
    ("₩12000원", "12000 KRW"), ("３억", "300000000"), ("１만２천원", "12000 KRW"),
    ("₩1만2천", "12000 KRW"), ("1억 2,000만원", "120000000 KRW"), ("1.2340", "1.2340"),
    ("12달러", "12 USD"), ("¥1,200", "1200 JPY"), ("1200엔", "1200 JPY"),
    ("HKD 5", "5 HKD"), ("0", "0"), ("0.5", "0.5"), ("0.125", "0.125"),
    ("1,234,567.89", "1234567.89"),
    ("007", "7"), ("12.1250", "12.1250"), ("1234.567", "1234.567"),
    ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
    ("1만2천원", "12000 KRW"), ("1만 2천 원", "12000 KRW"), ("12만", "120000"), ("1만2000", "12000"),
    ("1만500원", "10500 KRW"), ("2천만", "20000000"), ("3억5천만", "350000000"), ("1.5만", "15000"),
    ("2.5천원", "2500 KRW"), ("만원", "10000 KRW"), ("천원", "1000 KRW"), ("1,000만", "10000000"),
    ("2천5백", "2500"), ("만이천원", "12000 KRW"), ("구천", "9000"), ("십이만삼천", "123000"),
    ("만 이천 원", "12000 KRW"), ("이만오천원", "25000 KRW"), ("삼억", "300000000"), ("1조", "1000000000000"),
    ("1천500", "1500"),
  ]

  @Test(arguments: amounts)
  func `amounts are exact`(text: String, expected: String) throws {
    #expect(try reading(WrittenAmount.self, text).get().description == expected)
  }

  private static let refused: [(String, ValueProblem)] = [
    ("12,00", .notAnAmount(readings: ["12.00", "1200"])),
    ("0,950", .notAnAmount(readings: ["0.95"])),
    ("012,500", .notAnAmount(readings: ["12.50", "12500"])),
    ("12.00.", .notAnAmount(readings: [])), ("1,2000", .notAnAmount(readings: ["12000"])),
    ("29.999", .notAnAmount(readings: ["29999"])), ("12,00원", .notAnAmount(readings: ["1200"])),
    ("1234,567", .notAnAmount(readings: ["1234567"])),
    ("12.000", .notAnAmount(readings: ["12.00", "12000"])),
    ("1.234.567", .notAnAmount(readings: ["1234567"])),
    ("1.234,56", .notAnAmount(readings: ["1234.56"])),
    ("1,23,456", .notAnAmount(readings: ["123456"])),
    (".5", .notAnAmount(readings: ["0.5"])), ("12.", .notAnAmount(readings: ["12"])),
    ("12k", .notAnAmount(readings: ["12000"])),
    ("2만5", .notAnAmount(readings: ["20005", "25000"])),
    ("1천5원", .notAnAmount(readings: ["1005", "1500"])),
    ("12만3천만", .notAnAmount(readings: [])), ("1백2천", .notAnAmount(readings: [])),
    ("1e3", .notAnAmount(readings: [])), ("free", .notAnAmount(readings: [])),
    ("이만오", .notAnAmount(readings: ["20005", "25000"])), ("이삼천", .notAnAmount(readings: [])),
    ("1이천", .notAnAmount(readings: [])), ("이천2", .notAnAmount(readings: ["2002", "2200"])),
    ("15백", .notAnAmount(readings: ["1500"])),
    ("12천원", .notAnAmount(readings: ["12000"])), ("12백3", .notAnAmount(readings: [])),
    ("12 000", .notAnAmount(readings: [])), ("1+1", .notAnAmount(readings: [])),
    ("0x10", .notAnAmount(readings: [])), ("١٢", .notAnAmount(readings: [])),
    ("½", .notAnAmount(readings: [])), ("₩", .notAnAmount(readings: [])),
    ("원", .notAnAmount(readings: [])),
    ("-5", .negativeAmount), ("₩-5", .negativeAmount), ("\u{2212}5", .negativeAmount),
    ("$12000원", .twoCurrencies("USD", "KRW")), ("", .empty), ("  ", .empty),
    ("12000 KWR", .unknownCurrency("KWR", nearest: "KRW")),
    ("mug 12", .unknownCurrency("MUG", nearest: nil)),
    (String(repeating: "9", count: 39), .tooManyDigits),
    (String(repeating: "9", count: 100_000), .tooManyDigits),
  ]

  @Test(arguments: refused)
  func `an ambiguous amount is an error with its readings`(text: String, expected: ValueProblem) {
    #expect(reading(WrittenAmount.self, text) == .failure(expected))
  }

  private static let changes: [(String, String)] = [
    ("12000", "12000"), ("₩12,000", "12000 KRW"), ("+10%", "+10%"), ("-5.5%", "-5.5%"),
    ("-500", "-500"), ("+1,000", "+1000"), ("\u{2212}500원", "-500 KRW"), ("＋１０％", "+10%"),
    ("-100%", "-100%"), ("+1만원", "+10000 KRW"), ("+$1.2340", "+1.2340 USD"),
  ]

  @Test(arguments: changes)
  func `a price change is absolute or relative`(text: String, expected: String) throws {
    #expect(try reading(PriceChange.self, text).get().description == expected)
  }

  @Test func `an ambiguous change is an error`() {
    #expect(reading(PriceChange.self, "10%") == .failure(.percentWithoutSign("10")))
    #expect(reading(PriceChange.self, "-101%") == .failure(.percentOutOfRange(-100, 10_000)))
    #expect(reading(PriceChange.self, "+%") == .failure(.notAnAmount(readings: [])))
    #expect(reading(PriceChange.self, "--5") == .failure(.negativeAmount))
    #expect(reading(PriceChange.self, "+") == .failure(.empty))
    #expect(reading(Discount.self, "101%") == .failure(.percentOutOfRange(0, 100)))
    #expect(reading(Discount.self, "-1%") == .failure(.percentOutOfRange(0, 100)))
    #expect(reading(Discount.self, "-1") == .failure(.negativeAmount))
  }

  @Test func `discounts are amounts or percentages`() {
    #expect(reading(Discount.self, "1000") == .success(.amount(WrittenAmount(1000))))
    #expect(reading(Discount.self, "12.5 %") == .success(.percent(Decimal(125) / 10)))
    #expect(reading(Discount.self, "0%") == .success(.percent(0)))
  }

  @Test func `a currency can be read alone`() {
    for text in ["krw", "KRW", "₩", "원", "won"] {
      #expect(reading(CurrencyCode.self, text) == .success(CurrencyCode(.krw)))
    }
    #expect(reading(CurrencyCode.self, "dollars") == .success(CurrencyCode(.usd)))
    #expect(reading(CurrencyCode.self, "wan") == .failure(.unknownCurrency("WAN", nearest: nil)))
    for text in ["", "KRWUSD", "12"] {
      #expect(
        reading(CurrencyCode.self, text) == .failure(.notACurrency))
    }
    #expect(WrittenAmount(5).money(or: .usd) == Money(5, .usd))
    #expect(WrittenAmount(5, .krw).money(or: .usd) == Money(5, .krw))
  }
}
