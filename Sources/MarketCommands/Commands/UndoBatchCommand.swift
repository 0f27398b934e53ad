import Batches
import CommandLanguage
import ListingChanges
import MarketRender
import Messages
import SellerSession

enum UndoBatchCommand: Command {
  static let batch = Argument<Count>("batch", help: "the number of a batch")

  static let spec = CommandSpec(
    "undo batch", aliases: ["되돌리기 작업"], group: .batch, summary: "Take a batch back",
    discussion: """
      Takes back every change of a batch that was not taken back, the last one first. `batches` and \
      `undo --list` have the numbers.
      """,
    effect: .writesListings, traits: [.isNotForFiles, .isNeverProposed], fields: ListingField.keys,
    grammar: [batch, WriteOptions.dryRun, WriteOptions.yes],
    examples: ["undo batch 7", "undo batch 7 --dry-run"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let number = input[batch].value
    guard try context.market.journal.batch(number) != nil else {
      throw BatchError.noSuchBatch(number)
    }
    return try await UndoCommand.undo(
      batch: number, WriteTerms(input), named: spec.line(of: input), in: context)
      ?? .reply("Nothing is left to undo.")
  }
}
