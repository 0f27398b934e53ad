import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum MarketsCommand: Command {
  static let spec = CommandSpec(
    "markets", aliases: ["마켓"], group: .market, summary: "List the markets you know",
    fields: ["name", "url", "shop", "signed_in", "default", "current"], examples: ["markets"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    // Another shell may have signed in or out in the meantime.
    try context.market.connections.reread()
    let markets = try context.market.connections.markets()
    let current = try? context.market.profile()
    let rows: [[Cell]] = markets.profiles.map { profile in
      [
        .text(profile.name), .text(profile.url), .text(profile.shop),
        .flag(profile.credentials != nil), .flag(profile.name == markets.defaultName),
        .flag(profile.key == current?.key),
      ]
    }
    return .table(
      PlainTable(
        columns: [
          .init("name", title: "name", shortening: .never),
          .init("url", title: "url", shortening: .never),
          .init("shop", title: "shop", dropOrder: 4),
          .init("signed_in", title: "signed in", dropOrder: 1),
          .init("default", title: "default", dropOrder: 2),
          .init("current", title: "current", dropOrder: 3),
        ], rows: rows))
  }
}
