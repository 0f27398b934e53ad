import Testing

@testable import SheetFiles

@Suite(.timeLimit(.minutes(60))) struct SpreadsheetNumberTests {
  @Test(arguments: [
    ("0", "0"), ("-0", "-0"), ("12000", "12000"), ("19.99", "19.99"), ("-3.5", "-3.5"),
    ("19.989999999999998", "19.99"), ("0.30000000000000004", "0.3"), ("12000.0", "12000"),
    ("0.1000", "0.1"), ("1.0E3", "1000"), ("1E-3", "0.001"), ("1.23E+12", "1230000000000"),
    ("8801234567890", "8801234567890"), ("12345678901234567", "12345678901234567"),
    ("1E20", "100000000000000000000"), ("1E25", "1e+25"), ("0.000001", "0.000001"), ("007", "7"),
    ("19.9899999999999999998", "19.99"),
  ])
  func `a number has the digits that a person sees`(literal: String, digits: String) {
    #expect(SpreadsheetNumber.digits(of: literal) == digits)
  }

  @Test(arguments: ["", "x", "1,5", "1 000", "nan", "inf", "--1", "1.2.3"])
  func `another text is no number`(text: String) {
    #expect(SpreadsheetNumber.digits(of: text) == nil)
  }

  @Test(arguments: [
    ("1", false, "1900-01-01"), ("59", false, "1900-02-28"), ("60", false, "1900-02-29"),
    ("61", false, "1900-03-01"), ("46329", false, "2026-11-03"), ("44867", true, "2026-11-03"),
    ("0", true, "1904-01-01"), ("2958465", false, "9999-12-31"),
    ("46329.586875", false, "2026-11-03T14:05:06"),
    ("46329.9999999999", false, "2026-11-04"), ("0.5", false, "12:00:00"),
    ("46329.00000578704", false, "2026-11-03T00:00:00.500"),
  ])
  func `a date counts days from its epoch`(literal: String, uses1904: Bool, date: String) {
    #expect(SpreadsheetNumber.date(of: literal, uses1904: uses1904) == date)
  }

  @Test(arguments: ["-1", "2958466", "x"])
  func `a number before the epoch or after the year 9999 is no date`(literal: String) {
    #expect(SpreadsheetNumber.date(of: literal, uses1904: false) == nil)
  }

  @Test(arguments: ["2026-11-03", "2026-11-03T14:05:06", "1900-03-01", "9999-12-31"])
  func `a date becomes the number that is read as it`(date: String) throws {
    let number = try #require(SpreadsheetNumber.serial(of: date))
    #expect(SpreadsheetNumber.date(of: "\(number)", uses1904: false) == date)
  }

  @Test(arguments: [
    "", "2026-02-30", "2026-13-01", "1899-12-31", "03.11.2026", "2026-11-03T25:00:00",
  ])
  func `another text is no date`(text: String) {
    #expect(SpreadsheetNumber.serial(of: text) == nil)
  }
}
