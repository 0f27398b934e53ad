import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum WhoamiCommand: Command {
  static let spec = CommandSpec(
    "whoami", group: .market, summary: "Show the current market and your shop",
    fields: ["market", "url", "shop", "vendor_id", "signed_in"], examples: ["whoami"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let profile = try context.market.profile()
    return .record(
      Record([
        .init("market", label: "market", .text(profile.name)),
        .init("url", label: "url", .text(profile.url)),
        .init("shop", label: "shop", .text(profile.shop)),
        .init("vendor_id", label: "vendor id", .integer(profile.vendorID)),
        .init("signed_in", label: "signed in", .flag(profile.credentials != nil)),
      ]))
  }
}
