import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession

enum SearchCommand: Command {
  static let words = Argument<[Text]>(
    "word", help: "part of a name, ignoring case; several words are one text")

  /// The filters without the word, which is an argument here.
  private static let filters = FilterOptions.looking(without: [FilterOptions.search])

  static let spec = CommandSpec(
    "search", aliases: ["find", "검색"], group: .look,
    summary: "Search the names of listings and shops",
    discussion: """
      Finds your codes, too. Descriptions are searched only with --descriptions. Without a word, shows what you \
      searched for lately, as recent does.
      """,
    traits: [.setsPage, .worksOffline], fields: ListingField.keys + RecentCommand.keys,
    grammar: [words] + filters + PageOptions.parameters,
    rules: FilterOptions.lookingRules + PageOptions.rules,
    examples: [
      "search mug", "search oak mug --in-stock --sort price", "search linseed --descriptions",
    ])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    var filter = try await FilterOptions.filter(input, in: context.listings)
    guard !input[words].isEmpty || !filter.isAll else {
      return .table(try RecentCommand.table(in: context))
    }
    guard !input[words].isEmpty || !filter.searchesDescriptions else {
      throw SellerError.filter(
        "\(command: "--descriptions") needs a word to search for", at: "--descriptions")
    }
    if input[words].isEmpty { return try await context.list(input, filter) }
    filter.search = input[words].map(\.value).joined(separator: " ")
    return try await context.list(input, filter)
  }
}
