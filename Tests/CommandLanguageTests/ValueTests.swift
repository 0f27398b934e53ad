import Foundation
import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct ValueTests {
  private static let targets: [(String, String)] = [
    ("12", "12"), ("012", "12"), ("１２", "12"), ("12..20", "12..20"), ("5..5", "5..5"),
    ("12 .. 20", "12..20"), ("@MUG-01", "@MUG-01"), ("@머그_1.a", "@머그_1.a"), ("@last", "@last"),
    ("@PAGE", "@page"), ("9223372036854775807", "9223372036854775807"), ("@12", "@12"),
    ("@é", "@é"),
  ]

  @Test(arguments: targets)
  func `a target is an id, a range or a code`(text: String, expected: String) throws {
    #expect(try reading(ListingTarget.self, text).get().description == expected)
  }

  private static let badTargets: [(String, ValueProblem)] = [
    ("0", .tooSmall(least: 1)),
    ("9223372036854775808", .tooLarge),
    ("0..5", .tooSmall(least: 1)),
    ("20..12", .reversedRange(reading: "12..20")), ("12-20", .notATarget(reading: "12..20")),
    ("12...20", .notATarget(reading: "12..20")), ("#12", .notATarget(reading: "12")),
    ("MUG-01", .notATarget(reading: "@MUG-01")), ("last", .notATarget(reading: "@last")),
    ("만원", .notATarget(reading: nil)), ("천", .notATarget(reading: nil)),
    ("달러", .notATarget(reading: nil)), ("usd", .notATarget(reading: nil)),
    ("2천원", .notATarget(reading: nil)), ("CUP", .notATarget(reading: "@CUP")),
    ("..", .notATarget(reading: nil)), ("12..", .notATarget(reading: nil)),
    ("-5", .notATarget(reading: nil)), ("@", .empty), ("", .empty),
    ("@a b", .badCodeCharacter(" ")), ("@👍", .badCodeCharacter("👍")),
    ("@a/b", .badCodeCharacter("/")),
    ("@@a", .badCodeCharacter("@")), ("@\u{301}", .notATarget(reading: nil)),
  ]

  @Test(arguments: badTargets)
  func `other words are not targets`(text: String, expected: ValueProblem) {
    #expect(reading(ListingTarget.self, text) == .failure(expected))
  }

  @Test func `a code is NFC, of limited length, and has no @`() throws {
    let decomposed = "머그".decomposedStringWithCanonicalMapping
    #expect(try SellerCode(decomposed).text.unicodeScalars.count == 2)
    #expect(reading(SellerCode.self, "@A") == .failure(.codeWithAt(reading: "A")))
    #expect(reading(SellerCode.self, "Last") == .failure(.reservedCode("Last")))
    #expect(
      reading(SellerCode.self, String(repeating: "a", count: 101))
        == .failure(.tooLong(limit: 100)))
    #expect(try SellerCode("กำ.ไ").text == "กำ.ไ")
  }

  private static let days: [(String, String)] = [
    ("2026-11-03", "2026-11-03"), ("2026/1/5", "2026-01-05"), ("2026. 11. 3", "2026-11-03"),
    ("11/3", "2026-11-03"),
    ("11/4", "2025-11-04"), ("2/29", "2024-02-29"), ("today", "2026-11-03"), ("오늘", "2026-11-03"),
    ("Yesterday", "2026-11-02"), ("7d", "2026-10-27"), ("0d", "2026-11-03"), ("tue", "2026-11-03"),
    ("mon", "2026-11-02"), ("wed", "2026-10-28"), ("Sunday", "2026-11-01"), ("월요일", "2026-11-02"),
    ("２０２６-１１-０３", "2026-11-03"),
  ]

  @Test(arguments: days)
  func `days depend on the date of the seller`(text: String, expected: String) throws {
    #expect(try reading(CalendarDay.self, text).get().description == expected)
  }

  private static let badDays: [(String, ValueProblem)] = [
    ("2026-02-30", .noSuchDay), ("2026-13-01", .noSuchDay), ("13/1", .noSuchDay),
    ("2/30", .noSuchDay),
    ("0-1-1", .noSuchDay), ("99999-01-01", .noSuchDay), ("2026-11", .notADate),
    ("tomorrow", .notADate),
    ("11/3/26", .notADate), ("d", .notADate), ("-7d", .notADate), ("", .empty),
    ("99999999999999999999d", .outOfRange("0d", "36525d")),
    ("99999999999999999999-1-1", .noSuchDay),
  ]

  @Test(arguments: badDays)
  func `other words are not days`(text: String, expected: ValueProblem) {
    #expect(reading(CalendarDay.self, text) == .failure(expected))
  }

  @Test func `a day begins in the time zone of the seller`() throws {
    let seoul = try #require(TimeZone(identifier: "Asia/Seoul"))
    let day = CalendarDay(year: 2026, month: 11, day: 3)
    #expect(day.start(in: seoul)?.timeIntervalSince1970 == 1_793_631_600)
    #expect(day.adding(days: -3)?.description == "2026-10-31")
    #expect(CalendarDay(year: 2026, month: 10, day: 31) < day)
  }

  @Test(arguments: [
    ("127.0.0.1:9090", "127.0.0.1", 9090), ("[::1]:0", "::1", 0), ("localhost:80", "localhost", 80),
    ("0.0.0.0:65535", "0.0.0.0", 65_535),
  ])
  func `an address has a port`(text: String, host: String, port: Int) throws {
    let address = try reading(AddressAndPort.self, text).get()
    #expect(address.host == host && address.port == port)
    #expect(address.description == text)
  }

  @Test(arguments: [
    "9090", "127.0.0.1", ":9090", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:+1", "::1:9090",
    "[127.0.0.1]:1", "[::1]", "host.example:9090", "unix:/run/market", "http://127.0.0.1:9090",
  ])
  func `other words are no address with a port`(text: String) {
    #expect(reading(AddressAndPort.self, text) == .failure(.notAnAddress))
  }

  @Test func `counts have limits`() {
    #expect(reading(Count.self, "1,000") == .success(Count(1000)))
    #expect(reading(Count.self, "１２") == .success(Count(12)))
    #expect(reading(Count.self, "99999999999999999999") == .failure(.tooLarge))
    for text in ["0", "-1", "-99999999999999999999"] {
      #expect(reading(Count.self, text) == .failure(.tooSmall(least: 1)))
    }
    for text in ["1.5", "x", "1,00", "+1", "1 2"] {
      #expect(reading(Count.self, text) == .failure(.notANumber))
    }
    #expect(reading(WholeNumber.self, "0") == .success(WholeNumber(0)))
    #expect(throws: ValueProblem.outOfRange("1", "5")) { try Count.within(1...5)(Count(6)) }
  }

  @Test func `stock is set or changed`() {
    #expect(reading(StockChange.self, "5") == .success(.to(5)))
    #expect(reading(StockChange.self, "+5") == .success(.by(5)))
    #expect(reading(StockChange.self, "-5") == .success(.by(-5)))
    #expect(reading(StockChange.self, "\u{2212}1,000") == .success(.by(-1000)))
    #expect(reading(StockChange.self, "+-5").isFailure)
    #expect(reading(StockChange.self, "-99999999999999999999").isFailure)
  }

  @Test func `texts are NFC and not empty`() throws {
    let decomposed = "é머그".decomposedStringWithCanonicalMapping
    #expect(try Text(decomposed).value.unicodeScalars.count == 3)
    #expect(reading(Text.self, " \u{3000}\n") == .failure(.empty))
    #expect(reading(PossiblyEmptyText.self, "") == .success(PossiblyEmptyText("")))
  }

  @Test func `lists, assignments, durations and choices are read`() throws {
    #expect(
      try reading(CommaSeparated<TestFormat>.self, "grid, JSON,").get().items == [.grid, .json])
    #expect(reading(CommaSeparated<TestFormat>.self, ",").isFailure)
    #expect(
      reading(TestFormat.self, "tabel")
        == .failure(.notOneOf(["table", "grid", "json"], nearest: "table")))
    let assignment = try reading(Assignment.self, "A=b=c").get()
    #expect((assignment.name, assignment.value) == ("A", "b=c"))
    #expect(reading(Assignment.self, "1=b") == .failure(.notAnAssignment))
    #expect(reading(Assignment.self, "A") == .failure(.notAnAssignment))
    #expect(try reading(VariableName.self, "가격").get().text == "가격")
    #expect(reading(Seconds.self, "1.5") == .success(Seconds(.milliseconds(1500))))
    #expect(reading(Seconds.self, "500ms") == .success(Seconds(.milliseconds(500))))
    #expect(reading(Seconds.self, "2m") == .success(Seconds(.seconds(120))))
    for text in ["0", "-1", "1e9", "soon", "", "1.", "99999999"] {
      #expect(reading(Seconds.self, text).isFailure)
    }
    #expect(Seconds(.milliseconds(1005)).description == "1.005")
  }
}

extension Result {
  var isFailure: Bool { if case .failure = self { true } else { false } }
}
