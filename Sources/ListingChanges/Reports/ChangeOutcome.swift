package import Batches
package import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession

/// What became of a change.
package struct ChangeOutcome: Sendable {
  package let change: PlannedChange
  /// The line of the file that it comes from.
  package let line: Int?
  /// The state of the whole change: `done`, or that of the first step that is not.
  package let state: StepState
  /// The listing that was added, changed or removed.
  package var listing: Int?
  /// The change as it is shown, if it happened.
  package var shown: ListingChange?
  /// Why it did not happen, or not completely.
  package var error: (any Error)?

  /// Whether an earlier run carried it out.
  package var wasKnown = false
  /// Whether others had removed the listing before.
  package var wasGone = false

  /// Whether it was tried in this run and could not be sent, so that it is still to be done.
  package var wasNotSent = false
  /// Whether it was not tried.
  package var isLeft: Bool { state == .planned && !wasNotSent }
  /// Whether the market has the whole change, and something about it was not saved here.
  package var isUnsaved: Bool { (error as? PartialChange)?.isUnsaved ?? false }
  /// Whether the market has the whole change.
  package var hasHappened: Bool { state == .done || state == .adopted }
  /// Whether the market has the whole change, or may have it.
  package var mayHaveHappened: Bool { hasHappened || state == .sent || state == .unknown }
}

/// The steps of a change with their final records.
struct ChangeResults: Sendable {
  let batch: Int
  let change: PlannedChange
  let steps: [BatchStep]
  let records: [StepRecord]
  let end: BatchEnd
  /// Whether an earlier run carried it out; then nothing is read again.
  let wasKnown: Bool

  private var head: StepRecord { records[0] }

  private func hasHappened(_ record: StepRecord) -> Bool {
    record.state == .done || record.state == .adopted
  }

  /// Updates the notebook and describes what happened.
  func outcome(_ live: ClientBatchMarket, in context: CommandContext) async -> ChangeOutcome {
    let open = records.first { !hasHappened($0) }
    let state = open?.state ?? head.state
    var outcome = ChangeOutcome(
      change: change, line: steps[0].line, state: state, listing: head.listing,
      wasKnown: wasKnown)
    defer { for step in steps { live.results.forget(step: step.number) } }
    outcome.wasNotSent = open?.isGivenUp ?? false
    guard hasHappened(head) else {
      outcome.error = failure(of: 0, live, in: context)
      if head.state == .conflict, let old = change.before, let id = head.listing,
        change.action == .replaced
      {
        outcome.error = await comparison(of: id, with: old, live, outcome.error)
      }
      return outcome
    }
    let product = await product(live)
    do {
      try await follow(product, in: context)
      outcome.shown = change.shown(product, in: context.market)
      if head.state == .adopted {
        outcome.wasGone = head.reason == .listingGone
        outcome.shown?.notes.append(
          outcome.wasGone
            ? "It was gone already." : "No answer came, but the market has the change.")
      }
      if let index = records.firstIndex(where: { !hasHappened($0) }) {
        outcome.error = await partFailure(index, product, live, in: context)
      }
    } catch {
      outcome.error = error
      if outcome.isUnsaved { outcome.shown = change.shown(product, in: context.market) }
    }
    return outcome
  }

  /// The listing after the change.
  private func product(_ live: ClientBatchMarket) async -> Product {
    let last = steps.indices.last { index in
      if case .remove = steps[index].change, index > 0 { return false }
      return hasHappened(records[index])
    }
    if let last, let product = live.results.product(ofStep: steps[last].number) { return product }
    if !wasKnown, change.action != .removed, let id = head.listing, steps[0].needsRequest,
      let product = await live.product(id)
    {
      return product
    }
    var product = change.after
    product.id = head.listing ?? product.id
    return product
  }

  /// Updates what this machine knows of the listing.
  ///
  /// - Throws: ``PartialChange``.
  private func follow(_ product: Product, in context: CommandContext) async throws {
    let market = context.market
    if wasKnown, try change.code?.after.map({ try market.listing(ofCode: $0) }) == product.id {
      return
    }
    var missing = PartialChange.Missing.vendorID
    do {
      if change.action == .removed {
        if let code = change.code?.before { missing = .freeCode(code) }
        context.market.shown.forget(product.id, in: market)
        try market.releaseCode(of: product)
        // Not before the code: it would hide that the notebook was deleted.
        return market.recordGone(product.id)
      }
      try moveEntry(to: product, in: context)
      if change.action != .changed {
        context.listings.browser.recordAdded(product.id, in: try market.profile().key)
      }
      if steps[0].needsRequest { try market.learn(from: product) }
      missing = .code(change.code?.after ?? change.code?.before ?? "")
      try await moveCode(to: product, in: market)
      market.recordOwn(product)
    } catch {
      if !steps[0].needsRequest { throw error }
      throw PartialChange(
        action: change.action, product: product, missing: missing, cause: error,
        retry: change.code?.after.map { "edit \(product.id) --code \($0)" },
        undoCommand: change.action == .changed
          ? change.shown(product, in: market).undoCommand : nil)
    }
  }

  /// Moves star and notes of a listing that was replaced, or that `undo` brings back under a new id.
  private func moveEntry(to product: Product, in context: CommandContext) throws {
    let old: Int?
    switch change.action {
    case .replaced: old = change.before?.id
    case .added: old = try steps[0].undoes.flatMap { try context.market.journal.listing(of: $0) }
    case .changed, .removed: old = nil
    }
    guard let old else { return }
    try context.market.moveEntry(of: old, to: product)
  }

  /// Gives the listing its new code, or takes its old one away.
  private func moveCode(to product: Product, in market: CurrentMarket) async throws {
    guard let code = change.code else { return }
    guard let new = code.after else { return try market.releaseCode(of: product) }
    guard change.action == .replaced, let old = change.before else {
      return try await market.attach(code: new, to: product, moves: code.takenFrom != nil)
    }
    if code.before == new { return try market.moveCode(of: old, to: product) }
    try await market.attach(code: new, to: product)
    if hasHappened(records[records.count - 1]) { try market.releaseCode(of: old) }
  }

  /// Why a step was not carried out.
  private func failure(
    of index: Int, _ live: ClientBatchMarket, in context: CommandContext
  ) -> any Error {
    let error = live.results.error(ofStep: steps[index].number)
    var record = records[index]
    switch record.state {
    case .failed:
      // The listing of a removal that was refused exists, whatever the answer said.
      if let error, error.code != .notFound || change.action != .removed { return error }
    case .planned:
      if end == .notAuthorized || record.isGivenUp, let error { return error }
      if end == .interrupted { return CancellationError() }
      if end == .unreadable { record.reason = .unreachable }
    case .sent, .done, .unknown, .adopted, .conflict: break
    }
    return StepFailure(
      batch: batch, action: change.action, name: change.name,
      listing: record.listing ?? change.before?.id, record: record, cause: error,
      isUnrecorded: end == .journalFailed)
  }

  /// The new listing exists, but is not what was sent, or cannot be read.
  private func comparison(
    of id: Int, with old: Product, _ live: ClientBatchMarket, _ cause: (any Error)?
  ) async -> ReplacementFailure {
    let new = await live.product(id)
    let members = new.flatMap { steps[0].content?.differences(from: ListingContent($0)) }
    var planned = change.after
    planned.id = id
    return ReplacementFailure(
      stage: members.map { .comparing($0) } ?? .looking, old: old, new: new ?? planned,
      code: change.code?.after, cause: members == nil ? cause : nil)
  }

  /// The head has happened, but not the part at an index.
  private func partFailure(
    _ index: Int, _ product: Product, _ live: ClientBatchMarket, in context: CommandContext
  ) async -> any Error {
    let cause = failure(of: index, live, in: context)
    if case .chooseThumbnail(_, let photo) = steps[index].change, change.action == .added {
      return PartialChange(
        action: .added, product: product, missing: .thumbnail(photo), cause: cause,
        retry: "edit \(product.id) --thumbnail \(photo)")
    }
    guard let old = change.before else { return cause }
    if change.action == .changed {
      if case .chooseThumbnail(_, let photo) = steps[index].change {
        return PartialChange(
          action: .changed, product: product, missing: .thumbnail(photo), cause: cause,
          retry: "edit \(product.id) --thumbnail \(photo)", undoCommand: "undo")
      }
      return PartialChange(
        action: .changed, product: product, missing: .photos, cause: cause, undoCommand: "undo")
    }
    var stage = ReplacementFailure.Stage.removing
    if case .chooseThumbnail(_, let photo) = steps[index].change {
      stage = .thumbnail(photo)
    } else if records[index].reason == .changedByOthers, let now = await live.product(old.id) {
      stage = .oldChanged(ListingContent(old).differences(from: ListingContent(now)))
    }
    return ReplacementFailure(
      stage: stage, old: old, new: product, code: change.code?.after, cause: cause)
  }
}
