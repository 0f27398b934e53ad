import MarketRender
import Synchronization
import TerminalPictures

/// The pictures of the slots on the screen, and some that were there lately.
struct BrowsePictures {
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
  }

  private static let limit = 120

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

/// The tasks of the window. A new task replaces one with the same purpose.
final class BrowseTasks: Sendable {
  enum Purpose: Hashable, Sendable {
    case page(BrowseTab, Int)
    case detail
    case month
    case action
    case undo
    case picture(BrowsePictures.Key)
  }

  private let tasks = Mutex<[Purpose: Task<Void, Never>]>([:])

  func start(_ purpose: Purpose, _ body: @escaping @Sendable () async -> Void) {
    tasks.withLock { tasks in
      if case .picture = purpose, tasks[purpose] != nil { return }
      // A change that is under way is never cancelled; the model starts no second one.
      if purpose != .action { tasks[purpose]?.cancel() }
      tasks[purpose] = Task { await body() }
    }
  }

  /// Cancels the loading of pictures that are not wanted any more.
  func keepPictures(_ wanted: Set<BrowsePictures.Key>) {
    tasks.withLock { tasks in
      for case (.picture(let key), let task) in tasks.map({ ($0.key, $0.value) })
      where !wanted.contains(key) {
        task.cancel()
        tasks[.picture(key)] = nil
      }
    }
  }

  /// Cancels everything that only loads, and waits for the end of a change that is under way.
  func end() async {
    let action = tasks.withLock { tasks in
      let action = tasks.removeValue(forKey: .action)
      for task in tasks.values { task.cancel() }
      tasks = [:]
      return action
    }
    await action?.value
  }
}
