import CommandLanguage
package import LocalFiles
package import MarketRender
import MarketWire
import Messages
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
        .init("name", title: "name"), .init("value", title: "value", wraps: true),
        .init("default", title: "default", dropOrder: 1),
        .init("values", title: "values", dropOrder: 0, wraps: true),
        .init("about", title: "about", wraps: true),
      ],
      rows: settings.map { setting in
        [
          .text(setting.rawValue), shown(setting, of: kept, in: context),
          .text(setting.standard), allowed(setting), .message(setting.help),
        ]
      })
  }

  private static func allowed(_ setting: Setting) -> Cell {
    Cell(.string(setting.allowed().english), display: setting.allowed(separatedBy: " | "))
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
          .init("name", label: "name", .text(setting.rawValue)),
          .init("value", label: "value", shown(setting, of: kept, in: context)),
          .init("default", label: "default", .text(setting.standard)),
          .init("values", label: "values", .message(setting.allowed())),
          .init("about", label: "about", .message(setting.help)),
        ]))
    }
    let isReset = words.count == 1 && text.lowercased() == "default"
    let value = isReset ? nil : try canonical(text, setting)
    try context.settings.change { settings in
      settings[setting] = value
    }
    if setting == .layout { context.session.browser.layout = nil }
    if setting == .language { context.settings.applyLanguage() }
    if setting == .timing { context.memory.showsTiming = nil }
    let now = shown(value ?? setting.standard, setting)
    let name = setting.rawValue
    if now.isEmpty { return .reply("\(formatted: name) is no longer set.") }
    return .reply(
      isReset ? "\(formatted: name) is reset to \(now)." : "\(formatted: name) is \(now).")
  }

  /// - Throws: ``SellerError/badSetting(_:typed:_:)``.
  package static func canonical(_ text: String, _ setting: Setting) throws(SellerError) -> String {
    do throws(ValueProblem) {
      let value = try setting.canonical(text)
      return setting == .locale && value != "auto" ? try LocaleName.known(value) : value
    } catch {
      throw .badSetting(setting.rawValue, typed: text, error)
    }
  }

  /// Returns the current value. `grid` or `table` may have chosen another layout for this prompt.
  private static func shown(_ setting: Setting, of saved: Settings, in context: CommandContext)
    -> Cell
  {
    let text = shown(saved[setting] ?? setting.standard, setting)
    guard setting == .layout, context.scope.mode == .prompt,
      let layout = context.session.browser.layout?.rawValue, layout != text
    else { return .text(text) }
    return .message("\(text), at this prompt \(layout)")
  }

  /// Returns a saved value as it would be typed.
  private static func shown(_ text: String, _ setting: Setting) -> String {
    guard setting == .sort, let sort = ListingSort(text: text) else { return text }
    return sort.key.rawValue + (sort.isDescending ? " desc" : "")
  }
}
