import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum DraftsRemoveCommand: Command {
  static let drafts = Argument<[Text]>(
    "draft", help: "the name of a draft", isRequired: true
  ).offering(.draft)

  static let spec = CommandSpec(
    "drafts remove", aliases: ["임시저장 삭제"], group: .sell, summary: "Delete drafts",
    effect: .writesFiles,
    traits: .isNeverProposed, grammar: [drafts], examples: ["drafts remove oak-mug"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let store = try DraftStore(context.market)
    let names = input[drafts].map(\.value)
    // A wrong name removes nothing.
    for name in names { _ = try store.draft(named: name) }
    for name in Set(names) { try store.remove(name) }
    return .reply(
      Message(
        count: names.count, one: "Deleted 1 draft.", other: "Deleted \(names.count) drafts."))
  }
}
