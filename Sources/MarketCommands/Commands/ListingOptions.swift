package import CommandLanguage
import Formatting
import Foundation
import MarketWire
import Messages
import SellerSession
import TerminalKit

/// The options that `add` and `edit` share.
enum ListingOptions {
  static let name = Option<Text?>(
    "name", otherNames: ["이름"], short: "n", help: "3 to 100 characters")
  static let description = Option<Text?>("description", short: "d", help: "10 to 1,000 characters")
  static let descriptionFile = Option<FilePath?>(
    "description-file", help: "a file with the description")
  static let discount = Option<Discount?>(
    "discount", help: "an amount or a percentage off the price")
  static let salePrice = Option<WrittenAmount?>(
    "sale-price", help: "final price for buyers, instead of --discount")
  static let currency = Option<CurrencyCode?>(
    "currency", help: "for amounts without a currency; by default your usual one")
  static let thumbnail = Option<Count?>(
    "thumbnail", help: "the number of the photo that lists show, from 1", valueName: "N",
    check: Count.within(1...5))

  static let round = Option<WrittenAmount?>(
    "round", help: "round calculated prices to a multiple of this")
  static let prepare = Flag("prepare", help: "send photos as they are", default: true)
  static let background = Option<RGBColor>(
    "background", help: "the color behind transparent parts of photos",
    default: RGBColor(red: 255, green: 255, blue: 255))

  /// Returns the text of `--description` or of the file that is named instead.
  static func description(_ input: Input, in context: CommandContext) throws(SellerError) -> String?
  {
    if let text = input[description]?.value { return text }
    guard let path = input[descriptionFile] else { return nil }
    let file = try context.files.path(of: path)
    guard let data = FileManager.default.contents(atPath: file) else {
      throw .file(path: path.text, reason: context.files.unreadable(path.text, at: file))
    }
    guard data.count <= 65_536, let text = String(validating: data, as: UTF8.self) else {
      throw .file(path: path.text, reason: "it is not a text in UTF-8 of up to 64 KiB")
    }
    return Folding.normalized(text.trimmingCharacters(in: .newlines))
  }
}

extension PhotoOptions {
  /// Reads `--no-prepare` and `--background`.
  package init(_ input: Input) {
    self.init(
      isSentAsItIs: !(input.value(of: ListingOptions.prepare) ?? true),
      background: input.value(of: ListingOptions.background) ?? PhotoOptions().background)
  }
}
