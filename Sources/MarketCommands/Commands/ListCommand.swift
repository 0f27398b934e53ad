import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession

enum ListCommand: Command {
  static let spec = CommandSpec(
    "list", aliases: ["ls", "목록"], group: .look, summary: "List listings, newest first",
    discussion: """
      At the prompt next, prev and page N go on with the last list, and the layout, the order and \
      the size of a page stay as chosen. --search looks into the names of listings and of shops; \
      with --mine into the names of your listings only. Prices are what a buyer pays, compared \
      within one currency: the one that is written, or your usual one. Days are yours; where the \
      market tells no time of day they are days in UTC. What you looked at within a day is shown \
      again, with its time, while its market cannot be reached; programs and scripts get an error.
      """,
    traits: [.setsPage, .worksOffline], fields: ListingField.keys,
    insteadOfArguments: ArgumentProposals(
      targets: ShowCommand.spec.name, words: SearchCommand.spec.name),
    grammar: FilterOptions.looking + PageOptions.parameters,
    rules: FilterOptions.lookingRules + PageOptions.rules,
    examples: [
      "list --page 2", "list --mine --search mug", "list --sort price --desc --in-stock",
      "list --min-price ₩10000 --since 7d", "list --all --format csv",
    ])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    try await context.list(input, try FilterOptions.filter(input, settings: context.settings))
  }
}
