/// `demo clear`: takes the sample listings away again.
import CommandLanguage
import MarketRender

enum DemoClearCommand: Command {
  static let spec = CommandSpec(
    "demo clear", group: .market, summary: "Remove the sample listings from your market",
    grammar: [AccountAddCommand.data], examples: ["demo clear"])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(session.path)
    let number = try await session.activity.show("removing sample listings") {
      try await session.environment.host.clearSamples(in: folder)
    }
    if number == 0 { return .message("There are no sample listings.") }
    return .message("Removed \(number) sample listings.", try: ["demo load"])
  }
}
