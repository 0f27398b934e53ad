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
  static let name = Argument<ProfileName?>("name", help: "what to show or change").role(
    .settingName)
  static let value = Argument<[PossiblyEmptyText]>(
    "value", help: "the new value; default resets it"
  ).role(.settingValue)

  static let spec = CommandSpec(
    "profile", aliases: ["프로필"], group: .market,
    summary: "Show or change your shop name and currency",
    discussion: """
      Your shop at home gets this name when it is created. Amounts that you type without a \
      currency are in this currency.
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
      context.console.report("Your shop at home keeps its name, \(shop).")
    }
    return try SettingTable.answer(name.setting, words, in: context)
  }
}
