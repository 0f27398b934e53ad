import MarketWire
import Photos

/// What became of the pictures of a few listings.
public struct MetadataRemoval: Hashable, Sendable {
  /// The id of the last of the listings; nil if there were no more.
  public var last: Int?
  public var listings = 0
  /// The pictures from which metadata was removed.
  public var cleaned = 0
  /// The pictures that are damaged, and stay as they are.
  public var unreadable = 0
}

extension MarketService {
  /// Removes the metadata of pictures that are stored already, such as the place where a photo was
  /// taken; older versions stored pictures as they were uploaded. Their pixels and orientation stay.
  ///
  /// The market may be served in the meantime. A call that is repeated changes nothing.
  ///
  /// - Parameters:
  ///   - id: the listing after which to continue; 0 at first.
  ///   - limit: the maximum number of listings.
  /// - Throws: `.store`; `.busy` during a backup.
  public func removeMetadata(
    ofListingsAfter id: Int, limit: Int = 20
  ) throws(ServiceError) -> MetadataRemoval {
    try translated {
      let products = try store.read { try $0.exportedProducts(after: id, limit: limit) }
      var result = MetadataRemoval(last: products.last?.id, listings: products.count)
      for picture in products.flatMap(\.pictures) {
        guard let path = PicturePath(text: picture.origin), let bytes = try store.picture(path)
        else { continue }
        guard let clean = Self.withoutMetadata(bytes) else {
          result.unreadable += 1
          continue
        }
        if clean == bytes { continue }
        if try store.replace(PictureFile(path: path, bytes: clean)) { result.cleaned += 1 }
      }
      return result
    }
  }

  private static func withoutMetadata(_ bytes: [UInt8]) -> [UInt8]? {
    do throws(PhotoError) {
      let header = try PhotoCheck.check(bytes, limits: .market)
      return try MetadataStripper.strip(
        bytes, stating: header.orientation,
        profileByteLimit: CheckedPicture.byteLimit
      ).bytes
    } catch {
      return nil
    }
  }
}
