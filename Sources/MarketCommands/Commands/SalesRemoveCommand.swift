import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum SalesRemoveCommand: Command {
  static let number = Argument<WholeNumber>(
    "sale", help: "the number of a sale")

  static let spec = CommandSpec(
    "sales remove", aliases: ["세일목록 삭제"], group: .sell, summary: "Forget a sale",
    discussion: """
      A planned sale does not begin. The discounts of a running one stay as they are; end it with \
      undo instead.
      """,
    effect: .writesFiles, traits: .isNeverProposed, grammar: [number],
    examples: ["sales remove 1"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let number = input[number].value
    var isFound = false
    try SaleStore(context.market).change { sales in
      isFound = sales.contains { $0.number == number }
      sales.removeAll { $0.number == number }
    }
    return .reply(isFound ? "Forgot sale \(number)." : "There is no sale \(number).")
  }
}
