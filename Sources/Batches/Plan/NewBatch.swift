/// A checked plan before it is stored.
package struct NewBatch: Sendable {
  /// What was typed, without secrets, for lists of batches.
  package var command: String
  /// The file that it comes from.
  package var path: String?
  /// SHA-256 of the file and its variables; nil for a plan that does not come from a file.
  package var inputHash: String?
  /// The address of the market.
  package var market: String
  /// The seller's account there, without a secret.
  package var account: String
  /// In time since 1970.
  package var plannedAt: Duration
  package var keepsGoing = false
  package var jobs = 4
  /// Whether carrying it out again would change nothing more.
  package var isRepeatable = true
  /// Whether the same input may be carried out once more; not stored.
  package var mayRepeat = false

  package init(command: String, market: String, account: String, plannedAt: Duration) {
    self.command = command
    self.market = market
    self.account = account
    self.plannedAt = plannedAt
  }
}

/// A stored batch.
package struct StoredBatch: Sendable, Identifiable {
  package enum State: String, Sendable {
    /// Some steps have no final state.
    case open
    /// Every step has its final state.
    case ended
    /// Given up by the seller.
    case discarded
  }

  package let id: Int
  package let plan: NewBatch
  package let state: State
  /// A random text that makes the idempotency keys of this batch unique.
  package let salt: String
  /// The number of steps in each state.
  package let counts: [StepState: Int]
}
