/// A type-erased clock with the two functions that the client needs.
public struct AnyClock: Sendable {
  /// Returns the time since this value was created.
  public let elapsed: @Sendable () -> Duration
  /// Waits for a duration; throws `CancellationError` when the task is cancelled.
  public let sleep: @Sendable (Duration) async throws -> Void

  /// Wraps a clock, such as `ContinuousClock()`.
  public init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0) }
  }
}
