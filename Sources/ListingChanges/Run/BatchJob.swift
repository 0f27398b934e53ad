import Batches
package import MarketWire
import SellerSession

/// What is to be carried out as one batch, besides the changes.
package struct BatchJob: Sendable {
  /// What was typed, without secrets, for lists of batches.
  package let command: String
  /// When the planning began, before any listing was read for it.
  package let plannedAt: WireDate
  /// The file that it comes from.
  package var input: BatchInput?
  package var keepsGoing = false
  /// How many changes are sent at once; nil for one at home and four elsewhere.
  package var jobs: Int?
  /// Whether carrying it out again would change nothing more.
  package var isRepeatable = true

  package init(_ command: String, plannedAt: WireDate) {
    self.command = command
    self.plannedAt = plannedAt
  }

  func batch(at market: MarketProfile) -> NewBatch {
    var batch = NewBatch(
      command: command, market: market.url, account: market.accountDigest ?? "",
      plannedAt: .milliseconds(plannedAt.milliseconds))
    batch.path = input?.path
    batch.inputHash = input?.digest
    batch.mayRepeat = input?.repeats ?? false
    batch.keepsGoing = keepsGoing
    batch.jobs = jobs ?? (market.isHome ? 1 : 4)
    batch.isRepeatable = isRepeatable
    return batch
  }
}
