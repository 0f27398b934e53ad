/// The retries that a whole batch may use: a bucket of tokens that successes refill.
///
/// It keeps a batch of thousands of steps from sending four times as many requests to a market that
/// is failing.
struct RetryBudget: Hashable, Sendable {
  private static let capacity = 20
  /// The parts of a token that a success returns; a token has ten.
  private static let refill = 2

  private var parts = capacity * 10

  /// Takes a token; false if there is none.
  mutating func take() -> Bool {
    guard parts >= 10 else { return false }
    parts -= 10
    return true
  }

  mutating func refill() {
    parts = min(parts + Self.refill, Self.capacity * 10)
  }
}
