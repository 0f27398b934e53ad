/// `add`: a new listing with its photos.
import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import OpenMarketClient

enum AddCommand: Command {
  static let name = Option<Text>("name", short: "n", help: "3 to 100 characters")
  static let price = Option<WrittenAmount>("price", help: "such as 12000, ₩12,000 or $12.50")
  static let stock = Option<WholeNumber>(
    "stock", help: "pieces for sale", default: WholeNumber(0))
  static let images = Option<[PhotoPath]>(
    "image", short: "i", help: "one to five photos, in their order", isRequired: true)
  static let ref = Option<SellerCode?>("ref", help: "your own code for it, such as MUG-01")
  static let prepare = Flag(
    "prepare", help: "send photos as they are", default: true)

  static let spec = CommandSpec(
    "add", aliases: ["new", "create", "등록"], group: .sell, summary: "Put up a new listing",
    discussion: """
      Photos of any size just work: they are turned upright, scaled and made small enough, and \
      where they were taken is left out. Everything is checked before anything is sent.
      """,
    grammar: [
      name, price, ListingOptions.description, ListingOptions.descriptionFile, images, stock,
      ListingOptions.discount, ListingOptions.salePrice, ListingOptions.currency,
      ListingOptions.thumbnail, ref, prepare,
    ],
    rules: [
      .atLeastOne([ListingOptions.description, ListingOptions.descriptionFile]),
      .atMostOne([ListingOptions.description, ListingOptions.descriptionFile]),
      .atMostOne([ListingOptions.discount, ListingOptions.salePrice]),
    ],
    examples: [
      "add --name \"Oak mug\" --price 12000 --currency KRW --stock 5 "
        + "--description \"Turned from one piece.\" --image a.jpg b.jpg",
      "add --name \"Oak mug\" --price $12.50 --discount 10% --ref MUG-02 "
        + "--description \"Turned from one piece.\" --image *.jpg",
    ])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    try checkCode(input[ref], in: session)
    let currency = try await session.currency(
      input[price].currency ?? input[ListingOptions.currency]?.currency)
    let money = Money(input[price].amount, currency)
    var fields = ListingFields(name: input[name].value, price: money.amount, currency: currency)
    fields.description = try ListingOptions.description(input, in: session)
    fields.discount = try ListingOptions.discount(input, price: money)
    fields.stock = input[stock].value
    let photos = try await photos(input, fields: fields, in: session)
    let client = try await session.sellingClient()
    var product = try await session.activity.show("sending \(input[name].value)") {
      try await client.create(fields, images: photos.map(\.upload)).value
    }
    try session.learn(from: product)
    session.withState { $0.lastAdded = product.id }
    try keepCode(input[ref], of: product, in: session)
    if let number = input[ListingOptions.thumbnail]?.value, number > 1 {
      product = try await choose(thumbnail: number, of: product, client)
    }
    return .change(
      Change("added", session.row(product), notes: photos.compactMap(\.note)))
  }

  /// Begins with the photos of an `add` that will run soon.
  static func prepareAhead(_ input: Input, in session: Session) {
    guard let paths = try? input[images].flatMap({ try session.paths(of: $0.path) }),
      ListingLimits.pictureCount.contains(paths.count)
    else { return }
    session.prepareAhead(paths, areSentAsTheyAre: !input[prepare])
  }

  /// All photos ready to send. Whatever is wrong with them is told together with what is wrong
  /// with the other members.
  private static func photos(
    _ input: Input, fields: ListingFields, in session: Session
  ) async throws -> [ListingPhoto] {
    let paths = try input[images].flatMap { try session.paths(of: $0.path) }
    var faults = ListingLimits.broken(by: fields, pictureCount: paths.count)
      .map { ListingFault.limit($0, of: nil) }
    if let number = input[ListingOptions.thumbnail]?.value, number > paths.count {
      faults.append(.rule("--thumbnail \(number), but there are \(paths.count) photos"))
    }
    var photos: [ListingPhoto] = []
    if paths.count <= ListingLimits.pictureCount.upperBound {
      for result in await session.photos(paths, areSentAsTheyAre: !input[prepare]) {
        switch result {
        case .success(let photo): photos.append(photo)
        case .failure(let fault): faults.append(fault.fault)
        }
      }
    }
    guard faults.isEmpty else { throw SellerError.listing(faults) }
    return photos
  }

  private static func checkCode(_ code: SellerCode?, in session: Session) throws {
    guard let code else { return }
    if let id = try session.listing(ofCode: code.text) {
      throw SellerError.codeTaken(code.text, id: id)
    }
  }

  private static func keepCode(
    _ code: SellerCode?, of product: Product, in session: Session
  ) throws {
    guard let code else { return }
    try session.attach(code: code.text, to: product)
  }

  private static func choose(
    thumbnail number: Int, of product: Product, _ client: OpenMarketClient
  ) async throws -> Product {
    guard let pictures = product.pictures, pictures.indices.contains(number - 1),
      let id = pictures[number - 1].id
    else { return product }
    return try await client.edit(product.id, ListingFields(thumbnailID: id)).value
  }
}
