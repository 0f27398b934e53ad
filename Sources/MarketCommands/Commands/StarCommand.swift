import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerFiles
import SellerSession

enum StarCommand: Command {
  static let listings = ListingTargets.required

  static let spec = CommandSpec(
    "star", aliases: ["별표"], group: .keep, summary: "Star listings",
    discussion: """
      Stars are saved on this machine; only you see them. list --starred shows the starred \
      listings. A star follows its listing when undo or edit --replace gives it a new id, and \
      stays in notebook when the listing is removed.
      """,
    effect: .writesFiles, grammar: [listings], examples: ["star 12", "star 12..20 @MUG-01"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let products = try await context.listings.products(
      context.listings.read(input[listings])
    ).products
    let account = try context.market.notebookAccount()
    for product in products {
      try context.market.notebook.star(
        product.id, named: product.name, at: context.environment.now(), for: account)
      context.market.recordExisting(product)
    }
    let facts: JSONObject = ["starred": .array(products.map { .integer($0.id) })]
    guard products.count == 1, let product = products.first else {
      let text = Message(
        count: products.count, one: "Starred 1 listing.",
        other: "Starred \(products.count) listings.")
      return .reply(Reply(text, try: ["list --starred"], facts: facts))
    }
    return .reply(Reply("Starred \(product.id) \(product.name).", facts: facts))
  }
}
