import Base
import CommandLanguage
import Foundation
import ListingChanges
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import Photos
import SellerFiles
import SellerSession

enum OpenCommand: Command {
  static let listing = ListingTargets.one
  static let number = PhotoCommand.number

  static let spec = CommandSpec(
    "open", aliases: ["열기"], group: .look, summary: "Open the page or a photo of a listing",
    discussion: """
      On a served market, open 12 opens the page that buyers see, in your browser. With the number \
      of a photo, and at home, it opens the photo, which is saved in the cache folder. xdg-open \
      chooses the program; on macOS, open does. photo shows photos in the terminal instead.
      """,
    effect: .writesFiles, grammar: [listing, number],
    examples: ["open 12", "open @MUG-01 1"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let id = try context.listings.id(of: input[listing])
    let client = try await context.market.client()
    if input[number] == nil, !(try context.market.profile().isHome),
      let page = try await context.activity.show(
        "the page", while: { try await client.shopPage(of: id) })
    {
      try await open(page, reason: "\(formatted: program) could not open it", in: context)
      return .reply("Opened \(page).")
    }
    let product = try context.market.value(of: try await context.listings.reading(id))
    let number = input[number]?.value ?? 1
    let pictures = product.pictures ?? []
    guard pictures.indices.contains(number - 1) else {
      throw SellerError.noSuchPhoto(
        number, listing: input[listing].description, count: pictures.count)
    }
    let bytes = try await context.activity.show("the photo") {
      try await client.image(at: pictures[number - 1].url)
    }
    // Only photos are opened: a page or a program of another shop is not.
    let name = PictureName.file(of: product, number: number, try PhotoHeader.read(bytes))
    let path = try save(bytes, as: name, in: context)
    try await open(
      path, reason: "\(formatted: program) could not open it; the photo is saved there", in: context
    )
    return .reply("Opened photo \(number) of \(product.id) \(product.name).")
  }

  private static func save(
    _ bytes: [UInt8], as name: String, in context: CommandContext
  ) throws -> String {
    let path = "\(context.environment.paths.opened)/\(name)"
    do throws(FileError) {
      try PrivateFile(path: path).write(bytes: bytes, isDurable: false)
    } catch {
      throw SellerError.file(path: path, reason: "it cannot be written")
    }
    return path
  }

  /// Opens a file or a page with the program that the system chooses.
  private static func open(
    _ place: String, reason: Message, in context: CommandContext
  ) async throws {
    // What it writes when it finds no viewer says less than the error below.
    let request = ProgramRequest(
      "\(program) \"$1\" 2>/dev/null", arguments: [place], in: context.environment)
    guard await context.environment.execute(request) == 0 else {
      throw SellerError.file(path: place, reason: reason)
    }
  }

  #if os(macOS)
    private static let program = "open"
  #else
    private static let program = "xdg-open"
  #endif
}
