import CommandLanguage
import MarketRender
import Messages
import OpenMarketClient
import SellerSession

enum HealthCommand: Command {
  static let market = Argument<Text>("market", help: "a name, an address, or home").role(.market)
    .offering(.market)

  static let spec = CommandSpec(
    "health", aliases: ["상태"], group: .market, summary: "Check whether a market works",
    discussion: """
      For the health check of a container or a monitor: it asks the market once, waits 5 s at \
      most, and the exit code is 0 or 5. doctor checks everything else.
      """,
    grammar: [market], examples: ["health http://127.0.0.1:8080"])

  /// A check is repeated every few seconds, so a slow response counts as none.
  private static let limit = Duration.seconds(5)

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let profile = try context.market.connections.profile(named: input[market].value)
    let client = try await context.market.client(at: profile).limited(to: .all(limit))
    do {
      guard try await client.isHealthy() else { throw Unhealthy(market: profile.name) }
    } catch let error as ClientError {
      throw MarketFailure(error, at: profile)
    }
    return .reply("\(profile.name) works.")
  }
}

/// A market that answers, but not that it works.
private struct Unhealthy: ReportedError {
  let market: String

  func report(at _: MarketProfile?) -> ErrorReport {
    ErrorReport("\(market) reports that it is not healthy", exitCode: .unreachable)
  }
}
