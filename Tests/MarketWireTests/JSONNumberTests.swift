import Foundation
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct JSONNumberTests {
  @Test(arguments: [
    ("0", "0.0", "0"), ("1", "1.0", "1"), ("2.36", "2.36", "2.36"), ("999.99", "999.99", "999.99"),
    ("150000", "150000.0", "150000"), ("9999999", "9999999.0", "9999999"),
    ("9999999.99", "9999999.99", "9999999.99"), ("10000000", "1.0E7", "10000000"),
    ("66666666", "6.6666666E7", "66666666"), ("12345678.9", "1.23456789E7", "12345678.9"),
    ("1323121323232", "1.323121323232E12", "1323121323232"),
    ("999999999999.9999", "9.999999999999999E11", "999999999999.9999"),
    ("0.001", "0.001", "0.001"), ("0.0123", "0.0123", "0.0123"), ("0.0001", "1.0E-4", "0.0001"),
    ("0.00012", "1.2E-4", "0.00012"), ("-200", "-200.0", "-200"), ("-0.0005", "-5.0E-4", "-0.0005"),
    ("-10000000", "-1.0E7", "-10000000"),
    ("1E30", "1.0E30", "1" + String(repeating: "0", count: 30)),
    ("9223372036854775807", "9.223372036854775807E18", "9223372036854775807"),
    ("18446744073709551617", "1.8446744073709551617E19", "18446744073709551617"),
    (
      "0.1234567890123456789012345678", "0.1234567890123456789012345678",
      "0.1234567890123456789012345678"
    ),
  ])
  func `amounts have the double format and the plain format`(
    value: String, double: String, plain: String
  ) {
    #expect(JSONNumber.double(decimal(value)).literal == double)
    #expect(JSONNumber.decimal(decimal(value)).literal == plain)
  }

  @Test(
    arguments: [
      ("3", 3), ("3.0", 3), ("1E2", 100), ("1.5E1", 15), ("-7", -7), ("-0", 0), ("0.0", 0),
      ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9.0E3", 9000),
      ("9007199254740993.0", 9_007_199_254_740_993), ("9223372036854775808", nil), ("1.5", nil),
      ("1E19", nil), ("1E400", nil), ("1E-400", nil), ("0.99999999999999999999999", nil),
      ("1E99999999999999999999", nil), ("0E5", 0), ("1000000000000", 1_000_000_000_000),
    ] as [(String, Int?)])
  func `integers are decoded from any number format`(literal: String, value: Int?) throws {
    #expect(try JSON(parsing: literal).intValue == value)
  }

  @Test(
    arguments: [
      ("0.0", "0"), ("-0.0", "0"), ("2.50", "2.5"), ("6.6666666E7", "66666666"), ("1e-2", "0.01"),
      ("1.0E7", "10000000"), ("123456789012345678.9", "123456789012345678.9"), ("5E+3", "5000"),
      ("0.000000000000000000000001", "0.000000000000000000000001"), ("00000", nil),
      ("1E400", nil), ("1E-400", nil),
    ] as [(String, String?)])
  func `decimals are decoded from any number format`(literal: String, value: String?) {
    let number = try? JSON(parsing: literal)
    #expect(number?.decimalValue == value.map(decimal))
  }

  @Test func `NaN is encoded as null`() {
    #expect(JSON.double(.nan) == .null)
    #expect(JSON.decimal(.nan) == .null)
  }

  @Test func `every amount survives a round trip in both formats`() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<5000 {
      let units = Int64.random(
        in: -9_999_999_999_999_999...9_999_999_999_999_999, using: &generator)
      let exponent = Int.random(in: -8...4, using: &generator)
      let value = Decimal(units) * decimal("1E\(exponent)")
      #expect(try JSON(parsing: JSONNumber.double(value).literal).decimalValue == value)
      #expect(try JSON(parsing: JSONNumber.decimal(value).literal).decimalValue == value)
    }
  }

  /// Swift also writes doubles with the fewest digits, but uses exponents later than Java.
  @Test func `the double format has the shortest digits`() {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<2000 {
      let cents = Int.random(in: 1..<2_000_000_000, using: &generator)
      let spelt = JSONNumber.double(Decimal(cents) / 100).literal
      #expect(Double(spelt) == Double(cents) / 100)
      #expect(spelt.contains("E") == (cents >= 1_000_000_000))
    }
  }
}
