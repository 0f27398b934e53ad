/// Blocking work from async code.
import Foundation

/// Runs blocking work on a thread of its own, away from the pool that async code shares.
public func onOwnThread<R: Sendable, E: Error>(
  _ work: @escaping @Sendable () throws(E) -> R
) async throws(E) -> R {
  let result: Result<R, E> = await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: Result(catching: work)) }
  }
  return try result.get()
}

/// Runs blocking work on a thread of its own, and waits for it until the task is cancelled; then it
/// comes to its end by itself, for nobody.
func onOwnThreadUntilCancelled<R: Sendable>(
  _ work: @escaping @Sendable () -> R
) async throws(CancellationError) -> R {
  let (results, result) = AsyncStream.makeStream(of: R.self)
  Thread.detachNewThread {
    result.yield(work())
    result.finish()
  }
  for await value in results { return value }
  throw CancellationError()
}
