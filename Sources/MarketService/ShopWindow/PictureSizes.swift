import MarketWire
import Photos
import Synchronization

/// The sizes of pictures, which are read once: a picture never changes under its path.
final class PictureSizes: Sendable {
  /// In pixels, as a browser shows it.
  struct Size: Hashable, Sendable {
    let width: Int
    let height: Int
  }

  private let limit: Int
  private let known = Mutex<[String: Size]>([:])

  /// - Parameter limit: the number of pictures whose sizes are remembered.
  init(limit: Int = 20_000) {
    self.limit = limit
  }

  /// The sizes of the pictures that can be read, by their paths.
  func sizes(of paths: [String], in store: any MarketStore) throws -> [String: Size] {
    var sizes = known.withLock { known in
      Dictionary(
        paths.compactMap { path in known[path].map { (path, $0) } }, uniquingKeysWith: { $1 })
    }
    for text in paths where sizes[text] == nil {
      guard let path = PicturePath(text: text), let bytes = try store.picture(path),
        let header = try? PhotoHeader.read(bytes)
      else { continue }
      let size = Size(width: header.uprightWidth, height: header.uprightHeight)
      sizes[text] = size
      known.withLock { known in
        if known.count >= limit { known = [:] }
        known[text] = size
      }
    }
    return sizes
  }
}
