import Batches
import Foundation
import MarketWire

// Compares the market with the plan.
extension Simulation {
  /// What is wrong at the end; a difference that a conflict or a failure explains is fine.
  func problems() -> [String] {
    var end = self
    end.market.advance(to: now + .seconds(60))
    return violations + end.wrongCreates() + end.wrongListings() + end.unexplainedResults()
      + end.overwritten() + end.wrongReplacements()
  }

  /// The own listings, for comparisons between runs.
  var contents: [String] {
    var end = self
    end.market.advance(to: now + .seconds(60))
    return end.market.listings.values.filter { !$0.isForeign }
      .map { "\($0.content.fields) \($0.thumbnail ?? 1)" }.sorted()
  }

  /// Whether a step failed after its last attempt, so that another run may end otherwise.
  var mayEndDifferently: Bool {
    records.contains { record in
      switch (record.state, record.reason) {
      case (.failed, .refused(400, _)?), (.failed, .earlierStep?): false
      default: record.state == .failed
      }
    }
  }

  private func isDone(_ record: StepRecord) -> Bool {
    record.state == .done || record.state == .adopted
  }

  /// Each create that is done has one listing of its own; no other was created.
  private func wrongCreates() -> [String] {
    let creates = zip(steps, records).filter { $0.0.target == nil }
    return Dictionary(grouping: creates) { $0.0.content }.values.compactMap { group in
      let name = group[0].0.content?.fields.name ?? ""
      let created = Set(group.flatMap { market.created[$0.0.number] ?? [] })
      let results = group.filter { isDone($0.1) }.compactMap(\.1.listing)
      guard Set(results).count == results.count, created.isSuperset(of: results) else {
        return "\(name): the results are \(results), created were \(created.sorted())"
      }
      // A listing that others changed or removed before a look-up cannot be recognized.
      let known = created.filter { market.foreignChanges[$0] == nil || results.contains($0) }
      let conflicts = group.count { $0.1.state == .conflict }
      guard known.count <= results.count + conflicts else {
        return "\(name): \(created.count) created, \(results.count) done, \(conflicts) conflicts"
      }
      return nil
    }
  }

  /// Listings that others left alone are as the steps on them say.
  private func wrongListings() -> [String] {
    var expected: [Int: ListingContent?] = [:]
    for (step, record) in zip(steps, records) {
      switch step.target {
      case .listing(let id)?:
        if expected[id] == nil { expected[id] = step.before }
        if isDone(record) { expected[id] = .some(step.content) }
      case nil:
        if isDone(record), let id = record.listing { expected[id] = .some(step.content) }
      case .step?: continue
      }
    }
    return expected.compactMap { id, content in
      guard market.foreignChanges[id] == nil else { return nil }
      let actual = market.listings[id]?.content
      switch (content, actual) {
      case (nil, nil): return nil
      case (let content?, let actual?) where content.agrees(with: actual): return nil
      default:
        return "listing \(id) is \(actual.debugDescription) instead of \(content.debugDescription)"
      }
    }
  }

  /// A conflict has a reason: others, or a forgotten key. A failure has one, too.
  private func unexplainedResults() -> [String] {
    let isUndisturbed =
      market.foreignChanges.isEmpty && !market.hasForeignAdds && !hasForgottenKeys
    return zip(steps, records).compactMap { step, record in
      switch (record.state, record.reason) {
      case (.conflict, .unreachable?): nil
      case (.conflict, _) where isUndisturbed: "step \(step.number) has a conflict with nobody"
      case (.failed, .refused(400, _)?) where refused.contains(step.number): nil
      case (.failed, .refused(404, _)?) where !isUndisturbed || met[.notFoundByProxy] != nil: nil
      case (.failed, .refused?): "step \(step.number) failed: \(record.reason.debugDescription)"
      default: nil
      }
    }
  }

  /// Changes of others that a step has overwritten, although it could have seen them.
  private func overwritten() -> [String] {
    // Between reading a listing and changing it, others can change it unnoticed.
    let blindPeriod = Duration.seconds(45)
    var blindUntil: [Int: Duration] = [:]
    return zip(steps, records).compactMap { step, record in
      guard case .listing(let id)? = step.target, let first = record.firstSentAt else { return nil }
      let last = record.sentAt ?? first
      // A removal and a request with a key are repeated without comparing the listing.
      let sent = !market.honorsKeys && step.content != nil ? last : first
      let start = blindUntil.updateValue(last + blindPeriod, forKey: id) ?? .zero
      guard record.state == .done, sent - plannedAt > .seconds(10),
        market.foreignChanges[id, default: []].contains(where: {
          $0 > start && $0 < sent - blindPeriod
        })
      else { return nil }
      return "step \(step.number) overwrote what others changed in listing \(id)"
    }
  }

  /// A replaced listing goes only if the new one is there with its thumbnail.
  private func wrongReplacements() -> [String] {
    zip(steps, records).compactMap { step, record in
      guard let head = step.partOf, record.state == .done else { return nil }
      guard isDone(records[head - 1]) else { return "step \(step.number) removed too much" }
      guard case .chooseThumbnail(_, let photo) = step.change, let id = record.listing,
        let listing = market.listings[id]
      else { return nil }
      return listing.thumbnail == photo ? nil : "listing \(id) has another thumbnail"
    }
  }
}
