package import MarketRender
import Synchronization
package import ScreenPictures

/// The pictures of the slots on the screen, and some that were there lately.
package struct BrowsePictures {
  /// A picture in the size of its slot.
  package struct Key: Hashable, Sendable {
    package let url: String
    package let columns: Int
    package let rows: Int

    init(_ slot: PictureSlot) {
      url = slot.url
      columns = slot.columns
      rows = slot.rows
    }
  }

  private static let limit = 120

  package init() {}

  private var known: [Key: DrawnPicture] = [:]
  /// Pictures that cannot be loaded; they are tried again after a resize.
  private var failed: Set<Key> = []
  private var onScreen: Set<Key> = []

  /// The pictures to load for these slots.
  package mutating func want(_ slots: [PictureSlot]) -> Set<Key> {
    onScreen = Set(slots.map(Key.init))
    return onScreen.filter { known[$0] == nil && !failed.contains($0) }
  }

  package mutating func take(_ key: Key, _ picture: DrawnPicture?) {
    guard let picture else {
      failed.insert(key)
      return
    }
    if known.count >= Self.limit { known = known.filter { onScreen.contains($0.key) } }
    known[key] = picture
  }

  package func ready(for slots: [PictureSlot]) -> [PictureSlot: DrawnPicture] {
    slots.reduce(into: [:]) { $0[$1] = known[Key($1)] }
  }
}

/// The tasks of the window. A new task replaces one with the same purpose.
package final class BrowseTasks: Sendable {
  package enum Purpose: Hashable, Sendable {
    case page(BrowseTab, Int)
    case detail
    case drafts
    case month
    case action
    case undo
    case picture(BrowsePictures.Key)
    /// The preparation of a photo of a form, by its path.
    case photo(String)
    /// The check of a form.
    case check
  }

  private let tasks = Mutex<[Purpose: Task<Void, Never>]>([:])

  package init() {}

  package func start(_ purpose: Purpose, _ body: @escaping @Sendable () async -> Void) {
    tasks.withLock { tasks in
      if case .picture = purpose, tasks[purpose] != nil { return }
      // A change that is under way is never cancelled; the model starts no second one.
      if purpose != .action { tasks[purpose]?.cancel() }
      tasks[purpose] = Task { await body() }
    }
  }

  /// Cancels the loading of pictures that are not wanted any more.
  package func keepPictures(_ wanted: Set<BrowsePictures.Key>) {
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
