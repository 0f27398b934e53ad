import Digest
public import DiskCache
import Synchronization

/// A cache of prepared photos in memory and on disk.
///
/// The key is the content of the photo, not its name, so a changed file is another photo. Errors
/// are not cached. If two threads request the same new photo at the same time, both prepare it.
///
/// 1. `bytes` is the size of all photos in memory and at most `byteLimit`.
/// 2. The least recently used photo is evicted first.
/// 3. Only photos that were encoded again are stored on disk. Stripping metadata is as fast as
///    reading the result from disk.
public final class PreparationCache: Sendable {
  private struct State {
    var photos: [String: PreparedPhoto] = [:]
    /// The number of the last use of each photo.
    var lastUses: [String: Int] = [:]
    var bytes = 0
    var uses = 0

    mutating func evictOldest() {
      guard let oldest = lastUses.min(by: { $0.value < $1.value })?.key else { return }
      lastUses[oldest] = nil
      bytes -= photos.removeValue(forKey: oldest)?.bytes.count ?? 0
    }
  }

  private let byteLimit: Int
  private let state = Mutex(State())

  /// - Parameter byteLimit: The maximum size of all photos in memory.
  public init(byteLimit: Int = 16_000_000) {
    self.byteLimit = byteLimit
  }

  /// The photos in memory by key.
  var photos: [String: PreparedPhoto] {
    state.withLock { $0.photos }
  }

  /// Returns the result of ``Preparation/prepare(_:settings:)``, from the cache if possible.
  ///
  /// - Parameters:
  ///   - digest: The SHA-256 of the bytes in hexadecimal digits, if it is known.
  ///   - disk: A cache that other processes share, or nil.
  public func prepare(
    _ bytes: [UInt8], digest: String? = nil, settings: PreparationSettings = .standard,
    disk: DiskCache? = nil
  ) throws(PhotoError) -> PreparedPhoto {
    let digest = digest ?? Digest.hex(Digest.sha256(bytes))
    let key = Preparation.key(forDigest: digest, settings: settings)
    if let photo = use(key) { return photo }
    if let photo = disk?.entry(PreparedPhoto.entryKey(key)).flatMap(PreparedPhoto.init) {
      store(photo, for: key)
      return photo
    }
    let photo = try Preparation.prepare(bytes, settings: settings)
    store(photo, for: key)
    if let disk, !photo.keepsPixels, let entry = photo.entry(for: key) { disk.store(entry) }
    return photo
  }

  private func use(_ key: String) -> PreparedPhoto? {
    state.withLock { state in
      state.uses += 1
      guard let photo = state.photos[key] else { return nil }
      state.lastUses[key] = state.uses
      return photo
    }
  }

  private func store(_ photo: PreparedPhoto, for key: String) {
    guard photo.bytes.count <= byteLimit else { return }
    state.withLock { state in
      // Another thread may have prepared it, too.
      guard state.photos.updateValue(photo, forKey: key) == nil else { return }
      state.lastUses[key] = state.uses
      state.bytes += photo.bytes.count
      while state.bytes > byteLimit { state.evictOldest() }
    }
  }
}
