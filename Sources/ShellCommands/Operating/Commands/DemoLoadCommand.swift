import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum DemoLoadCommand: Command {
  static let count = Option<Count?>(
    "count", help: "how many generated listings to add as well", check: Count.within(1...1_000_000))

  static let spec = CommandSpec(
    "demo load", aliases: ["예시 불러오기"], group: .market,
    summary: "Add sample listings to your market",
    discussion: "They belong to other shops, so that your commands cannot change or remove them.",
    effect: .changesMarkets, grammar: [count, AccountAddCommand.data],
    examples: ["demo load", "demo load --count 100000"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(context.files.location)
    let number = try await AccountAddCommand.announcing(
      input[AccountAddCommand.data], in: context
    ) {
      try await context.activity.show("loading sample listings") {
        try await context.environment.host.loadSamples(count: input[count]?.value, in: folder)
      }
    }
    // A list comes from the current market, not from another data folder.
    let next = folder == nil ? "list" : AccountAddCommand.command("serve", for: input)
    let result =
      number == 0
      ? "The sample listings are already there."
      : Message(
        count: number, one: "Loaded 1 sample listing.", other: "Loaded \(number) sample listings.")
    return .reply(result, try: [next])
  }
}
