import MarketWire
import Synchronization

/// Listings of the market that are needed while a table is planned and a dry run is written: about 80
/// bytes each in memory. The rest is in a temporary file, if there are many.
final class KeptListings: Sendable {
  private struct Place {
    let text: TextSpool.Location
    /// Whether the photos are known; rows of a list may not have them.
    let hasPictures: Bool
  }

  private let texts: TextSpool
  private let places = Mutex<[Int: Place]>([:])

  /// - Parameter folder: the folder of the temporary file.
  init(folder: String) {
    texts = TextSpool(folder: folder)
  }

  /// - Throws: ``FileError`` if the file cannot be written.
  func keep(_ product: Product) throws {
    let text = String(decoding: ShowProduct.response(product).body, as: UTF8.self)
    let place = Place(text: try texts.append(text, nil), hasPictures: product.pictures != nil)
    places.withLock { $0[product.id] = place }
  }

  /// - Throws: ``FileError`` if the file cannot be read.
  func product(_ id: Int) throws -> Product? {
    guard let place = places.withLock({ $0[id] }), let text = try texts.texts(at: place.text).first
    else {
      return nil
    }
    var product = try ShowProduct.decode(
      HTTPResponse(status: 200, headers: [:], body: Array(text.utf8))
    ).value
    if !place.hasPictures { product.pictures = nil }
    return product
  }
}
