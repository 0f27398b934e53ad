import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum WhoamiCommand: Command {
  static let spec = CommandSpec(
    "whoami", group: .market, summary: "Show which market and which shop you are in",
    fields: ["market", "url", "shop", "vendor_id", "signed_in"], examples: ["whoami"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let profile = try context.market.profile()
    return .record(
      Record([
        .init("market", .text(profile.name)), .init("url", .text(profile.url)),
        .init("shop", .text(profile.shop)), .init("vendor_id", .integer(profile.vendorID)),
        .init("signed_in", .flag(profile.credentials != nil)),
      ]))
  }
}
