/// `show <listing>`: one listing in full.
import CommandLanguage
import MarketRender
import MarketWire
import OpenMarketClient

enum ShowCommand: Command {
  static let answers = AnswerShape.products

  static let listing = Argument<ListingTarget>("listing", help: "an id, or a code such as @MUG-01")

  static let spec = CommandSpec(
    "show", aliases: ["view", "get", "보기"], group: .look, summary: "Show one listing in full",
    grammar: [listing], examples: ["show 12", "show @MUG-01 --json"])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    let id = try session.id(of: input[listing])
    let product = try session.value(of: try await session.client().product(id))
    let isOwn = try session.ownShop()?.owns(product) ?? false
    return .detail(ProductDetail(session.row(product), isOwn: isOwn))
  }
}
