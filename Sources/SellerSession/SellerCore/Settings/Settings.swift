import CommandLanguage
import Foundation
package import LineEditor
public import MarketRender
public import MarketWire
import Messages
package import ScreenPictures
package import SellerFiles

/// The brightness of the terminal's background.
package enum ThemeChoice: String, CaseIterable, Sendable {
  case auto, light, dark
}

/// The keys that edit a line at the prompt.
public enum EditingKeys: String, CaseIterable, Sendable {
  case emacs, vi

  /// The same choice as a value of the line editor.
  package var style: KeyStyle {
    switch self {
    case .emacs: .emacs
    case .vi: .vi
    }
  }
}

/// The contents of `settings.json`: the values of `set` and `profile`, which apply at the prompt
/// and in scripts. Missing values are nil.
public struct Settings: Hashable, Sendable {
  /// The values in canonical form; see ``Setting/canonical(_:)``.
  private var texts: [Setting: String] = [:]
  /// Whether `profile setup` was used or declined.
  package var isSetUp = false

  public init(currency: Currency? = nil) {
    self.currency = currency
  }

  /// The canonical form of a setting; nil if it has its default.
  package subscript(setting: Setting) -> String? {
    get { texts[setting] }
    set { texts[setting] = newValue }
  }

  /// The currency of amounts without one.
  public var currency: Currency? {
    get { texts[.currency].map { Currency(rawValue: $0) } }
    set { texts[.currency] = newValue?.rawValue }
  }

  /// The name of the shop at home.
  public var shop: String? { texts[.shop] }
  /// The default layout of lists.
  public var layout: ListLayout? { texts[.layout].flatMap(ListLayout.init) }
  /// The default order of lists.
  public var sort: ListingSort? { texts[.sort].flatMap(ListingSort.init) }
  /// The default number of listings per page; nil means as many as fit.
  public var perPage: Int? { texts[.perPage].flatMap { Int($0) } }
  /// The locale of money; nil means that of the environment.
  package var locale: String? { texts[.locale].flatMap { $0 == "auto" ? nil : $0 } }
  package var theme: ThemeChoice { texts[.theme].flatMap(ThemeChoice.init) ?? .auto }
  /// Whether output is for a screen reader; nil means not set.
  package var usesScreenReader: Bool? { texts[.spoken].map { $0 == "on" } }
  public var keys: EditingKeys { texts[.keys].flatMap(EditingKeys.init) ?? .emacs }
  package var pictures: PictureSetting { texts[.pictures].flatMap(PictureSetting.init) ?? .auto }
  package var cacheLimit: CacheLimit {
    texts[.cache].flatMap { try? CacheLimit.read($0) } ?? .standard
  }
  /// The stock below which a listing is running low.
  package var lowStock: Int { texts[.lowStock].flatMap { Int($0) } ?? Self.usualLowStock }
  package static let usualLowStock = 5
  package var keepsSearches: Bool { texts[.keepSearches] != "off" }
  /// The code of the language; nil for that of the environment.
  package var language: String? { texts[.language].flatMap { $0 == "auto" ? nil : $0 } }
  package var usesMouse: Bool { texts[.mouse] != "off" }
  /// Whether prompts and answers are marked for the terminal.
  package var marksPrompts: Bool { texts[.marks] == "on" }
  package var showsTitle: Bool { texts[.title] == "on" }
  package var showsTiming: Bool { texts[.timing] == "on" }
  /// The command of the pager; nil means that of the environment, empty means no pager.
  package var pager: String? {
    switch texts[.pager] {
    case nil, "auto": nil
    case "off": ""
    case let command: command
    }
  }
}

extension Settings {
  /// Reads the file; missing values are not set.
  package init(readingFrom path: String) throws(FileError) {
    guard let value = try PrivateFile(path: path).read() else { return }
    guard let object = value.objectValue else {
      throw FileError(path: path, reason: .damaged("it is not an object"))
    }
    isSetUp = object["profile_setup"]?.boolValue ?? false
    for setting in Setting.allCases {
      guard let json = object[setting.member], json != .null else { continue }
      guard let text = setting.text(of: json) else {
        throw FileError(
          path: path,
          reason: .damaged("its member \(formatted: setting.member) is not \(setting.allowed())"))
      }
      texts[setting] = text
    }
  }

  /// Writes the file, preserving members that this version does not know.
  package func write(to path: String) throws(FileError) {
    let file = PrivateFile(path: path)
    var object = try file.read()?.objectValue ?? JSONObject()
    for setting in Setting.allCases {
      object[setting.member] = texts[setting].map(setting.json)
    }
    if isSetUp { object["profile_setup"] = .bool(true) }
    // Versions before 1.0 kept the options of the last list.
    object["list"] = nil
    try file.write(.object(object))
  }
}
