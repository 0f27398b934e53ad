import Foundation
import MarketWire

enum FormatSamples {
  static let now = moment("2026-11-21T00:00:00")
  static let seoul = TimeZone(identifier: "Asia/Seoul") ?? .gmt

  static func moment(_ text: String) -> WireDate {
    WireDate(text: text) ?? WireDate(milliseconds: 0)
  }

  static func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }
}
