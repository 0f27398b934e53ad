public import MarketWire

/// The path of a picture file: `pictures/<vendor id>/<yyyyMMdd>/<32 hex>_origin.<ext>` (API 7.6).
///
/// No value can lead out of the pictures folder.
public struct PicturePath: Hashable, Sendable {
  /// The original or the thumbnail.
  public enum Kind: String, Sendable {
    /// The original.
    case origin
    /// The thumbnail.
    case thumb
  }

  /// The vendor id in digits.
  public let vendor: String
  /// The UTC day in eight digits.
  public let day: String
  /// The file name, such as `<32 hex>_origin.jpg`.
  public let file: String

  /// Creates the path of a new file.
  ///
  /// - Parameter name: 32 hexadecimal digits.
  public init(vendor: Int, date: WireDate, name: String, kind: Kind, fileExtension: String) {
    self.vendor = String(vendor)
    day = date.dayText.filter { $0 != "-" }
    file = "\(name)_\(kind.rawValue).\(fileExtension)"
  }

  /// Parses the components after `pictures`; nil if they are not a picture's.
  public init?(components: some Collection<String>) {
    let components = Array(components)
    guard components.count == 3, Self.isNumber(components[0]), components[0].utf8.count <= 19,
      Self.isNumber(components[1]), components[1].utf8.count == 8, Self.isFile(components[2])
    else { return nil }
    (vendor, day, file) = (components[0], components[1], components[2])
  }

  /// Parses the name of a pending file.
  public init?(pendingName: String) {
    self.init(components: pendingName.split(separator: "-").map(String.init))
  }

  /// Parses a path; nil if it is not a picture's.
  public init?(text: String) {
    // By bytes, because a move parses the paths of all pictures.
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.first?.elementsEqual("pictures".utf8) == true else { return nil }
    self.init(components: parts.dropFirst().map { String(Substring($0)) })
  }

  /// The path, relative to the market's folder and to its URL.
  public var text: String { "pictures/\(vendor)/\(day)/\(file)" }
  /// The folder, relative to the market's.
  public var folder: String { "pictures/\(vendor)/\(day)" }
  /// The file's name in the folder of pending files.
  public var pendingName: String { "\(vendor)-\(day)-\(file)" }

  /// The media type.
  public var mediaType: String { file.hasSuffix(".png") ? "image/png" : "image/jpeg" }
  /// The entity tag.
  ///
  /// It is the name, because a picture never changes under its name.
  public var eTag: String { "\"\(file.prefix { $0 != "." })\"" }

  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
  }

  private static func isFile(_ text: String) -> Bool {
    let name = text.utf8.prefix(32)
    guard name.count == 32, text.utf8.allSatisfy({ $0 < 0x80 }),
      name.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return false }
    return ["_origin.jpg", "_origin.png", "_thumb.jpg", "_thumb.png"].contains(
      Substring(text.utf8.dropFirst(32)))
  }
}
