import CommandLanguage
import ListingChanges
import MarketRender
import Messages
import SellerSession
import TableImport

enum LayoutsRemoveCommand: Command {
  static let name = Argument<Text>("layout", help: "the name of a saved layout")

  static let spec = CommandSpec(
    "layouts remove", aliases: ["표양식 삭제"], group: .sell, summary: "Delete a saved layout",
    effect: .writesFiles, traits: .isNeverProposed, grammar: [name],
    examples: ["layouts remove supplier"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let name = input[name].value
    guard SavedLayouts(context.environment).remove(name) else {
      throw InvalidListing([.rule("you have no layout \(quoted: name)", at: name)])
    }
    return .reply("Deleted the layout \(name).")
  }
}
