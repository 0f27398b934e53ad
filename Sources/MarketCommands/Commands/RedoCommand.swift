import Batches
import CommandLanguage
import ListingChanges
import MarketRender
import Messages
import SellerSession

enum RedoCommand: Command {
  static let spec = CommandSpec(
    "redo", aliases: ["다시하기"], group: .sell, summary: "Make a change again that was undone",
    discussion: "Takes the last `undo` back. What was removed again comes back under a new id.",
    effect: .writesListings, traits: [.isNotForFiles, .isNeverProposed], fields: ListingField.keys,
    grammar: [WriteOptions.dryRun, WriteOptions.yes],
    examples: ["\(command: "redo")", "redo --dry-run"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    var filter = try context.changeFilter()
    filter.onlyUndos = true
    filter.limit = 1
    guard let last = try context.market.journal.changes(filter).first else {
      throw BatchError.nothingToRedo
    }
    filter.batch = last.batch.id
    filter.limit = .max
    return try await UndoCommand.undo(
      try context.market.journal.changes(filter), WriteTerms(input), named: "redo", in: context)
      ?? .reply("Nothing is left to redo.")
  }
}
