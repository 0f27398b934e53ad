import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession

enum AccountRenameCommand: Command {
  static let new = Argument<Text>("new", help: "the new name; no other account may have it")

  static let spec = CommandSpec(
    "account rename", aliases: ["계정 이름변경"], group: .market, summary: "Rename an account",
    discussion: "Its listings show the new name at once; its identifier and secret stay the same.",
    effect: .changesMarkets, traits: .isNeverProposed,
    grammar: [AccountResetCommand.name, new, AccountAddCommand.data],
    examples: ["account rename oak \"Oak & Ash\""])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(context.files.location)
    let name = input[AccountResetCommand.name].value
    let isOwn = try folder == nil && context.market.isShopAtHome(named: name)
    let renamed =
      isOwn
      ? try await context.market.renameShopAtHome(to: input[new].value)
      : try await context.environment.host.renameAccount(name, to: input[new].value, in: folder)
    return .reply("The account \(name) is now \(renamed ?? name).")
  }
}
