/// One picture of a listing with its place among the others.
public import MarketWire
import Messages
public import TerminalKit

/// The pictures of a listing, one of which is shown.
public struct PhotoPage: Hashable, Sendable {
  public var product: Product
  /// At least one.
  public let photos: [ProductImage]
  /// The one shown, from 0.
  public private(set) var index: Int
  public var pictures: PicturePreference
  /// The command that writes the photo into a file, where its address leads nowhere.
  public var saveCommand: String?
  /// When the listing was like this, where the market could not be reached.
  public var cachedAt: WireDate?

  /// nil where there is no picture of this number, from 0.
  public init?(_ product: Product, index: Int, pictures: PicturePreference = .automatic) {
    let photos = product.pictures ?? []
    guard photos.indices.contains(index) else { return nil }
    self.product = product
    self.photos = photos
    self.index = index
    self.pictures = pictures
  }

  public var picture: ProductImage { photos[index] }

  /// Goes on by so many, back to the first behind the last.
  public mutating func advance(by step: Int) {
    let count = photos.count
    index = ((index + step) % count + count) % count
  }

  /// `Oak mug · photo 2 of 5`.
  public func heading(theme: Theme, columns: Int?, usesScreenReader: Bool = false) -> StyledText {
    let place = "photo \(index + 1) of \(photos.count)"
    let name = StyledText(UntrustedText(product.name).line, theme.title)
    let rest = StyledText(usesScreenReader ? ", \(place)" : " · \(place)", theme.quiet)
    guard let columns else { return name + rest }
    return (name.truncated(to: max(columns - rest.width, 1)) + rest).truncated(to: columns)
  }

  /// What stands in its place where it cannot be drawn.
  func lines(_ viewport: Viewport) -> [StyledText] {
    [
      heading(
        theme: viewport.theme, columns: viewport.columns,
        usesScreenReader: viewport.usesScreenReader),
      way(viewport.theme),
    ]
  }

  /// How to get at the photo all the same.
  private func way(_ theme: Theme) -> StyledText {
    guard let saveCommand else { return StyledText(UntrustedText(picture.url).line, theme.quiet) }
    return StyledText(UntrustedText(saveCommand).line, theme.command)
      + StyledText(" writes it into a file", theme.quiet)
  }

  /// The names of its facts.
  public static let keys = ["id", "name", "photo", "photos", "url", "thumbnail_url"]

  var object: JSONObject {
    [
      "id": .integer(product.id), "name": .string(product.name), "photo": .integer(index + 1),
      "photos": .integer(photos.count), "url": .string(picture.url),
      "thumbnail_url": picture.thumbnailURL.map(JSON.string) ?? .null,
    ]
  }
}
