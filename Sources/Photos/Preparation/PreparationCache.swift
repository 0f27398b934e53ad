/// Prepared photos kept in memory and on disk, so that a photo named again is not prepared again.
public import DiskCache
import Synchronization

/// What photos of the same bytes and settings were made into, the last used ones.
///
/// A photo is known by its content, never by its name: a file that changed is another photo. Only
/// successes are kept. May be used from several threads; two that come with the same new photo at
/// the same time both prepare it.
///
/// 1. `bytes` is the sum of what is kept and at most `byteLimit`.
/// 2. What was used longest ago goes first.
/// 3. On disk is only what was written anew: cutting notes out is as quick as reading it back.
public final class PreparationCache: Sendable {
  private struct Entry {
    let photo: PreparedPhoto
    var lastUse: Int
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var bytes = 0
    var uses = 0
  }

  private let byteLimit: Int
  private let state = Mutex(State())

  /// - Parameter byteLimit: bytes of prepared photos that are kept in memory; 16 MB at most unless
  ///   told.
  public init(byteLimit: Int = 16_000_000) {
    self.byteLimit = byteLimit
  }

  /// What is kept at this moment, by name.
  var kept: [String: PreparedPhoto] {
    state.withLock { $0.entries.mapValues(\.photo) }
  }

  /// What ``Preparation/prepare(_:settings:)`` makes of the photo, from memory where it is there.
  ///
  /// - Parameter disk: where it is kept from one process to the next; nil for nowhere.
  public func prepare(
    _ bytes: [UInt8], settings: PreparationSettings = .standard, disk: DiskCache? = nil
  ) throws(PhotoError) -> PreparedPhoto {
    let key = Preparation.key(for: bytes, settings: settings)
    if let photo = use(key) { return photo }
    if let photo = disk?.entry(PreparedPhoto.entryKey(key)).flatMap(PreparedPhoto.init) {
      keep(photo, under: key)
      return photo
    }
    let photo = try Preparation.prepare(bytes, settings: settings)
    keep(photo, under: key)
    if let disk, !photo.keepsPixels, let entry = photo.entry(named: key) { disk.store(entry) }
    return photo
  }

  private func use(_ key: String) -> PreparedPhoto? {
    state.withLock { state in
      state.uses += 1
      state.entries[key]?.lastUse = state.uses
      return state.entries[key]?.photo
    }
  }

  private func keep(_ photo: PreparedPhoto, under key: String) {
    guard photo.bytes.count <= byteLimit else { return }
    state.withLock { state in
      let old = state.entries.updateValue(Entry(photo: photo, lastUse: state.uses), forKey: key)
      state.bytes += photo.bytes.count - (old?.photo.bytes.count ?? 0)
      // A few hundred entries at most, and only when one is added: a search is quick enough.
      while state.bytes > byteLimit,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.bytes -= oldest.value.photo.bytes.count
        state.entries[oldest.key] = nil
      }
    }
  }
}
