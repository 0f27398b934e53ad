package import CommandLanguage
import Foundation
import MarketRender
package import MarketWire
package import Messages
import ScreenPictures

/// A setting of `set` or `profile`, by the name that a seller types.
package enum Setting: String, CaseIterable, Sendable {
  case language, locale, theme, color, spoken, layout, sort
  case perPage = "per-page"
  case pager, timing, keys, mouse, marks, title, pictures, cache
  case lowStock = "low-stock"
  case keepSearches = "keep-searches"
  // Settings of `profile`.
  case shop, currency

  /// Whether it is about the seller instead of the screen.
  package var isOfProfile: Bool { self == .shop || self == .currency }

  /// The settings of `set` or of `profile`, in display order.
  package static func all(ofProfile: Bool) -> [Setting] {
    allCases.filter { $0.isOfProfile == ofProfile }
  }

  /// The name of its member in `settings.json`.
  package var member: String { rawValue.replacing("-", with: "_") }

  /// The default value.
  package var standard: String {
    switch self {
    case .language, .locale, .theme, .color, .perPage: "auto"
    case .spoken, .timing, .marks, .title: "off"
    case .lowStock: "\(Settings.usualLowStock)"
    case .keepSearches, .mouse: "on"
    case .keys: EditingKeys.emacs.rawValue
    case .layout: "table"
    case .sort: "newest"
    case .pager, .pictures: "auto"
    case .cache: CacheLimit.standard.text
    case .shop, .currency: ""
    }
  }

  /// The valid values, for help.
  ///
  /// - Parameter separator: stands between choices; with spaces, a long line can wrap.
  package func allowed(separatedBy separator: String = "|") -> Message {
    switch self {
    case .locale: "\(command: "auto"), or a locale such as \(command: "ko_KR")"
    case .perPage: "\(command: "auto"), or 1 to 1000"
    case .sort: "\(command: sortKeys.joined(separator: separator)), with \(command: "desc")"
    case .pager:
      "\(command: "auto"), \(command: "off"), or a command such as \(command: "'less -R'")"
    case .lowStock: "1 to 1000000"
    case .cache: "\(command: "off"), or a size such as \(command: "512MB")"
    case .shop: "a name"
    case .currency: "a code such as \(command: "KRW")"
    default: "\(command: choices.joined(separator: separator))"
    }
  }

  private var sortKeys: [String] { ListingSort.Key.allCases.map(\.rawValue) }

  /// The words that are valid besides values of its own form.
  private var keywords: [String] {
    switch self {
    case .locale, .perPage: ["auto"]
    case .pager: ["auto", "off"]
    case .cache: ["off"]
    default: choices
    }
  }

  /// The purpose, as one line without a full stop.
  package var help: Message {
    switch self {
    case .language:
      """
      the language of texts; \(command: "auto") uses \(formatted: "LC_ALL"), \
      \(formatted: "LC_MESSAGES") or \(formatted: "LANG")
      """
    case .locale:
      """
      how money is written; \(command: "auto") uses \(formatted: "LC_ALL"), \
      \(formatted: "LC_MONETARY") or \(formatted: "LANG")
      """
    case .theme:
      """
      colors for a light or a dark background; \(command: "auto") asks the terminal, or uses \
      \(formatted: "COLORFGBG")
      """
    case .color: "when to use color; overrides \(formatted: "NO_COLOR") and similar variables"
    case .spoken: "for screen readers: one labeled value per line, no boxes, no repaints"
    case .layout: "the layout of a list"
    case .sort: "the order of a list"
    case .perPage: "listings per page"
    case .pager:
      "the pager for long answers; \(command: "auto") uses \(formatted: "PAGER"), or less"
    case .timing: "show how long each command took"
    case .keys: "the keys that edit a line at the prompt"
    case .mouse: "click and scroll in windows; \(command: "off") leaves the mouse to the terminal"
    case .marks:
      "mark prompts and answers, for terminals that jump between them (\(formatted: "OSC 133"))"
    case .title: "show the market and the shop in the title of the terminal"
    case .pictures: "how pictures are drawn; \(command: "auto") asks the terminal"
    case .cache: "the size limit of the disk cache"
    case .lowStock: "a listing with fewer in stock than this is running low"
    case .keepSearches: "remember what you search for, for \(command: "recent")"
    case .shop: "the name of your shop at home"
    case .currency: "the currency of amounts without one"
    }
  }

  /// The valid words, if there are only a few.
  package var choices: [String] {
    switch self {
    case .language: ["auto"] + DisplayLanguage.codes
    case .theme: ThemeChoice.allCases.map(\.rawValue)
    case .color: ["auto", "always", "never"]
    case .spoken, .timing, .keepSearches, .mouse, .marks, .title: ["on", "off"]
    case .layout: ListLayout.allCases.map(\.rawValue)
    case .keys: EditingKeys.allCases.map(\.rawValue)
    case .pictures: PictureSetting.allCases.map(\.rawValue)
    default: []
    }
  }

  /// The words that a value can have, besides those of its own form.
  package var words: [String] {
    keywords + (self == .sort ? sortKeys + ["asc", "desc"] : [])
  }

  /// The canonical form of a typed value.
  /// - Throws: ``ValueProblem`` if the value is invalid.
  package func canonical(_ typed: String) throws(ValueProblem) -> String {
    let text = Folding.normalized(typed.trimmingCharacters(in: .whitespacesAndNewlines))
      .split(separator: " ", omittingEmptySubsequences: false)
      .map { KoreanNames.english(String($0), among: words) }.joined(separator: " ")
    if text.isEmpty {
      if self == .pager { return "off" }
      throw .empty
    }
    if keywords.contains(text.lowercased()) { return text.lowercased() }
    switch self {
    case .locale: return try LocaleName.plain(text)
    case .sort: return try Self.sort(text)
    case .perPage:
      return String(try Self.number(text, within: 1...1000))
    case .lowStock: return String(try Self.number(text, within: 1...1_000_000))
    case .cache: return try CacheLimit.read(text).text
    case .pager, .shop:
      if text.count > 1000 { throw .tooLong(limit: 1000) }
      return text
    case .currency:
      let word = Word.words(arguments: [text])[0]
      let context = ReadingContext(now: Date(timeIntervalSince1970: 0), timeZone: .gmt)
      return try CurrencyCode.read(word, in: context).currency.rawValue
    default: return try Self.choice(text, of: choices)
    }
  }

  private static func choice(
    _ text: String, of choices: [String]
  ) throws(ValueProblem) -> String {
    if choices.contains(text.lowercased()) { return text.lowercased() }
    throw .none(of: choices, for: text)
  }

  /// The canonical form of `price`, `price desc`, `price asc` or `-price`, as in the query.
  private static func sort(_ text: String) throws(ValueProblem) -> String {
    var words = text.lowercased().split(separator: " ").map(String.init)
    var isDescending = false
    if let last = words.last, words.count == 2, ["asc", "desc"].contains(last) {
      isDescending = last == "desc"
      words.removeLast()
    } else if text.hasPrefix("-") {
      isDescending = true
      words[0].removeFirst()
    }
    let name = words.joined(separator: " ")
    guard let key = ListingSort.Key(rawValue: name) else {
      let names = ListingSort.Key.allCases.map(\.rawValue)
      throw .none(of: names, for: name)
    }
    return ListingSort(key, isDescending: isDescending).text
  }

  private static func number(
    _ text: String, within bounds: ClosedRange<Int>
  ) throws(ValueProblem) -> Int {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }) else { throw .notANumber }
    guard let number = Int(text), bounds.contains(number) else {
      throw .outOfRange("\(bounds.lowerBound)", "\(bounds.upperBound)")
    }
    return number
  }
}

extension Setting {
  /// The JSON value of a canonical text: switches become booleans, numbers become numbers.
  package func json(of text: String) -> JSON {
    switch self {
    case .spoken, .timing, .keepSearches, .mouse, .marks, .title: .bool(text == "on")
    case .perPage, .lowStock: Int(text).map(JSON.integer) ?? .string(text)
    default: .string(text)
    }
  }

  /// The canonical text of a JSON value; nil if it has none.
  package func text(of json: JSON) -> String? {
    let written: String? =
      switch json {
      case .bool(let isOn): isOn ? "on" : "off"
      case .number(let number): number.literal
      default: json.stringValue
      }
    return written.flatMap { try? canonical($0) }
  }
}
