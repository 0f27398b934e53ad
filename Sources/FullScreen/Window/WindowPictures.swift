import MarketRender
import ScreenPictures

/// The pictures of the slots on the screen, and some that were there lately.
struct WindowPictures {
  /// A picture in the size of its slot.
  struct Key: Hashable, Sendable {
    let url: String
    let columns: Int
    let rows: Int

    init(_ slot: PictureSlot) {
      url = slot.url
      columns = slot.columns
      rows = slot.rows
    }

    var box: CellBox { CellBox(columns: columns, rows: rows) }
  }

  private static let limit = 120

  init() {}

  private var known: [Key: DrawnPicture] = [:]
  /// Pictures that cannot be loaded; they are tried again after a resize.
  private var failed: Set<Key> = []
  private var onScreen: Set<Key> = []

  /// The pictures to load for these slots.
  mutating func want(_ slots: [PictureSlot]) -> Set<Key> {
    onScreen = Set(slots.map(Key.init))
    return onScreen.filter { known[$0] == nil && !failed.contains($0) }
  }

  mutating func take(_ key: Key, _ picture: DrawnPicture?) {
    guard let picture else {
      failed.insert(key)
      return
    }
    if known.count >= Self.limit { known = known.filter { onScreen.contains($0.key) } }
    known[key] = picture
  }

  func ready(for slots: [PictureSlot]) -> [PictureSlot: DrawnPicture] {
    slots.reduce(into: [:]) { $0[$1] = known[Key($1)] }
  }
}
