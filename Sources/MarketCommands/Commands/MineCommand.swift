/// `mine`: one's own listings.
import CommandLanguage
import MarketRender
import MarketWire

enum MineCommand: Command {
  /// Whose listings is settled here.
  private static let filters = FilterOptions.looking.filter {
    ![FilterOptions.mine.facts.name, FilterOptions.seller.facts.name].contains($0.facts.name)
  }

  static let spec = CommandSpec(
    "mine", group: .look, summary: "List your own listings",
    traits: [.setsPage, .worksOffline], fields: ProductField.keys,
    grammar: filters + PageOptions.parameters, rules: FilterOptions.rules + PageOptions.rules,
    examples: ["mine", "mine --sold-out", "mine --search mug --sort stock"])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    var narrowing = try session.narrowing(input)
    narrowing.isMine = true
    return try await session.list(input, narrowing)
  }
}
