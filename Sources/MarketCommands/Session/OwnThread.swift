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
