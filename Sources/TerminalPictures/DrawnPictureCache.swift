/// Drawn pictures kept in memory, so that going back a page costs nothing.
import Synchronization
public import TerminalKit

/// A picture after drawing.
public enum DrawnPicture: Hashable, Sendable {
  /// Rows as they are written, each with its escapes, and how wide the widest is.
  case lines([String], columns: Int)
  case stream(TerminalPicture)

  /// About the memory it takes, in bytes.
  public var byteCount: Int {
    switch self {
    case .stream(let picture): picture.byteCount + 64
    case .lines(let lines, _): lines.reduce(64) { $0 + $1.utf8.count + 16 }
    }
  }
}

/// Drawn pictures by what they depend on.
///
/// 1. What is kept adds up to at most `byteLimit`.
/// 2. What was not used longest goes first, down to half the limit, so that this is rare.
public final class DrawnPictureCache: Sendable {
  /// Everything that a drawing depends on.
  public struct Key: Hashable, Sendable {
    /// The picture's address, or what else names its content.
    public var picture: String
    public var box: CellBox
    public var cell: CellSize
    public var method: PictureMethod
    public var color: ColorLevel
    public var background: Color?

    public init(
      picture: String, box: CellBox, cell: CellSize, method: PictureMethod, color: ColorLevel,
      background: Color? = nil
    ) {
      self.picture = picture
      self.box = box
      self.cell = cell
      self.method = method
      self.color = color
      self.background = background
    }
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

  public let byteLimit: Int
  private let state = Mutex(State())

  /// - Parameter byteLimit: of all drawings together; a screen of thumbnails in symbols has some
  ///   500 KB.
  public init(byteLimit: Int = 32 << 20) {
    self.byteLimit = max(0, byteLimit)
  }

  /// The bytes kept, about.
  public var byteCount: Int { state.withLock { $0.byteCount } }

  /// The drawing kept under `key`, which counts as a use; one whose picture was not known to be right
  /// within these moments is forgotten.
  public func drawn(
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

  /// Keeps a drawing in place of any before it; one that is larger than the limit is not kept.
  ///
  /// - Parameter checked: when its picture was last known to be right, in milliseconds since 1970.
  public func keep(_ drawn: DrawnPicture, as key: Key, checked: Int64 = 0) {
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

  /// Forgets everything.
  public func clear() {
    state.withLock { $0 = State() }
  }

  /// Drops what was not used longest until `bytes` more make at most `limit`, or nothing is left.
  private func shrink(_ state: inout State, to limit: Int, adding bytes: Int) {
    for (key, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard state.byteCount + bytes > limit else { return }
      state.entries[key] = nil
      state.byteCount -= entry.byteCount
    }
  }
}
