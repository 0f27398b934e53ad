import CommandLanguage
import MarketRender
import Messages
import SellerSession

/// The names of the settings that `profile` saves.
enum ProfileName: String, ChoiceValue {
  case shop, currency

  var setting: Setting { self == .shop ? .shop : .currency }
}

enum ProfileCommand: Command {
  static let name = Argument<ProfileName?>("name", help: "what is to be kept").role(.settingName)
  static let value = Argument<[PossiblyEmptyText]>(
    "value", help: "what it shall be; default takes it back"
  ).role(.settingValue)

  static let spec = CommandSpec(
    "profile", group: .market, summary: "Show or change what is known of you",
    discussion: """
      The shop is the name that yours at home gets when it is made, the currency that of amounts \
      that name none.
      """,
    effect: .changesShell, fields: SettingTable.keys, grammar: [name, value],
    examples: ["profile", "profile currency USD", "profile shop \"Oak\""])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    guard let name = input[name] else {
      return .table(try SettingTable.table(Setting.all(ofProfile: true), in: context))
    }
    let words = input[value].map(\.value)
    if name == .shop, !words.isEmpty, let shop = try context.connections.profile(named: "home").shop
    {
      context.console.report("The shop that you have at home keeps its name, \(shop).")
    }
    return try SettingTable.answer(name.setting, words, in: context)
  }
}
