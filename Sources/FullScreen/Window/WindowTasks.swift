/// The tasks of a window. A new task replaces one with the same purpose.
struct WindowTasks {
  enum Purpose: Hashable {
    case load(String)
    /// A change that is never cancelled; a model starts no second one meanwhile.
    case change
    case picture(WindowPictures.Key)
  }

  private var tasks: [Purpose: Task<Void, Never>] = [:]

  mutating func start(_ purpose: Purpose, _ body: @escaping @Sendable () async -> Void) {
    if case .picture = purpose, tasks[purpose] != nil { return }
    if purpose != .change { tasks[purpose]?.cancel() }
    tasks[purpose] = Task { await body() }
  }

  /// Cancels the loading of pictures that are not wanted any more.
  mutating func keepPictures(_ wanted: Set<WindowPictures.Key>) {
    for case (.picture(let key), let task) in tasks where !wanted.contains(key) {
      task.cancel()
      tasks[.picture(key)] = nil
    }
  }

  /// Cancels everything that only loads, and waits for the end of a change that is under way.
  ///
  /// - Parameter awaitsAll: whether to wait for the end of the canceled tasks, too.
  mutating func end(awaitsAll: Bool) async {
    let all = tasks
    tasks = [:]
    for (purpose, task) in all where purpose != .change { task.cancel() }
    for (purpose, task) in all where awaitsAll || purpose == .change { await task.value }
  }
}
