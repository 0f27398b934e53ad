/// `remove`: takes one's own listings off the market.
import CommandLanguage
import MarketRender
import MarketWire
import OpenMarketClient
import TerminalKit

enum RemoveCommand: Command {
  static let answers = AnswerShape.products

  static let listings = Argument<[ListingTarget]>(
    "listing", help: "ids, ranges such as 12..20, or codes such as @MUG-01", isRequired: true)
  static let yes = Flag("yes", short: "y", help: "do not ask")

  static let spec = CommandSpec(
    "remove", aliases: ["rm", "delete", "삭제"], group: .sell, summary: "Take your listings down",
    discussion: """
      It asks first, and touches your own listings only. The code of a removed listing is free \
      again.
      """,
    grammar: [listings, yes], examples: ["remove @MUG-01", "remove 12..20 --yes"])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    if !input[yes], !session.canAsk {
      throw SellerError.cannotAsk(question: "removing", option: "--yes")
    }
    let products = try await session.ownProducts(input[listings])
    try await session.confirm(
      try question(products, in: session), count: products.count, isAnswered: input[yes])
    let client = try await session.sellingClient()
    let removed = try await session.each(products, "removed", id: \.id) { product in
      let row = session.row(product)
      let last = try await session.activity.show("removing \(product.name)") {
        try await client.remove(product.id).value
      }
      do {
        try session.releaseCode(of: product)
      } catch {
        let code = row.code.map { " @\($0)" } ?? ""
        throw session.partly("removed", product, missing: "its code\(code) is not free", error)
      }
      return Change("removed", ProductRow(last, code: row.code))
    }
    return removed.count == 1 ? .change(removed[0]) : .changes(removed)
  }

  private static func question(_ products: [Product], in session: Session) throws -> String {
    let place = try session.place()
    guard products.count > 1 else {
      return "Remove \(products[0].id) \(ForeignText(products[0].name).line) from \(place)?"
    }
    return "Remove \(products.count) listings from \(place)?"
  }
}
