import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession

enum AccountAddCommand: Command {
  static let name = Argument<Text>("name", help: "the shop's name; no other account has it")
  static let data = Option<FilePath?>(
    "data", help: "the folder of the market; home otherwise", valueName: "folder"
  ).offering(.directory)

  static let spec = CommandSpec(
    "account add", group: .market, summary: "Give out an account of your market",
    discussion: "Its identifier and secret are shown once and cannot be read again.",
    effect: .changesMarkets, fields: ["name", "vendor_id", "identifier", "secret"],
    grammar: [name, data], examples: ["account add oak", "account add \"은하 공방\" --json"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[data].map(context.files.path)
    return answer(
      try await context.environment.host.addAccount(input[name].value, in: folder))
  }

  /// Returns the account with its credentials. No other output shows a secret.
  static func answer(_ account: HostedAccount) -> Output {
    .record(
      Record([
        .init("name", .text(account.name)), .init("vendor_id", .integer(account.vendorID)),
        .init("identifier", .text(account.credentials?.identifier.revealed)),
        .init("secret", .text(account.credentials?.secret.revealed)),
      ]))
  }
}
