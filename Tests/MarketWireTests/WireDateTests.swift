import Foundation
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct WireDateTests {
  @Test(arguments: [
    ("2022-10-18T00:00:00", "2022-10-18T00:00:00.000Z"), ("2022-10-18", "2022-10-18T00:00:00.000Z"),
    ("2022-01-03 00:00:00.000", "2022-01-03T00:00:00.000Z"),
    ("2022-01-19T08:25:27.27", "2022-01-19T08:25:27.000Z"),
    ("2022-01-19T08:25:27.622", "2022-01-19T08:25:27.622Z"),
    ("2022-01-19T08:25:27.5", "2022-01-19T08:25:27.500Z"),
    ("2022-01-19T08:25:27.123456789Z", "2022-01-19T08:25:27.123Z"),
    ("2022-01-19T08:25:27Z", "2022-01-19T08:25:27.000Z"),
    ("2000-02-29T23:59:59", "2000-02-29T23:59:59.000Z"),
    ("2024-02-29T00:00:00", "2024-02-29T00:00:00.000Z"),
    ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
    ("0000-01-01T00:00:00", "0000-01-01T00:00:00.000Z"),
    ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
    ("2016-12-31T23:59:60", "2017-01-01T00:00:00.000Z"),
  ])
  func `every form is parsed`(source: String, exact: String) {
    #expect(WireDate(text: source)?.exactText == exact)
  }

  @Test(arguments: [
    "", "2", "2022", "2022-", "2022-1-1", "2022-13-01", "2022-00-10", "2022-02-29", "1900-02-29",
    "2022-04-31", "2022-10-00", "2022-10-18T", "2022-10-18T0", "2022-10-18T24:00:00",
    "2022-10-18T00:60:00", "2022-10-18T00:00:61", "2022-10-18T00:00", "2022-10-18t00:00:00",
    "2022-10-18T00:00:00.", "2022-10-18T00:00:00.Z", "2022-10-18T00:00:00ZZ",
    "2022-10-18T00:00:00+09:00", "2022-10-18T00:00:00.1234567890", "2022/10/18", "20221018",
    " 2022-10-18", "2022-10-18 ", "-022-10-18", "２０２２-10-18", "2022-10-18T00:00:00.12a",
    "2022-10-1８",
  ])
  func `other texts are rejected`(source: String) {
    #expect(WireDate(text: source) == nil)
  }

  @Test(
    arguments: [
      ("1611523563.719116", "2021-01-24T21:26:03.719Z"), ("0", "1970-01-01T00:00:00.000Z"),
      ("-0.001", "1969-12-31T23:59:59.999Z"), ("253402300799.999", "9999-12-31T23:59:59.999Z"),
      ("253402300800", nil), ("-99999999999999", nil), ("1E100", nil), ("1E127", nil), ("NaN", nil),
    ] as [(String, String?)])
  func `seconds of v1 are parsed`(seconds: String, exact: String?) {
    #expect(WireDate(seconds: decimal(seconds))?.exactText == exact)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func `a date outside the range is clamped`(seconds: Double) {
    let date = WireDate(Date(timeIntervalSince1970: seconds))
    #expect(WireDate(text: date.exactText) == date)
  }

  @Test(arguments: [Int64.min, .max, -62_167_219_200_001, 253_402_300_800_000])
  func `milliseconds outside the range are clamped`(value: Int64) {
    let date = WireDate(milliseconds: value)
    #expect(WireDate(text: date.exactText) == date)
    #expect(date.midnight <= date)
  }

  @Test func `random dates survive a round trip in every form`() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<10_000 {
      let milliseconds = Int64.random(
        in: -62_167_219_200_000...253_402_300_799_999, using: &generator)
      let date = WireDate(milliseconds: milliseconds)
      #expect(date.milliseconds == milliseconds)
      #expect(WireDate(text: date.exactText) == date)
      #expect(WireDate(text: date.wireText)?.exactText == "\(date.wireText).000Z")
      #expect(WireDate(text: date.dayText) == date.midnight)
      #expect(WireDate(date.date) == date)
    }
  }

  @Test func `days agree with the calendar in Foundation`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let date = WireDate(
        milliseconds: Int64.random(in: -2_000_000_000_000...9_000_000_000_000, using: &generator))
      let parts = calendar.dateComponents([.year, .month, .day], from: date.date)
      #expect(date.day.year == parts.year)
      #expect(date.day.month == parts.month)
      #expect(date.day.day == parts.day)
    }
  }

  @Test func `dates are ordered by time`() throws {
    let early = try #require(WireDate(text: "1969-12-31"))
    let late = try #require(WireDate(text: "1970-01-01T00:00:00.001Z"))
    #expect(early < late)
    #expect(late.midnight.milliseconds == 0)
    #expect(early.milliseconds == -86_400_000)
  }
}
