public import MarketWire
public import Messages
public import TerminalKit

/// One photo of a listing, with its place among the others.
public struct PhotoPage: Hashable, Sendable {
  /// The keys for programs.
  public static let keys = ["id", "name", "photo", "photos", "url", "thumbnail_url"]

  public var product: Product
  /// All photos of the listing; at least one.
  public let photos: [ProductImage]
  /// The index of the photo that is shown, from 0.
  public private(set) var index: Int
  public var pictures: PicturePreference
  /// The command that saves the photo to a file; nil if its URL can be opened.
  public var saveCommand: String?
  /// The date of the cached listing that is shown because the market cannot be reached.
  public var cachedAt: WireDate?

  /// Returns nil if the listing has no photo with this index.
  public init?(_ product: Product, index: Int, pictures: PicturePreference = .automatic) {
    let photos = product.pictures ?? []
    guard photos.indices.contains(index) else { return nil }
    self.product = product
    self.photos = photos
    self.index = index
    self.pictures = pictures
  }

  public var picture: ProductImage { photos[index] }

  /// Moves on by a number of photos, from the last to the first and back.
  public mutating func advance(by step: Int) {
    let count = photos.count
    index = ((index + step) % count + count) % count
  }

  /// `Oak mug · photo 2 of 5`.
  public func heading(
    theme: Theme, catalog: MessageCatalog = .english, columns: Int?, usesScreenReader: Bool = false
  ) -> StyledText {
    let place: Message = "photo \(index + 1) of \(photos.count)"
    let name = StyledText(UntrustedText(product.name).line, theme.title)
    let separator = usesScreenReader ? ", " : " · "
    let rest = StyledText(separator + place.text(in: catalog), theme.quiet)
    guard let columns else { return name + rest }
    return (name.truncated(to: max(columns - rest.width, 1)) + rest).truncated(to: columns)
  }

  /// The lines that are shown if the photo cannot be drawn.
  func lines(_ viewport: Viewport) -> [StyledText] {
    let theme = viewport.theme
    let heading = heading(
      theme: theme, catalog: viewport.catalog, columns: viewport.columns,
      usesScreenReader: viewport.usesScreenReader)
    guard let saveCommand else {
      return [heading, StyledText(UntrustedText(picture.url).line, theme.quiet)]
    }
    return [heading, viewport.text("to save it: \(command: saveCommand)", theme.quiet)]
  }

  var object: JSONObject {
    [
      "id": .integer(product.id), "name": .string(product.name), "photo": .integer(index + 1),
      "photos": .integer(photos.count), "url": .string(picture.url),
      "thumbnail_url": picture.thumbnailURL.map(JSON.string) ?? .null,
    ]
  }
}
