/// What the seller has settled once and for all: `settings.json`.
import CommandLanguage
import Foundation
package import LineEditor
package import LocalFiles
public import MarketRender
public import MarketWire
package import TerminalPictures

/// How the last list at a prompt was chosen to look; the next prompt goes on with it, and what is
/// nil was not chosen. Scripts and one-off commands know nothing of it.
public struct ListPreferences: Hashable, Sendable {
  public var layout: ListLayout?
  public var sort: ListingSort?
  /// Listings a page, 1 to 1000.
  public var perPage: Int?

  public init(layout: ListLayout? = nil, sort: ListingSort? = nil, perPage: Int? = nil) {
    self.layout = layout
    self.sort = sort
    self.perPage = perPage
  }
}

/// What light the letters stand on.
package enum ThemeChoice: String, CaseIterable, Sendable {
  case auto, light, dark
}

/// The keys that edit a line at the prompt.
public enum EditingKeys: String, CaseIterable, Sendable {
  case emacs, vi

  /// The same, as the line editor calls them.
  package var style: KeyStyle {
    switch self {
    case .emacs: .emacs
    case .vi: .vi
    }
  }
}

/// The values of `set` and `profile`, which act everywhere, at the prompt and in scripts; and
/// ``list``, which acts at the prompt only. What is nil has not been settled.
public struct Settings: Hashable, Sendable {
  /// Each in its kept form; see ``Setting/canonical(_:)``.
  private var texts: [Setting: String] = [:]
  /// What the last list at a prompt looked like.
  public var list = ListPreferences()

  public init(currency: Currency? = nil) {
    self.currency = currency
  }

  /// The kept form of a setting; nil where it is as usual.
  package subscript(setting: Setting) -> String? {
    get { texts[setting] }
    set { texts[setting] = newValue }
  }

  /// The currency of amounts that name none.
  public var currency: Currency? {
    get { texts[.currency].map { Currency(rawValue: $0) } }
    set { texts[.currency] = newValue?.rawValue }
  }

  /// The name that the shop at home gets.
  public var shop: String? { texts[.shop] }
  /// How lists look unless something else is chosen.
  public var layout: ListLayout? { texts[.layout].flatMap(ListLayout.init) }
  /// The order of lists unless something else is chosen.
  public var sort: ListingSort? { texts[.sort].flatMap(ListingSort.init) }
  /// Listings a page unless something else is chosen; nil is as many as fit.
  public var perPage: Int? { texts[.perPage].flatMap { Int($0) } }
  /// The locale of money as it was set; nil is that of the environment.
  package var locale: String? { texts[.locale].flatMap { $0 == "auto" ? nil : $0 } }
  package var theme: ThemeChoice { texts[.theme].flatMap(ThemeChoice.init) ?? .auto }
  /// nil where nothing was said.
  package var usesScreenReader: Bool? { texts[.spoken].map { $0 == "on" } }
  public var keys: EditingKeys { texts[.keys].flatMap(EditingKeys.init) ?? .emacs }
  package var pictures: PictureSetting { texts[.pictures].flatMap(PictureSetting.init) ?? .auto }
  package var cacheLimit: CacheLimit {
    texts[.cache].flatMap { try? CacheLimit.read($0) } ?? .standard
  }
  package var showsTiming: Bool { texts[.timing] == "on" }
  /// The command of the pager; nil is that of the environment, empty is none.
  package var pager: String? {
    switch texts[.pager] {
    case nil, "auto": nil
    case "off": ""
    case let command: command
    }
  }
}

extension Settings {
  /// Reads the file; what is missing has not been settled.
  package init(readingFrom path: String) throws(FileError) {
    guard let value = try PrivateFile(path: path).read() else { return }
    guard let object = value.objectValue else {
      throw FileError(path: path, reason: .damaged("it is not an object"))
    }
    for setting in Setting.allCases {
      guard let json = object[setting.member], json != .null else { continue }
      guard let text = setting.text(of: json) else {
        throw FileError(
          path: path,
          reason: .damaged("its member \(setting.member) is not \(setting.allowed)"))
      }
      texts[setting] = text
    }
    if let kept = object["list"] {
      guard let list = ListPreferences(json: kept) else {
        throw FileError(path: path, reason: .damaged("its member list is not what is kept there"))
      }
      self.list = list
    }
  }

  /// Writes the file, keeping members that this version does not know.
  package func write(to path: String) throws(FileError) {
    let file = PrivateFile(path: path)
    var object = try file.read()?.objectValue ?? JSONObject()
    for setting in Setting.allCases {
      object[setting.member] = texts[setting].map(setting.json)
    }
    object["list"] = list.json(over: object["list"]?.objectValue ?? JSONObject())
    try file.write(.object(object))
  }
}

extension ListPreferences {
  fileprivate init?(json: JSON) {
    guard let object = json.objectValue else { return nil }
    if let value = object["layout"] {
      guard let layout = value.stringValue.flatMap(ListLayout.init) else { return nil }
      self.layout = layout
    }
    if let value = object["sort"] {
      guard let sort = value.stringValue.flatMap(ListingSort.init) else { return nil }
      self.sort = sort
    }
    if let value = object["per_page"] {
      guard let count = value.intValue, (1...1000).contains(count) else { return nil }
      perPage = count
    }
  }

  /// Its members over those that this version does not know; nil where there are none.
  fileprivate func json(over old: JSONObject) -> JSON? {
    var object = old
    object["layout"] = layout.map { .string($0.rawValue) }
    object["sort"] = sort.map { .string($0.text) }
    object["per_page"] = perPage.map(JSON.integer)
    return object.members.isEmpty ? nil : .object(object)
  }
}
