/// A few threads for work that blocks, which must not be done on the cooperative pool.
import Dispatch
import Foundation
import Synchronization

/// Runs blocking work on real threads.
///
/// 1. At most `limit` threads exist; what does not find one waits in line, first come first served.
/// 2. A thread that found no work for `idleTime` ends, so an idle pool costs nothing.
/// 3. A worker on the idle list has nothing to do; who takes it off the list gives it a job.
public final class WorkerPool: Sendable {
  typealias Job = @Sendable () -> Void

  private struct State {
    var threads = 0
    var idle: [Worker] = []
    var waiting: [Job] = []
  }

  private static let idleTime = DispatchTimeInterval.seconds(5)
  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: of threads, at least 1.
  public init(limit: Int = 32) {
    self.limit = max(limit, 1)
  }

  /// Runs work that blocks, and answers what it answered.
  public func perform<R: Sendable, E: Error>(
    _ work: @escaping @Sendable () throws(E) -> R
  ) async throws(E) -> R {
    let result: Result<R, E> = await withCheckedContinuation { continuation in
      run { continuation.resume(returning: Result(catching: work)) }
    }
    return try result.get()
  }

  /// Has `job` run as soon as a thread is free.
  func run(_ job: @escaping Job) {
    enum Choice {
      case wake(Worker)
      case start, none
    }
    let choice: Choice = state.withLock { state in
      if let worker = state.idle.popLast() { return .wake(worker) }
      guard state.threads < limit else {
        state.waiting.append(job)
        return .none
      }
      state.threads += 1
      return .start
    }
    switch choice {
    case .wake(let worker): worker.give(job)
    case .start: start(with: job)
    case .none: break
    }
  }

  private func start(with job: @escaping Job) {
    let thread = Thread { [self] in
      let worker = Worker()
      var next: Job? = job
      while next != nil {
        next?()
        // What a job holds must not live on while the worker waits for the next.
        next = nil
        next = nextJob(of: worker)
      }
    }
    // Photos are decoded here, and every format does with an eighth of it at 48 megapixels.
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// The next job of a worker that is done with its last; nil where the thread is to end.
  private func nextJob(of worker: Worker) -> Job? {
    let waiting: Job? = state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.idle.append(worker)
      return nil
    }
    if let waiting { return waiting }
    if let given = worker.take(timeout: .now() + Self.idleTime) { return given }
    let leaves: Bool = state.withLock { state in
      guard let index = state.idle.firstIndex(where: { $0 === worker }) else { return false }
      state.idle.remove(at: index)
      state.threads -= 1
      return true
    }
    // Taken off the list by somebody else: a job is on its way.
    return leaves ? nil : worker.take(timeout: .distantFuture)
  }
}

/// The letter box of one thread.
private final class Worker: Sendable {
  private let job = Mutex<WorkerPool.Job?>(nil)
  private let bell = DispatchSemaphore(value: 0)

  func give(_ job: @escaping WorkerPool.Job) {
    self.job.withLock { $0 = job }
    bell.signal()
  }

  func take(timeout: DispatchTime) -> WorkerPool.Job? {
    guard bell.wait(timeout: timeout) == .success else { return nil }
    return job.withLock { job in
      defer { job = nil }
      return job
    }
  }
}
