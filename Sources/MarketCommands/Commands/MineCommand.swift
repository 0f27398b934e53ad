import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession

enum MineCommand: Command {
  /// The filters without those that choose a shop.
  private static let filters = FilterOptions.looking(without: [
    FilterOptions.mine, FilterOptions.seller,
  ])

  static let spec = CommandSpec(
    "mine", aliases: ["내상품"], group: .look, summary: "List your own listings",
    traits: [.setsPage, .worksOffline], fields: ListingField.keys,
    grammar: filters + PageOptions.parameters, rules: FilterOptions.rules + PageOptions.rules,
    examples: ["\(command: "mine")", "mine --sold-out", "mine --search mug --sort stock"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    var filter = try await FilterOptions.filter(input, in: context.listings)
    filter.isMine = true
    return try await context.list(input, filter)
  }
}
