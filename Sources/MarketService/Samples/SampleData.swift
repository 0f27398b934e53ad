import CSamples
import Foundation
import MarketWire

/// The embedded sample market of `Fixtures/sample`: imaginary shops, their listings and pictures.
struct SampleData {
  struct Listing {
    let shop: String
    let fields: ListingFields
    let daysAgo: Double
    /// The names of the pictures.
    let pictures: [String]
  }

  let shops: [String]
  /// The listings, oldest first.
  let listings: [Listing]

  /// Parses the embedded JSON.
  init() throws(ServiceError) {
    var length = 0
    guard let start = csamples_listings(&length) else { throw Self.unreadable("no listings") }
    let root: JSON
    do throws(JSONError) {
      root = try JSON(parsing: UnsafeBufferPointer(start: start, count: length))
    } catch {
      throw Self.unreadable("byte \(error.offset)")
    }
    shops = root.objectValue?["shops"]?.arrayValue?.compactMap(\.stringValue) ?? []
    var listings: [Listing] = []
    for (index, value) in (root.objectValue?["listings"]?.arrayValue ?? []).enumerated() {
      guard let listing = value.objectValue.flatMap(Listing.init) else {
        throw Self.unreadable("listing \(index)")
      }
      listings.append(listing)
    }
    self.listings = listings
  }

  /// The pictures by name, with their embedded thumbnails.
  static func pictures() -> [String: CheckedPicture] {
    var files: [String: [UInt8]] = [:]
    for index in 0..<csamples_count() {
      var length = 0
      guard let name = csamples_name(index), let start = csamples_bytes(index, &length) else {
        continue
      }
      files[String(cString: name)] = Array(UnsafeBufferPointer(start: start, count: length))
    }
    var pictures: [String: CheckedPicture] = [:]
    for (name, bytes) in files where !name.hasSuffix("_thumb.jpg") && name.hasSuffix(".jpg") {
      let stem = String(name.dropLast(4))
      pictures[stem] = CheckedPicture(
        bytes: bytes, fileExtension: "jpg", thumbnail: files["\(stem)_thumb.jpg"] ?? bytes,
        thumbnailExtension: "jpg")
    }
    return pictures
  }

  private static func unreadable(_ reason: String) -> ServiceError {
    .samplesUnreadable(reason: reason)
  }
}

extension SampleData.Listing {
  fileprivate init?(_ object: JSONObject) {
    guard let shop = object["shop"]?.stringValue, let name = object["name"]?.stringValue,
      let description = object["description"]?.stringValue,
      let currency = object["currency"]?.stringValue, let price = object["price"]?.decimalValue,
      let discount = object["discount"]?.decimalValue, let stock = object["stock"]?.intValue,
      let daysAgo = object["daysAgo"]?.decimalValue, let pictures = object["pictures"]?.arrayValue
    else { return nil }
    self.init(
      shop: shop,
      fields: ListingFields(
        name: name, description: description, price: price,
        currency: Currency(rawValue: currency), discount: discount, stock: stock),
      daysAgo: NSDecimalNumber(decimal: daysAgo).doubleValue,
      pictures: pictures.compactMap(\.stringValue))
  }
}
