import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum MoveCommand: Command {
  static let from = Option<FilePath?>(
    "from", help: "the folder of the market, or a `postgresql://` URL; the home market by default",
    valueName: "place"
  ).offering(.directory)
  static let to = Option<FilePath>(
    "to", help: "an empty place: a new folder, or a `postgresql://` URL", valueName: "place"
  ).offering(.directory)

  static let spec = CommandSpec(
    "move", aliases: ["마켓이사"], group: .market, summary: "Move a market to another database",
    discussion: """
      Brings accounts, listings with their ids and dates, and photos from a folder to PostgreSQL or \
      back. The new market is compared with the old one, which stays as it is and must not \
      change in the meantime. An interrupted move continues when you run it again.
      """,
    effect: .changesMarkets, traits: .isNeverProposed,
    fields: ["to", "accounts", "listings", "pictures", "missing"], grammar: [from, to],
    examples: ["move --to postgresql:///market", "move --from ./class-market --to ./copy"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let source = try input[from].map(context.files.location)
    let target = try context.files.location(of: input[to])
    let moved = try await context.activity.show("moving the market") {
      try await context.environment.host.move(from: source, to: target)
    }
    return .record(
      Record([
        .init("to", label: "moved to", .text(target)),
        .init("accounts", label: "accounts", .integer(moved.accounts)),
        .init("listings", label: "listings", .integer(moved.listings)),
        .init("pictures", label: "picture files", .integer(moved.pictures)),
        .init("missing", label: "missing pictures", .integer(moved.missing)),
      ]))
  }
}
