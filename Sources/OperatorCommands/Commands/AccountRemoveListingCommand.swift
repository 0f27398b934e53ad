import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum AccountRemoveListingCommand: Command {
  static let id = Argument<Count>("id", help: "the id of a listing of any shop")
  static let reason = Option<Text>("reason", help: "why; kept in removals.jsonl of the market")

  static let spec = CommandSpec(
    "account remove-listing", aliases: ["계정 상품삭제"], group: .market,
    summary: "Remove a listing of any shop",
    discussion: """
      For the operator of a market. It cannot be undone; account disable stops the shop from \
      adding others.
      """,
    effect: .changesMarkets, traits: .isNeverProposed,
    grammar: [id, reason, AccountAddCommand.data, AccountResetCommand.yes],
    examples: ["account remove-listing 12 --reason \"counterfeit\" --yes"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(context.files.location)
    let number = input[id].value
    try await context.console.confirm(
      "Remove listing \(formatted: "\(number)")?", count: 1,
      isAnswered: input[AccountResetCommand.yes])
    let listing = try await context.environment.host.removeListing(
      number, reason: input[reason].value, in: folder)
    return .reply("Removed \(formatted: "\(number)") \(listing.name) of \(listing.shop).")
  }
}
