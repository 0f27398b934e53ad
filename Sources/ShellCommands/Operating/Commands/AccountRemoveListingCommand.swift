import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum AccountRemoveListingCommand: Command {
  static let ids = Argument<[Count]>("id", help: "the ids of listings of any shops")
  static let reason = Option<Text>(
    "reason", help: "why; kept in the account log and in removals.jsonl")

  static let spec = CommandSpec(
    "account remove-listing", aliases: ["계정 상품삭제"], group: .market,
    summary: "Remove listings of any shop",
    discussion: """
      For the operator of a market. It cannot be undone; account disable stops the shop from \
      adding others. If one of several ids does not exist, nothing is removed.
      """,
    effect: .changesMarkets, traits: .isNeverProposed,
    grammar: [ids, reason, AccountAddCommand.data, AccountResetCommand.yes],
    examples: [
      "account remove-listing 12 --reason \"counterfeit\" --yes",
      "account remove-listing 12 15 19 --reason spam --yes",
    ])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(context.files.location)
    var seen: Set<Int> = []
    let numbers = input[ids].map(\.value).filter { seen.insert($0).inserted }
    let list = Message.list(numbers.map { "\(formatted: "\($0)")" }, .comma)
    try await context.console.confirm(
      Message(
        count: numbers.count, one: "Remove listing \(list) for good?",
        other: "Remove listings \(list) for good?"),
      count: numbers.count, isAnswered: input[AccountResetCommand.yes])
    let removed = try await context.environment.host.removeListings(
      numbers, reason: input[reason].value, in: folder)
    let lines = zip(numbers, removed).map { number, listing -> Message in
      "Removed \(formatted: "\(number)") \(listing.name) of \(listing.shop)."
    }
    return .reply(Reply(.list(lines, .lines)))
  }
}
