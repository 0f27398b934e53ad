import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession

enum AccountAddCommand: Command {
  static let name = Argument<Text>(
    "name", help: "the name of the shop; no other account may have it")
  static let data = Option<FilePath?>(
    "data", help: "the folder of the market, or a `postgresql://` URL; the home market by default",
    valueName: "place"
  ).offering(.directory)

  static let spec = CommandSpec(
    "account add", aliases: ["계정 추가"], group: .market, summary: "Create an account",
    discussion: "Its identifier and secret are shown only once.",
    effect: .changesMarkets, fields: ["name", "vendor_id", "identifier", "secret"],
    grammar: [name, data], examples: ["account add oak", "account add \"은하 공방\" --json"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[data].map(context.files.location)
    let account = try await announcing(input[data], in: context) {
      try await context.environment.host.addAccount(input[name].value, in: folder)
    }
    return answer(account, in: context)
  }

  /// A command for the market that `input` names.
  static func command(_ text: String, for input: Input) -> String {
    input[data].map { "\(text) --data \(Quoting.quote($0.text))" } ?? text
  }

  /// Says that `body` has created a market, because the place may be mistyped.
  static func announcing<R>(
    _ place: FilePath?, in context: CommandContext, _ body: () async throws -> R
  ) async throws -> R {
    let exists = try context.environment.host.exists(in: place.map(context.files.location))
    let result = try await body()
    if let place, !exists {
      context.console.report("Created a new, empty market in \(quoted: place.text).")
    }
    return result
  }

  /// Returns the account with its credentials. No other output shows a secret.
  static func answer(_ account: HostedAccount, in context: CommandContext) -> Output {
    context.console.report(
      "The secret is shown only now; `\(command: "account reset")` makes a new one.")
    return .record(
      Record([
        .init("name", label: "name", .text(account.name)),
        .init("vendor_id", label: "vendor id", .integer(account.vendorID)),
        .init(
          "identifier", label: "identifier", .text(account.credentials?.identifier.revealed)),
        .init("secret", label: "secret", .text(account.credentials?.secret.revealed)),
      ]))
  }
}
