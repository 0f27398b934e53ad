import Synchronization

/// Runs the tasks of one piece of work on one thread of a pool, one after another.
///
/// A chain of short tasks on the cooperative pool wakes another thread for each of them, which takes
/// longer than most of the tasks. The thread belongs to the work alone only while there are jobs.
public final class SerialTaskExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isRunning = false
  }

  private let threads: ThreadPool
  private let state = Mutex(State())

  /// Creates an executor that takes a thread of `threads` while it has jobs.
  public init(threads: ThreadPool = ThreadPool(limit: 1)) {
    self.threads = threads
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let starts = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { threads.submit { [self] in runAll() } }
  }

  private func runAll() {
    while true {
      let jobs = state.withLock { state in
        defer { state.jobs.removeAll() }
        state.isRunning = !state.jobs.isEmpty
        return state.jobs
      }
      guard !jobs.isEmpty else { return }
      for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}
