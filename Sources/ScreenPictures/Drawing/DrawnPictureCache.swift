import Synchronization
import TerminalKit

/// A drawn picture.
public enum DrawnPicture: Hashable, Sendable {
  /// Encoded rows, and the width of the widest one in columns.
  case lines([String], columns: Int)
  case stream(TerminalPicture)

  /// The approximate memory use in bytes.
  public var byteCount: Int {
    switch self {
    case .stream(let picture): picture.byteCount + 64
    case .lines(let lines, _): lines.reduce(64) { $0 + $1.utf8.count + 16 }
    }
  }
}

/// A memory cache of drawn pictures, which makes it fast to return to a page.
///
/// 1. The entries use at most `byteLimit` bytes.
/// 2. When the limit is reached, the least recently used entries are evicted until half of it is
///    free.
final class DrawnPictureCache: Sendable {
  /// All inputs of a drawing.
  struct Key: Hashable, Sendable {
    /// The URL of the picture, or another name for its content.
    var picture: String
    var box: CellBox
    var cell: CellSize
    var method: PictureMethod
    var color: ColorLevel
    var background: Color?
  }

  private struct Entry {
    let drawn: DrawnPicture
    let byteCount: Int
    let checked: Int64
    var lastUse: UInt64
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var byteCount = 0
    var uses: UInt64 = 0
  }

  let byteLimit: Int
  private let state = Mutex(State())

  /// - Parameter byteLimit: the limit for all entries; a screen of thumbnails drawn with symbols
  ///   uses about 500 KB.
  init(byteLimit: Int = 32 << 20) {
    self.byteLimit = max(0, byteLimit)
  }

  /// The approximate memory use of the entries in bytes.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// Returns the cached drawing of `key`, and evicts it instead if its picture was not validated in
  /// the given time range.
  ///
  /// - Parameter moments: in milliseconds since 1970.
  func drawn(
    _ key: Key, checkedIn moments: ClosedRange<Int64> = .min ... .max
  ) -> DrawnPicture? {
    state.withLock { state in
      guard var entry = state.entries[key] else { return nil }
      guard moments.contains(entry.checked) else {
        state.entries[key] = nil
        state.byteCount -= entry.byteCount
        return nil
      }
      state.uses += 1
      entry.lastUse = state.uses
      state.entries[key] = entry
      return entry.drawn
    }
  }

  /// Stores a drawing, unless it is larger than the limit.
  ///
  /// - Parameter checked: when the picture was last validated, in milliseconds since 1970.
  func keep(_ drawn: DrawnPicture, as key: Key, checked: Int64 = 0) {
    let bytes = drawn.byteCount + key.picture.utf8.count
    state.withLock { state in
      if let old = state.entries.removeValue(forKey: key) { state.byteCount -= old.byteCount }
      guard bytes <= byteLimit else { return }
      if state.byteCount + bytes > byteLimit { shrink(&state, to: byteLimit / 2, adding: bytes) }
      state.uses += 1
      state.entries[key] = Entry(
        drawn: drawn, byteCount: bytes, checked: checked, lastUse: state.uses)
      state.byteCount += bytes
    }
  }

  /// Removes all entries.
  func clear() {
    state.withLock { $0 = State() }
  }

  /// Evicts the least recently used entries until `bytes` more fit into `limit`.
  private func shrink(_ state: inout State, to limit: Int, adding bytes: Int) {
    for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard state.byteCount + bytes > limit else { return }
      state.entries[key] = nil
      state.byteCount -= entry.byteCount
    }
  }
}
