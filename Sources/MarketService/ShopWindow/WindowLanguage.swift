import Formatting
import Foundation
import MarketWire

/// A language of the shop window.
enum WindowLanguage: String, CaseIterable {
  case english = "en"
  case korean = "ko"

  /// Selects the language that `Accept-Language` prefers; English if it names none (RFC 9110,
  /// section 12.5.4).
  init(acceptedBy request: HTTPRequest) {
    var best: (language: WindowLanguage, weight: Double)?
    for (range, weight) in AcceptedValues("Accept-Language", of: request).items {
      let tag = String(range.prefix { $0.isLetter })
      guard let language = range == "*" ? .english : WindowLanguage(rawValue: tag) else { continue }
      if weight > best?.weight ?? 0 { best = (language, weight) }
    }
    self = best?.language ?? .english
  }

  /// The code of language and country for link previews.
  var locale: String { self == .korean ? "ko_KR" : "en_US" }

  /// The amounts of prices as this language writes them.
  var money: MoneyText { self == .korean ? Self.koreanMoney : Self.englishMoney }

  private static let englishMoney = MoneyText(locale: Locale(identifier: "en_US"))
  private static let koreanMoney = MoneyText(locale: Locale(identifier: "ko_KR"))
}
