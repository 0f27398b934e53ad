import CommandLanguage
import Foundation
import LocalFiles
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import Photos
import SellerSession

enum OpenCommand: Command {
  static let listing = Argument<ListingTarget>(
    "listing", help: "an id, or a code such as @MUG-01"
  ).role(.targets)
  static let number = Argument<Count?>("number", help: "the number of the photo, from 1")

  static let spec = CommandSpec(
    "open", group: .look, summary: "Open a photo in the viewer of your system",
    discussion: """
      The photo is saved in the cache folder, and xdg-open chooses the program; on macOS, open \
      does. photo shows it in the terminal instead.
      """,
    effect: .writesFiles, grammar: [listing, number],
    examples: ["open 12", "open @MUG-01 1"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let id = try context.listings.id(of: input[listing])
    let client = try await context.market.client()
    let product = try context.market.value(of: try await client.product(id))
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
    #if os(macOS)
      let program = "open"
    #else
      let program = "xdg-open"
    #endif
    let request = ProgramRequest("\(program) \"$1\"", arguments: [path], in: context.environment)
    guard await context.environment.execute(request) == 0 else {
      throw SellerError.file(
        path: path, reason: "\(command: program) could not open it; the photo is saved there")
    }
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
}
