package import CommandLanguage
import Foundation
import MarketRender
package import MarketWire
import TerminalPictures

/// A setting of `set` or `profile`, by the name that a seller types.
package enum Setting: String, CaseIterable, Sendable {
  case locale, theme, color, spoken, layout, sort
  case perPage = "per-page"
  case pager, timing, keys, pictures, cache
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
    case .locale, .theme, .color, .perPage: "auto"
    case .spoken, .timing: "off"
    case .keys: EditingKeys.emacs.rawValue
    case .layout: "table"
    case .sort: "newest"
    case .pager, .pictures: "auto"
    case .cache: CacheLimit.standard.text
    case .shop, .currency: ""
    }
  }

  /// The valid values as text, for help.
  package var allowed: String {
    switch self {
    case .locale: "auto, or a locale such as ko_KR"
    case .perPage: "auto, or 1 to 1000"
    case .sort: ListingSort.Key.allCases.map(\.rawValue).joined(separator: "|") + ", with desc"
    case .pager: "auto, off, or a command such as 'less -R'"
    case .cache: "off, or a size such as 512MB"
    case .shop: "a name"
    case .currency: "a code such as KRW"
    default: choices.joined(separator: "|")
    }
  }

  /// The purpose, as one line without a full stop.
  package var help: String {
    switch self {
    case .locale: "how money is written; auto takes LC_ALL, LC_MONETARY or LANG"
    case .theme: "colors for a light or a dark background; auto asks the terminal, or COLORFGBG"
    case .color: "when to use color, before NO_COLOR and the like"
    case .spoken: "for screen readers: label: value lines, no boxes, no repaints"
    case .layout: "how a list looks"
    case .sort: "the order of a list"
    case .perPage: "listings a page"
    case .pager: "what long answers are shown with; auto takes PAGER"
    case .timing: "tell the time after each command"
    case .keys: "the keys that edit a line at the prompt"
    case .pictures: "how pictures are drawn; auto asks the terminal"
    case .cache: "the room that the cache may take on disk"
    case .shop: "the name that your shop at home gets"
    case .currency: "the currency of amounts that name none"
    }
  }

  /// The valid words, if there are only a few.
  package var choices: [String] {
    switch self {
    case .theme: ThemeChoice.allCases.map(\.rawValue)
    case .color: ["auto", "always", "never"]
    case .spoken, .timing: ["on", "off"]
    case .layout: ListLayout.allCases.map(\.rawValue)
    case .keys: EditingKeys.allCases.map(\.rawValue)
    case .pictures: PictureSetting.allCases.map(\.rawValue)
    default: []
    }
  }

  /// The canonical form of a typed value.
  /// - Throws: ``ValueProblem`` if the value is invalid.
  package func canonical(_ typed: String) throws(ValueProblem) -> String {
    let text = Folding.normalized(typed.trimmingCharacters(in: .whitespacesAndNewlines))
    if text.isEmpty {
      if self == .pager { return "off" }
      throw .empty
    }
    if ["auto", "off"].contains(text.lowercased()), allowed.contains(text.lowercased()) {
      return text.lowercased()
    }
    switch self {
    case .locale: return try LocaleName.plain(text)
    case .sort: return try Self.sort(text)
    case .perPage:
      return String(try Self.number(text, within: 1...1000))
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
    throw .notOneOf(choices, nearest: NearMiss.nearest(to: text, among: choices))
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
      throw .notOneOf(names, nearest: NearMiss.nearest(to: name, among: names))
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
    case .spoken, .timing: .bool(text == "on")
    case .perPage: Int(text).map(JSON.integer) ?? .string(text)
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
