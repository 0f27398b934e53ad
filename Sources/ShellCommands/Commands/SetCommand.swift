import Base
import CommandLanguage
import DiskCache
import MarketRender
import Messages
import SellerSession

enum SetCommand: Command {
  static let name = Argument<SettingName?>("name", help: "the name of the setting").role(
    .settingName)
  static let value = Argument<[PossiblyEmptyText]>(
    "value", help: "the new value; default resets it"
  ).role(.settingValue)

  static let spec = CommandSpec(
    "set", aliases: ["설정"], group: .shell, summary: "Show or change a setting",
    discussion: """
      Without a name, lists all settings; with a name, shows one. A setting applies everywhere \
      from then on. Lists at the prompt keep the layout, sort and page size chosen last, until you \
      set them. A smaller cache deletes what no longer fits at once.
      """,
    effect: .changesShell, fields: SettingTable.keys, grammar: [name, value],
    examples: ["set", "set theme light", "set sort price desc", "set locale default"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    guard let name = input[name] else {
      return .table(try SettingTable.table(Setting.all(ofProfile: false), in: context))
    }
    let answer = try SettingTable.answer(name.setting, input[value].map(\.value), in: context)
    if name.setting == .cache, !input[value].isEmpty {
      // Apply a smaller limit, or `off`, at once.
      let cache = context.market.caches.disk
      await runOnNewThread { cache.evict() }
    }
    return answer
  }
}

struct SettingName: ParameterValue {
  let setting: Setting

  static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> SettingName {
    let text = word.text.lowercased().replacing("_", with: "-")
    if let setting = Setting(rawValue: text) { return SettingName(setting: setting) }
    let names = Setting.all(ofProfile: false).map(\.rawValue)
    throw .none(of: names, for: text)
  }

  static let valueName: Message = "name"
  static let sample = "theme"
  static let completion = CompletionKind.choice(Setting.all(ofProfile: false).map(\.rawValue))
  var description: String { setting.rawValue }
}
