import Dispatch
import Synchronization

/// A pool of threads for blocking work, which must not run on Swift's cooperative thread pool.
///
/// 1. The pool has at most `limit` threads. Further jobs queue and start in order of submission.
/// 2. A thread ends after it has been idle for `idleTime`, so an unused pool costs nothing.
/// 3. If the system allows no more threads, the job queues for the threads that there are; without
///    any, it runs on the thread that submits it.
/// 4. A worker that is taken off the idle list must be handed a job.
public final class ThreadPool: Sendable {
  typealias Job = @Sendable () -> Void

  private struct State {
    var threads = 0
    var idle: [Worker] = []
    var queue: [Job] = []
  }

  private static let idleTime = DispatchTimeInterval.seconds(5)
  private let limit: Int
  private let state = Mutex(State())

  /// Creates a pool without threads; they start with the first jobs.
  ///
  /// - Parameter limit: The largest number of threads, at least 1.
  public init(limit: Int = 32) {
    self.limit = max(limit, 1)
  }

  /// Runs blocking work on a thread of the pool and returns its result.
  public func perform<R: Sendable, E: Error>(
    _ work: @escaping @Sendable () throws(E) -> R
  ) async throws(E) -> R {
    let result: Result<R, E> = await withCheckedContinuation { continuation in
      submit { continuation.resume(returning: Result(catching: work)) }
    }
    return try result.get()
  }

  /// Runs `job` as soon as a thread is free, and returns at once.
  public func submit(_ job: @escaping @Sendable () -> Void) {
    enum Choice {
      case wake(Worker)
      case start, queued
    }
    let choice: Choice = state.withLock { state in
      if let worker = state.idle.popLast() { return .wake(worker) }
      guard state.threads < limit else {
        state.queue.append(job)
        return .queued
      }
      state.threads += 1
      return .start
    }
    switch choice {
    case .wake(let worker): worker.hand(job)
    case .start: startWorker(with: job)
    case .queued: break
    }
  }

  private func startWorker(with job: @escaping Job) {
    // Photos are decoded on these threads. Every decoder gets by with an eighth of this stack at
    // 48 megapixels.
    let isStarted = startThread(stackSize: 1 << 20) { [self] in
      let worker = Worker()
      var next: Job? = job
      while next != nil {
        next?()
        // Release what the job captured before waiting for the next one.
        next = nil
        next = nextJob(of: worker)
      }
    }
    if !isStarted { placeWithoutThread(job) }
  }

  /// Leaves a job to the threads that there are, or runs it here.
  private func placeWithoutThread(_ job: @escaping Job) {
    let idle: Worker? = state.withLock { state in
      state.threads -= 1
      let idle = state.idle.popLast()
      if idle == nil { state.queue.append(job) }
      return idle
    }
    if let idle { return idle.hand(job) }
    while let job = nextJobWithoutThread() { job() }
  }

  private func nextJobWithoutThread() -> Job? {
    state.withLock { state in
      state.threads == 0 && !state.queue.isEmpty ? state.queue.removeFirst() : nil
    }
  }

  /// The next job for a worker that has finished one, or nil when its thread should end.
  private func nextJob(of worker: Worker) -> Job? {
    let queued: Job? = state.withLock { state in
      guard state.queue.isEmpty else { return state.queue.removeFirst() }
      state.idle.append(worker)
      return nil
    }
    if let queued { return queued }
    if let handed = worker.wait(until: .now() + Self.idleTime) { return handed }
    let ends: Bool = state.withLock { state in
      guard let index = state.idle.firstIndex(where: { $0 === worker }) else { return false }
      state.idle.remove(at: index)
      state.threads -= 1
      return true
    }
    // Another thread has taken the worker off the list, so a job is on its way.
    return ends ? nil : worker.wait(until: .distantFuture)
  }
}

/// The mailbox of one thread; it holds at most one job.
private final class Worker: Sendable {
  private let job = Mutex<ThreadPool.Job?>(nil)
  private let isFilled = DispatchSemaphore(value: 0)

  func hand(_ job: @escaping ThreadPool.Job) {
    self.job.withLock { $0 = job }
    isFilled.signal()
  }

  /// Takes the job out, or returns nil at the deadline.
  func wait(until deadline: DispatchTime) -> ThreadPool.Job? {
    guard isFilled.wait(timeout: deadline) == .success else { return nil }
    return job.withLock { job in
      defer { job = nil }
      return job
    }
  }
}
