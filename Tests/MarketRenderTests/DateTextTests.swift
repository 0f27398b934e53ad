/// How long ago, on the reader's calendar.
import Foundation
import MarketWire
import Testing

@testable import MarketRender

struct DateTextTests {
  private let age = DateText(now: RenderSamples.now, timeZone: RenderSamples.seoul)

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
  func `a moment is so long ago`(moment: String, words: String) {
    #expect(age.since(moment: RenderSamples.moment(moment)) == words)
  }

  @Test(
    arguments: [
      ("2026-11-21T00:00:00", "today"), ("2026-11-20T00:00:00", "yesterday"),
      ("2026-11-20T23:59:59", "yesterday"), ("2026-11-03T00:00:00", "2 weeks ago"),
    ])
  func `a day is so many days ago`(day: String, words: String) {
    #expect(age.since(day: RenderSamples.moment(day)) == words)
  }

  @Test func `moments are shown in the reader's zone`() {
    let moment = RenderSamples.moment("2026-11-20T15:30:00")
    #expect(age.local(moment) == "2026-11-21 00:30")
    #expect(age.localDayText(moment) == "2026-11-21")
  }

  @Test func `dates at the edge of time do no harm`() {
    for milliseconds in [Int64.min / 4, Int64.max / 4, 0] {
      let date = WireDate(milliseconds: milliseconds)
      #expect(!age.since(moment: date).isEmpty)
      #expect(!age.since(day: date).isEmpty)
    }
  }
}
