import Batches
import Foundation
import MarketWire

// Compares the market with the plan.
extension Simulation {
  /// Returns the rules that were broken and the differences between the market and the plan, except
  /// those that a conflict or a failure explains.
  func problems() -> [String] {
    var end = self
    end.market.advance(to: now + .seconds(60))
    return violations + end.wrongCreates() + end.wrongListings() + end.unexplainedResults()
      + end.overwritten() + end.wrongReplacements()
  }

  /// One line for each of the seller's listings, sorted so that two runs can be compared.
  var contents: [String] {
    var end = self
    end.market.advance(to: now + .seconds(60))
    return end.market.listings.values.filter { !$0.isForeign }
      .map { "\($0.content.fields) \($0.thumbnail ?? 1)" }.sorted()
  }

  /// Whether a step failed for a reason that another run may not meet, such as a lost connection,
  /// and not because the market always refuses it (400) or an earlier step failed.
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

  /// Checks that each finished create has its own new listing, and that all other new listings are
  /// explained by a conflict.
  private func wrongCreates() -> [String] {
    let creates = zip(steps, records).filter { $0.0.target == nil }
    return Dictionary(grouping: creates) { $0.0.content }.values.compactMap { group in
      let name = group[0].0.content?.fields.name ?? ""
      let created = Set(group.flatMap { market.created[$0.0.number] ?? [] })
      let results = group.filter { isDone($0.1) }.compactMap(\.1.listing)
      guard Set(results).count == results.count, created.isSuperset(of: results) else {
        return "\(name): the results are \(results), created were \(created.sorted())"
      }
      // A look-up cannot recognize a listing that others have changed or removed.
      let known = created.filter { market.foreignChanges[$0] == nil || results.contains($0) }
      let conflicts = group.count { $0.1.state == .conflict }
      guard known.count <= results.count + conflicts else {
        return "\(name): \(created.count) created, \(results.count) done, \(conflicts) conflicts"
      }
      return nil
    }
  }

  /// Checks that each listing is as its steps made it, unless others changed it, too.
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

  /// Checks that each conflict and each refused request has a cause in the simulation: another
  /// client, a forgotten key, a failed read, a changed photo, or a simulated refusal.
  private func unexplainedResults() -> [String] {
    let isUndisturbed =
      market.foreignChanges.isEmpty && !market.hasForeignAdds && !hasForgottenKeys
    return zip(steps, records).compactMap { step, record in
      switch (record.state, record.reason) {
      case (.conflict, .unreachable?): nil
      case (.conflict, _) where isUndisturbed: "step \(step.number) has a conflict without a cause"
      case (.failed, .refused(400, _)?) where refused.contains(step.number): nil
      case (.failed, .refused(404, _)?) where !isUndisturbed || met[.notFoundByProxy] != nil: nil
      case (.failed, .photoChanged?) where !changedPhotos.contains(step.number):
        "step \(step.number) has no changed photo"
      case (.failed, .refused?): "step \(step.number) failed: \(record.reason.debugDescription)"
      default: nil
      }
    }
  }

  /// Checks that no step overwrote a change of others that it could have noticed.
  private func overwritten() -> [String] {
    // Changes of others are not noticed shortly before a request, because the listing was read
    // earlier, or shortly after it, because the request may take effect late.
    let blindPeriod = Duration.seconds(45)
    var blindUntil: [Int: Duration] = [:]
    return zip(steps, records).compactMap { step, record in
      guard case .listing(let id)? = step.target, let first = record.firstSentAt else { return nil }
      // Others change no photos.
      if case .setPhotos = step.change { return nil }
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

  /// Checks that no part of a change was carried out without its head, and that new listings have
  /// the chosen thumbnail.
  private func wrongReplacements() -> [String] {
    zip(steps, records).compactMap { step, record in
      guard let head = step.partOf, record.state == .done else { return nil }
      guard isDone(records[head - 1]) else { return "step \(step.number) has no finished head" }
      guard case .chooseThumbnail(_, let photo) = step.change, let id = record.listing,
        let listing = market.listings[id]
      else { return nil }
      return listing.thumbnail == photo ? nil : "listing \(id) has another thumbnail"
    }
  }
}
