/// A clock of any kind, reduced to what the client needs.

/// How long something took, and waiting. Made of any clock, such as `ContinuousClock()`.
public struct AnyClock: Sendable {
  /// Time since this value was made.
  public let elapsed: @Sendable () -> Duration
  /// Waits; throws when the task is cancelled.
  public let sleep: @Sendable (Duration) async throws -> Void

  public init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0) }
  }
}
