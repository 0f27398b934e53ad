import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession

enum ListCommand: Command {
  static let spec = CommandSpec(
    "list", aliases: ["ls", "목록"], group: .look, summary: "List listings, newest first",
    discussion: """
      At the prompt, next, prev, page N and refresh keep the options of the last list, and @page \
      means its listings; set changes the layout, sort and page size for good. A pipe and --out get \
      every listing, unless --page or --per-page is given. --search searches your codes and the \
      names of listings and shops; with --mine, your codes and the names of your listings only. \
      Prices are what a buyer pays, compared within one currency: \
      the one that you write, or your usual one. Days are in your time zone; if the market sends \
      no time of day, they are in UTC. If a market cannot be reached, lists that you viewed within \
      a day are shown with their time; programs and scripts get an error.
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
    try await context.list(input, try await FilterOptions.filter(input, in: context.listings))
  }
}
