import CommandLanguage
package import LocalFiles
package import MarketRender
import MarketWire
package import SellerSession
import TerminalKit

/// Shows and changes settings, for `set` and `profile`.
package enum SettingTable {
  /// The keys of its columns.
  package static let keys = ["name", "value", "default", "values", "about"]

  /// Returns a table of settings with their values, defaults, valid values and descriptions.
  package static func table(_ settings: [Setting], in context: CommandContext) throws(FileError)
    -> PlainTable
  {
    let kept = try context.settings.settings()
    return PlainTable(
      columns: [
        .init("name"), .init("value", wraps: true), .init("default", dropOrder: 1),
        .init("values", dropOrder: 0, wraps: true), .init("about", wraps: true),
      ],
      rows: settings.map { setting in
        [
          .text(setting.rawValue), .text(shown(setting, of: kept, in: context)),
          .text(setting.standard), words(setting.allowed), .text(setting.help),
        ]
      })
  }

  /// Returns choices such as `auto|light|dark` with spaces, so that the line can wrap.
  private static func words(_ choices: String) -> Cell {
    Cell(.string(choices), display: StyledText(choices.replacing("|", with: " | ")))
  }

  /// Shows a setting, or changes it if there are words for it.
  package static func answer(
    _ setting: Setting, _ words: [String], in context: CommandContext
  ) throws -> Output {
    let text = words.joined(separator: " ")
    if words.isEmpty {
      let kept = try context.settings.settings()
      return .record(
        Record([
          "name": setting.rawValue,
          "value": shown(setting, of: kept, in: context),
          "default": setting.standard, "values": setting.allowed, "about": setting.help,
        ]))
    }
    let isReset = words.count == 1 && text.lowercased() == "default"
    let value = isReset ? nil : try canonical(text, setting)
    try context.settings.change { settings in
      settings[setting] = value
      settings.forgetKept(setting)
    }
    if setting == .timing { context.memory.showsTiming = nil }
    let now = shown(value ?? setting.standard, setting)
    if now.isEmpty { return .reply("Nothing is kept as your \(setting.rawValue) any more.") }
    return .reply("\(setting.rawValue) is \(now)\(isReset ? " again" : "").")
  }

  /// - Throws: ``SellerError/badSetting(_:typed:_:)``.
  private static func canonical(_ text: String, _ setting: Setting) throws(SellerError) -> String {
    do throws(ValueProblem) {
      let value = try setting.canonical(text)
      return setting == .locale && value != "auto" ? try LocaleName.known(value) : value
    } catch {
      throw .badSetting(setting.rawValue, typed: text, error)
    }
  }

  /// Returns the current value. At a prompt, the options of the last list also apply to the next
  /// one.
  private static func shown(_ setting: Setting, of kept: Settings, in context: CommandContext)
    -> String
  {
    let text = shown(kept[setting] ?? setting.standard, setting)
    guard context.scope.mode == .prompt else { return text }
    let last: String? =
      switch setting {
      case .layout: kept.list.layout?.rawValue
      case .sort: (kept.list.sort?.text).map { shown($0, .sort) }
      case .perPage: kept.list.perPage.map(String.init)
      default: nil
      }
    guard let last, last != text else { return text }
    return "\(last), as in the last list"
  }

  /// Returns a saved value as it would be typed.
  private static func shown(_ text: String, _ setting: Setting) -> String {
    guard setting == .sort, let sort = ListingSort(text: text) else { return text }
    return sort.key.rawValue + (sort.isDescending ? " desc" : "")
  }
}

extension Settings {
  /// Removes the value of the last list, so that the changed setting applies.
  fileprivate mutating func forgetKept(_ setting: Setting) {
    switch setting {
    case .layout: list.layout = nil
    case .sort: list.sort = nil
    case .perPage: list.perPage = nil
    default: break
    }
  }
}
