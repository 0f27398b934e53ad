import CommandLanguage
import MarketRender
import Messages
import SellerSession
import TerminalKit

enum DemoClearCommand: Command {
  static let spec = CommandSpec(
    "demo clear", aliases: ["예시 지우기"], group: .market,
    summary: "Remove the sample listings from your market",
    discussion: "Asks for confirmation; your own listings stay. demo load adds the samples again.",
    effect: .changesMarkets, traits: .isNeverProposed,
    grammar: [AccountAddCommand.data, WriteOptions.dryRun, WriteOptions.yes],
    examples: ["demo clear --dry-run", "demo clear --yes"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(context.files.location)
    let terms = WriteTerms(input)
    guard terms.isAnswered || terms.isDry || context.console.canAsk else {
      throw SellerError.needsConfirmation(command: "demo clear")
    }
    let host = context.environment.host
    let count = try await host.sampleCount(in: folder)
    guard count > 0 else { return .reply("There are no sample listings.") }
    let what = samples(count)
    let place = folder ?? MarketProfile.home.name
    if terms.isDry {
      return .reply("Nothing was removed. This would remove \(what) from \(place).")
    }
    try await context.console.confirm(
      "Remove \(what) from \(place)?", count: 1, isAnswered: terms.isAnswered)
    let number = try await context.activity.show("removing sample listings") {
      try await host.clearSamples(in: folder)
    }
    return .reply(
      "Removed \(samples(number)).", try: [AccountAddCommand.command("demo load", for: input)])
  }

  private static func samples(_ count: Int) -> Message {
    Message(count: count, one: "1 sample listing", other: "\(count) sample listings")
  }
}
