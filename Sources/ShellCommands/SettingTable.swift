import CommandLanguage
package import MarketRender
import MarketWire
import Messages
package import SellerFiles
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
          Cell(.string(setting.rawValue), display: "\(command: setting.rawValue)"),
          shown(setting, of: kept, in: context),
          cell(setting.standard, of: setting), allowed(setting), .message(setting.help),
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
          .init(
            "name", label: "name",
            Cell(.string(setting.rawValue), display: "\(command: setting.rawValue)")),
          .init("value", label: "value", shown(setting, of: kept, in: context)),
          .init("default", label: "default", cell(setting.standard, of: setting)),
          .init("values", label: "values", .message(setting.allowed())),
          .init("about", label: "about", .message(setting.help)),
        ]))
    }
    let isReset = isReset(words)
    let value = isReset ? nil : try canonical(text, setting)
    try context.settings.change { settings in
      settings[setting] = value
    }
    if setting == .layout { context.listings.browser.layout = nil }
    if setting == .language { context.settings.applyLanguage() }
    if setting == .timing { context.memory.showsTiming = nil }
    let now = shown(value ?? setting.standard, setting)
    let name = setting.rawValue
    if now.isEmpty { return .reply("\(command: name) is no longer set.") }
    let shown = message(now, of: setting)
    return .reply(
      isReset ? "\(command: name) is reset to \(shown)." : "\(command: name) is \(shown).")
  }

  /// Whether the words for a value mean that there is none.
  package static func isReset(_ words: [String]) -> Bool {
    words.count == 1 && KoreanNames.english(words[0], among: ["default"]).lowercased() == "default"
  }

  /// A value; its words have the names that can be typed in the language.
  private static func message(_ text: String, of setting: Setting) -> Message {
    let parts = text.split(separator: " ").map(String.init)
    guard parts.allSatisfy(setting.words.contains) else { return "\(text)" }
    return .list(parts.map { "\(command: $0)" }, .sentences)
  }

  private static func cell(_ text: String, of setting: Setting) -> Cell {
    Cell(.string(text), display: message(text, of: setting))
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
    // The shop has another name than the saved one if its account was renamed, or the name taken.
    let shop = setting == .shop ? try? context.market.shopAtHome() : nil
    let text = shown(shop ?? saved[setting] ?? setting.standard, setting)
    guard setting == .layout, context.scope.mode == .prompt,
      let layout = context.listings.browser.layout?.rawValue, layout != text
    else { return cell(text, of: setting) }
    return .message("\(command: text), at this prompt \(command: layout)")
  }

  /// Returns a saved value as it would be typed.
  private static func shown(_ text: String, _ setting: Setting) -> String {
    guard setting == .sort, let sort = ListingSort(text: text) else { return text }
    return sort.key.rawValue + (sort.isDescending ? " desc" : "")
  }
}
