/// Runs blocking work on a new thread, off Swift's cooperative thread pool, and returns its result.
///
/// If the system allows no more threads, the work runs on the current one.
public func runOnNewThread<R: Sendable, E: Error>(
  _ work: @escaping @Sendable () throws(E) -> R
) async throws(E) -> R {
  let result: Result<R, E> = await withCheckedContinuation { continuation in
    startThreadOrRun { continuation.resume(returning: Result(catching: work)) }
  }
  return try result.get()
}

/// Runs blocking work on a new thread and returns its result, or throws as soon as the task is
/// cancelled.
///
/// After a cancellation the work still runs to its end, and its result is dropped.
public func runOnNewThreadUntilCancelled<R: Sendable>(
  _ work: @escaping @Sendable () -> R
) async throws(CancellationError) -> R {
  let (results, result) = AsyncStream.makeStream(of: R.self)
  startThreadOrRun {
    result.yield(work())
    result.finish()
  }
  for await value in results { return value }
  throw CancellationError()
}
