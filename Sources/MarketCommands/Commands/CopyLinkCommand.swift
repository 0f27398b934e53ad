import CommandLanguage
import ListingChanges
import MarketRender
import Messages
import OpenMarketClient
import SellerSession
import TerminalKit

enum CopyLinkCommand: Command {
  static let listing = ListingTargets.one

  static let spec = CommandSpec(
    "copy-link", aliases: ["링크복사"], group: .look,
    summary: "Copy the address of the page that buyers see",
    discussion: """
      The address goes to the clipboard of the terminal, which must allow that (OSC 52), and is \
      shown. In a pipe it is only written.
      """,
    effect: .reads, grammar: [listing], examples: ["copy-link 12"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let id = try context.listings.id(of: input[listing])
    let client = try await context.market.client()
    let page = try await context.activity.show("the page") { try await client.shopPage(of: id) }
    guard let page, !(try context.market.profile().isHome) else {
      throw NoPage(market: try context.market.profile().name)
    }
    guard context.console.capabilities(of: .output).escapes else { return .text("\(page)\n") }
    try context.environment.terminal.write(ANSI.clipboard(page), to: .output)
    return .reply("Copied \(page).")
  }
}
