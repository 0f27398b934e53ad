import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum AgainCommand: Command {
  static let spec = CommandSpec(
    "again", aliases: ["다시보기"], group: .look,
    summary: "Show the last listings again, in another format",
    discussion: "Sends no request: the listings are those that were shown last.",
    traits: [.needsPage], fields: ListingField.keys,
    examples: ["again --json", "again --format csv --fields id,name,price"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    guard let output = context.listings.browser.lastAnswer else { throw SellerError.noLastOutput }
    guard output.cachedAt == nil || context.market.mayUseCache else { throw SellerError.againIsOld }
    return output
  }
}
