import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum RestoreCommand: Command {
  static let file = Argument<FilePath>("file", help: "a file that backup has written")

  static let spec = CommandSpec(
    "restore", aliases: ["복원"], group: .market, summary: "Create a market from a backup",
    discussion: """
      The folder must have no files: nothing is overwritten. Every file is compared with what was \
      backed up, and the market appears when all of it is there.
      """,
    effect: .changesMarkets, traits: .isNeverProposed, fields: BackupCommand.spec.fields,
    grammar: [file, AccountAddCommand.data],
    examples: ["restore market.tar --data ./class-market"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(context.files.location)
    let path = try context.files.path(of: input[file])
    let backup = try await context.activity.show("restoring the market") {
      try await context.environment.host.restore(path, to: folder)
    }
    return BackupCommand.answer(path, backup)
  }
}
