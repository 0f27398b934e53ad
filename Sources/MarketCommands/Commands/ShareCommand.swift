import Base
import CommandLanguage
import ListingChanges
import MarketRender
import Messages
import OpenMarketClient
import ScreenPictures
import SellerSession
import TerminalKit

enum ShareCommand: Command {
  static let listing = Argument<ListingTarget?>(
    "listing", help: "an id, or a code such as @MUG-01; your shop without it"
  ).role(.targets)
  static let qr = Option<FilePath?>(
    "qr", help: "also write the code into this file, .svg or .png")

  static let spec = CommandSpec(
    "share", aliases: ["공유"], group: .look,
    summary: "Show the address of your shop or a listing, with a QR code",
    discussion: """
      On a served market: the address of the page that buyers see, and a QR code of it for their \
      phones. In a pipe it is only the address. --qr writes the code for print, such as a table at a \
      fair; the page of a shop has price tags to print, too.
      """,
    effect: .reads, grammar: [listing, qr, StatsCommand.yes],
    examples: ["share", "share 12 --qr mug.svg"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let page = try await page(input, in: context)
    let console = context.console
    guard let code = QRCode(page) else { return .text("\(page)\n") }
    if let file = input[qr] {
      let isPNG = file.text.lowercased().hasSuffix(".png")
      guard isPNG || file.text.lowercased().hasSuffix(".svg") else {
        throw InvalidListing([
          .rule("\(command: "--qr") takes a file that ends in .svg or .png", at: "--qr")
        ])
      }
      try NewFile.write(
        isPNG ? code.png : Array(code.svg.utf8), to: try context.files.path(of: file),
        named: file.text, replacing: input[StatsCommand.yes])
      console.report("Wrote the code to \(file.text).")
    }
    let terminal = console.capabilities(of: .output)
    // Without colors, the code would be light on dark in a dark terminal.
    guard terminal.isTerminal, terminal.color != .none, terminal.size.columns >= code.side else {
      return .text("\(page)\n")
    }
    return .help(code.lines + [StyledText(page, Style(link: page))])
  }

  private static func page(_ input: Input, in context: CommandContext) async throws -> String {
    let client = try await context.market.client()
    let profile = try context.market.profile()
    let id = try input[listing].map { try context.listings.id(of: $0) }
    if id == nil, profile.shop == nil { throw SellerError.notSignedIn(market: profile.name) }
    let page = try await context.activity.show("the page") {
      if let id { return try await client.shopPage(of: id) }
      return try await client.shopPage(ofShop: profile.shop ?? "")
    }
    guard let page, !profile.isHome else { throw NoPage(market: profile.name) }
    return page
  }
}
