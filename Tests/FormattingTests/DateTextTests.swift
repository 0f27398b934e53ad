import Foundation
import MarketWire
import Messages
import Testing

@testable import Formatting

@Suite(.timeLimit(.minutes(60))) struct DateTextTests {
  private let dates = DateText(now: FormatSamples.now, timeZone: FormatSamples.seoul)

  @Test(
    arguments: [
      ("2026-11-21T00:00:30", "just now"), ("2026-11-20T23:59:01", "just now"),
      ("2026-11-20T23:59:00", "1 minute ago"), ("2026-11-20T23:15:00", "45 minutes ago"),
      ("2026-11-20T20:00:00", "4 hours ago"), ("2026-11-20T14:59:59", "yesterday"),
      ("2026-11-18T05:30:00", "3 days ago"), ("2026-11-06T00:00:00", "2 weeks ago"),
      ("2026-08-01T00:00:00", "3 months ago"), ("2021-01-01T00:00:00", "5 years ago"),
      ("2026-11-22T00:00:00", "tomorrow"), ("2026-12-01T00:00:00", "in 10 days"),
      ("1970-01-01T00:00:00", "56 years ago"),
    ])
  func `the age of a moment`(moment: String, text: String) {
    #expect(dates.since(moment: FormatSamples.moment(moment)).english == text)
  }

  @Test(
    arguments: [
      ("2026-11-21T00:00:00", "today"), ("2026-11-20T00:00:00", "yesterday"),
      ("2026-11-20T23:59:59", "yesterday"), ("2026-11-03T00:00:00", "2 weeks ago"),
    ])
  func `the age of a day`(day: String, text: String) {
    #expect(dates.since(day: FormatSamples.moment(day)).english == text)
  }

  @Test func `dates are shown in the reader's time zone`() {
    let moment = FormatSamples.moment("2026-11-20T15:30:00")
    #expect(dates.local(moment) == "2026-11-21 00:30")
    #expect(dates.localDayText(moment) == "2026-11-21")
  }

  @Test func `dates near the limits of Int64 have text`() {
    for milliseconds in [Int64.min / 4, Int64.max / 4, 0] {
      let date = WireDate(milliseconds: milliseconds)
      #expect(!dates.since(moment: date).isEmpty)
      #expect(!dates.since(day: date).isEmpty)
    }
  }
}
