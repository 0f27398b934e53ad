import CommandLanguage
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession
import TerminalKit

enum PhotoCommand: Command {
  static let listing = ListingTargets.one
  static let number = Argument<Count?>("number", help: "the number of the photo, from 1")

  static let spec = CommandSpec(
    "photo", aliases: ["사진"], group: .look,
    summary: "Show a photo of a listing, as large as the window",
    discussion: """
      The left and right arrow keys show its other photos; any other key ends. If the terminal \
      cannot draw, or set pictures is off, you get the URL of the photo, or at home the command \
      that saves it.
      """,
    traits: .worksOffline, fields: PhotoPage.keys,
    insteadOfArguments: ArgumentProposals(photos: PhotoPrepareCommand.spec.name),
    grammar: [listing, number, PageOptions.pictures],
    examples: ["photo 12", "photo @MUG-01 1"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let id = try context.listings.id(of: input[listing])
    let product = try context.market.value(of: try await context.listings.reading(id))
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
        context.console.report(
          "The URL works only inside market; \(saving) saves the photo as a file.")
      }
    }
    return .photo(page)
  }
}
