import CommandLanguage
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession
import TerminalKit

enum PhotoCommand: Command {
  static let listing = Argument<ListingTarget>(
    "listing", help: "an id, or a code such as @MUG-01"
  ).role(.targets)
  static let number = Argument<Count?>("number", help: "which photo, from 1")

  static let spec = CommandSpec(
    "photo", group: .look, summary: "Show a photo of a listing, as large as the window",
    discussion: """
      Left and right go to its other photos; any other key leaves. Where the terminal cannot draw, \
      or set pictures is off, the photo's address is told, at home the command that saves it.
      """,
    traits: .worksOffline, fields: PhotoPage.keys,
    insteadOfArguments: ArgumentProposals(photos: PhotoPrepareCommand.spec.name),
    grammar: [listing, number, PageOptions.pictures],
    examples: ["photo 12", "photo @MUG-01 1"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let id = try context.listings.id(of: input[listing])
    let product = try context.market.value(of: try await context.market.client().product(id))
    let number = input[number]?.value ?? 1
    let preference = PicturePreference(input[PageOptions.pictures])
    guard var page = PhotoPage(product, index: number - 1, pictures: preference) else {
      throw SellerError.noSuchPhoto(
        number, listing: input[listing].description, count: product.pictures?.count ?? 0)
    }
    if try context.market.profile().isHome {
      // No server answers at the address of the home market.
      let saving = "\(PhotoSaveCommand.spec.name) \(input[listing])"
      page.saveCommand = saving
      let showsAddress = context.options.fields?.contains("url") ?? true
      if showsAddress, !context.console.capabilities(of: .output).isTerminal {
        context.console.report("Its address leads nowhere outside market; \(saving) writes a file.")
      }
    }
    return .photo(page)
  }
}
