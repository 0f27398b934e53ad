import CommandLanguage
import MarketRender
import MarketWire
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
  static let words = Option<PossiblyEmptyText?>(
    "words", help: "a few words about your shop for buyers; empty for none")
  static let contact = Option<PossiblyEmptyText?>(
    "contact", help: "how buyers reach you: a link, mail or messenger; empty for none")
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
      without a currency are in this currency. --words and --contact are on the page of your shop at \
      the market in use, if it has such pages; everybody can read them there.
      """,
    effect: .changesShell, fields: SettingTable.keys, grammar: [name, value, shop, words, contact],
    rules: [
      .atMostOne([name, shop]), .atMostOne([name, words]), .atMostOne([name, contact]),
      .atMostOne([shop, words]), .atMostOne([shop, contact]),
    ],
    examples: [
      "profile", "profile currency USD", "profile shop \"Oak\"",
      "profile --contact oak@example.com",
    ])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    if let shop = input[shop]?.value { return try await rename([shop], in: context) }
    if input[words] != nil || input[contact] != nil {
      return try await tell(input[words]?.value, input[contact]?.value, in: context)
    }
    guard let name = input[name] else {
      return .table(try SettingTable.table(Setting.all(ofProfile: true), in: context))
    }
    let words = input[value].map(\.value)
    guard name == .shop, !words.isEmpty, !SettingTable.isReset(words) else {
      return try SettingTable.answer(name.setting, words, in: context)
    }
    return try await rename(words, in: context)
  }

  /// Changes what the shop says about itself at the market in use.
  private static func tell(
    _ words: String?, _ contact: String?, in context: CommandContext
  ) async throws -> Output {
    let here = try context.market.profile()
    guard here.credentials != nil else { throw SellerError.notSignedIn(market: here.name) }
    let market = context.market
    let stored = try await context.activity.show("the profile") {
      try await market.editProfile(words: words, contact: contact)
    }
    guard let stored else { throw NoProfile(market: here.name) }
    return .reply(
      stored == ShopProfile()
        ? "Saved: the page of your shop at \(here.name) says nothing more."
        : "Saved: buyers see this on the page of your shop at \(here.name).",
      try: here.isHome ? [] : ["share"])
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

/// `profile --contact` at a market that has no pages of shops.
private struct NoProfile: ReportedError {
  let market: String

  func report(at profile: MarketProfile?) -> ErrorReport {
    ErrorReport("\(market) has no pages on which a shop could say this", at: "profile")
  }
}
