/// A watch for Ctrl-C that ends when it is released.
public final class InterruptWatch: Sendable {
  private let end: @Sendable () -> Void

  public init(end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}

extension Environment {
  /// Runs `body` in a task that Ctrl-C cancels.
  ///
  /// The task starts only when Ctrl-C is watched, so a Ctrl-C after its first output stops it.
  package func interruptible<R: Sendable, E: Error>(
    _ body: @escaping @Sendable () async throws(E) -> R
  ) async throws(E) -> R {
    let (isWatched, gate) = AsyncStream<Never>.makeStream()
    let task = Task { () async -> Result<R, E> in
      for await _ in isWatched {}
      do throws(E) { return .success(try await body()) } catch { return .failure(error) }
    }
    let watch = onInterrupt { task.cancel() }
    defer { withExtendedLifetime(watch) {} }
    gate.finish()
    return try await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }.get()
  }
}
