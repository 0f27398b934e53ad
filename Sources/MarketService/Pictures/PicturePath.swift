/// Where a picture's files are: `pictures/<vendor id>/<yyyyMMdd>/<32 hex>_origin.<ext>`.
import MarketWire

/// A path that can only lead to a picture.
struct PicturePath: Hashable {
  /// The larger file as it was sent, or the small one made of it.
  enum Kind: String {
    case origin, thumb
  }

  /// Digits.
  let vendor: String
  /// Eight digits, UTC.
  let day: String
  /// `<32 hex>_origin.jpg` and the like.
  let file: String

  init(vendor: Int, date: WireDate, name: String, kind: Kind, fileExtension: String) {
    self.vendor = String(vendor)
    day = date.dayText.filter { $0 != "-" }
    file = "\(name)_\(kind.rawValue).\(fileExtension)"
  }

  /// Takes the components behind `pictures`; nil for whatever cannot be a picture, so that no path
  /// leads out of the shelf.
  init?(components: some Collection<String>) {
    let components = Array(components)
    guard components.count == 3, Self.isNumber(components[0]), components[0].utf8.count <= 19,
      Self.isNumber(components[1]), components[1].utf8.count == 8, Self.isFile(components[2])
    else { return nil }
    (vendor, day, file) = (components[0], components[1], components[2])
  }

  /// Relative to the market's folder, and to its URL.
  var text: String { "pictures/\(vendor)/\(day)/\(file)" }
  /// The folder, relative to the market's.
  var folder: String { "pictures/\(vendor)/\(day)" }
  /// The name under which the file waits until its row is stored.
  var pendingName: String { "\(vendor)-\(day)-\(file)" }

  /// Reads the name of a waiting file.
  init?(pendingName: String) {
    self.init(components: pendingName.split(separator: "-").map(String.init))
  }

  var mediaType: String { file.hasSuffix(".png") ? "image/png" : "image/jpeg" }
  /// A picture never changes under its name, so the name is its tag.
  var eTag: String { "\"\(file.prefix { $0 != "." })\"" }

  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
  }

  private static func isFile(_ text: String) -> Bool {
    let name = text.utf8.prefix(32)
    guard name.count == 32, text.utf8.allSatisfy({ $0 < 0x80 }),
      name.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return false }
    return ["_origin.jpg", "_origin.png", "_thumb.jpg", "_thumb.png"].contains(
      String(text.dropFirst(32)))
  }
}
