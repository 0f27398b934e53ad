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
  static let shop = Option<Text?>("shop", help: "the new name of your shop")
  static let value = Argument<[PossiblyEmptyText]>(
    "value", help: "the new value; default resets it"
  ).role(.settingValue)

  static let spec = CommandSpec(
    "profile", aliases: ["프로필"], group: .market,
    summary: "Show or change your shop name and currency",
    discussion: """
      Buyers see the name of your shop. Your shop at home gets this name, now or when it is \
      created, and so does the one at the market in use if that market can rename shops, as those \
      of market serve can. Amounts that you type \
      without a currency are in this currency.
      """,
    effect: .changesShell, fields: SettingTable.keys, grammar: [name, value, shop],
    rules: [.atMostOne([name, shop])],
    examples: ["profile", "profile currency USD", "profile shop \"Oak\""])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    if let shop = input[shop]?.value { return try await rename([shop], in: context) }
    guard let name = input[name] else {
      return .table(try SettingTable.table(Setting.all(ofProfile: true), in: context))
    }
    let words = input[value].map(\.value)
    guard name == .shop, !words.isEmpty, !SettingTable.isReset(words) else {
      return try SettingTable.answer(name.setting, words, in: context)
    }
    return try await rename(words, in: context)
  }

  /// Sets the name of the shop, and renames the one at the market in use and the one at home.
  private static func rename(_ words: [String], in context: CommandContext) async throws -> Output {
    let shop = try SettingTable.canonical(words.joined(separator: " "), .shop)
    let here = try context.market.profile()
    // First, because it is what fails most often, and then nothing has changed.
    if !here.isHome, let old = here.shop {
      if let new = try await context.market.renameShop(to: shop) {
        context.console.report("Your shop at \(here.name) is \(new) now, and buyers see this name.")
      } else if old != shop {
        context.console.report(
          "At \(here.name) your shop is still \(old): this market cannot rename shops.")
      }
    }
    let renamed = try await context.market.renameShopAtHome(to: shop)
    let answer = try SettingTable.answer(.shop, words, in: context)
    return renamed.map { .reply("Your shop at home is \($0) now, and buyers see this name.") }
      ?? answer
  }
}
