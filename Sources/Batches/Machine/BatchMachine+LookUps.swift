import MarketWire

// Reading what the market has: before a change, and after an unclear outcome.
extension BatchMachine {
  mutating func check(_ index: Int, _ effects: inout [BatchEffect]) {
    guard let listing = listing(of: index) ?? running[index].record.listing else { return }
    running[index].phase = .checking
    effects.append(.check(step: number(of: index), listing: listing))
  }

  mutating func checked(
    _ index: Int, _ reading: TargetReading, _ now: Duration, _ effects: inout [BatchEffect]
  ) {
    guard running[index].phase == .checking else { return }
    if reading != .failed { running[index].confirmedAt = now }
    switch (steps[index].change, reading) {
    case (_, .failed): readAgain(index, .check, &effects)
    case (.remove, .gone): adopt(index, &effects)
    case (_, .gone): end(index, .conflict, .listingGone, &effects)
    case (.edit(_, let before, let after), .listing(let content)):
      if content.agrees(with: before) { return recordSent(index, now, &effects) }
      if content.agrees(with: before.changed(by: after)) { return adopt(index, &effects) }
      end(index, .conflict, .changedByOthers, &effects)
    case (.remove(_, let before, _), .listing(let content)):
      if content.agrees(with: before) { return recordSent(index, now, &effects) }
      end(index, .conflict, .changedByOthers, &effects)
    case (.setPhotos(_, let before, _, _, _), .listing(let content)):
      if content.agreesInPhotos(with: before) { return recordSent(index, now, &effects) }
      end(index, .conflict, .changedByOthers, &effects)
    case (.create, .listing(let content)):
      let isAsSent = steps[index].content?.agrees(with: content) ?? true
      end(index, isAsSent ? .done : .conflict, isAsSent ? nil : .notAsSent, &effects)
    case (.chooseThumbnail, .listing): recordSent(index, now, &effects)
    }
  }

  mutating func lookUp(_ index: Int, _ now: Duration, _ effects: inout [BatchEffect]) {
    running[index].phase = .lookingUp
    running[index].lookedUpAt = now
    effects.append(
      .lookUp(
        step: number(of: index), listing: listing(of: index),
        above: running[index].record.highestID))
  }

  mutating func found(
    _ index: Int, _ result: LookUpResult, _ now: Duration, _ effects: inout [BatchEffect]
  ) {
    guard running[index].phase == .lookingUp else { return }
    switch (steps[index].change, result) {
    case (_, .failed), (_, .target(.failed)): readAgain(index, .lookUp, &effects)
    case (.create, .listings(let candidates)): matchCreate(index, candidates, now, &effects)
    case (.edit(_, let before, let after), .target(let reading)):
      guard case .listing(let content) = reading else {
        return end(index, .conflict, .listingGone, &effects)
      }
      if content.agrees(with: before.changed(by: after), in: after) {
        return adopt(index, &effects)
      }
      guard content.agrees(with: before, in: after) else {
        return end(index, .conflict, .changedByOthers, &effects)
      }
      notFound(index, now, &effects)
    case (.setPhotos(_, let before, let order, _, _), .target(.listing(let content))):
      // Only a key tells these photos from others, and it was valid for a month.
      if content.agreesInPhotos(with: before) { return notFound(index, now, &effects) }
      if content.photoCount == order.count { return adopt(index, &effects) }
      end(index, .conflict, .changedByOthers, &effects)
    case (.setPhotos, .target(.gone)): end(index, .conflict, .listingGone, &effects)
    case (.remove, .target(.gone)): adopt(index, &effects)
    case (.remove, .target(.listing)): notFound(index, now, &effects)
    case (.create, .target), (.edit, .listings), (.remove, .listings), (.setPhotos, .listings),
      (.chooseThumbnail, _):
      readAgain(index, .lookUp, &effects)
    }
  }

  private mutating func matchCreate(
    _ index: Int, _ candidates: [Candidate], _ now: Duration, _ effects: inout [BatchEffect]
  ) {
    guard let wanted = steps[index].content else { return }
    let free = candidates.filter { candidate in
      candidate.id > running[index].record.highestID ?? 0 && !claimed.contains(candidate.id)
    }
    let equal = free.filter { wanted.agrees(with: $0.content) }
    if !equal.isEmpty, rules.honorsKeys, isEqualCreateUnderWay(index) {
      // One of the matches may be its result.
      guard mayTryAgain(index) else { return giveUp(index, .noResponse, &effects) }
      running[index].failedReads += 1
      return wait(index, rules.lookAgainDelay, then: .lookUp, &effects)
    }
    // If equal steps are unclear, each takes one of the matches, the lowest id first.
    if let match = equal.map(\.id).min(), equal.count <= unclearSteps(like: index) {
      claimed.insert(match)
      highestID = max(highestID ?? 0, match)
      running[index].record.listing = match
      return end(index, .adopted, nil, &effects)
    }
    let similar = equal.isEmpty ? free.filter { isSimilar($0, to: index) } : equal
    guard similar.isEmpty else {
      return end(index, .conflict, .similarListings(similar.map(\.id)), &effects)
    }
    notFound(index, now, &effects)
  }

  /// Whether another step with the same new listing was sent and has not ended. It gets its own listing by
  /// its key.
  private func isEqualCreateUnderWay(_ index: Int) -> Bool {
    steps.indices.contains { other in
      other != index && running[other].phase != .ended && !running[other].hasChangedPhoto
        && targets[other] == nil && running[other].record.firstSentAt != nil
        && steps[other].content == steps[index].content
    }
  }

  /// The number of steps with the same new listing, each of which may have created one.
  private func unclearSteps(like index: Int) -> Int {
    steps.indices.count { other in
      running[other].hasLostAttempt && targets[other] == nil
        && !running[other].record.state.isFinal && steps[other].content == steps[index].content
    }
  }

  /// Whether a listing with other values has the step's name, and no other step explains it.
  private func isSimilar(_ candidate: Candidate, to index: Int) -> Bool {
    guard let wanted = steps[index].content, wanted.fields.name == candidate.content.fields.name
    else {
      return false
    }
    return !steps.indices.contains { other in
      other != index && targets[other] == nil && !running[other].record.state.isFinal
        && running[other].record.firstSentAt != nil
        && steps[other].content?.agrees(with: candidate.content) == true
    }
  }

  private mutating func adopt(_ index: Int, _ effects: inout [BatchEffect]) {
    running[index].record.listing = listing(of: index)
    end(index, .adopted, isGoneWithoutUs(index) ? .listingGone : nil, &effects)
  }

  /// Whether a listing to remove was gone before any request can have removed it.
  private func isGoneWithoutUs(_ index: Int) -> Bool {
    guard case .remove = steps[index].change else { return false }
    if case .refused = running[index].record.reason { return true }
    return !running[index].hasLostAttempt
  }

  /// The change is not there: it did not happen, or not yet.
  private mutating func notFound(
    _ index: Int, _ now: Duration, _ effects: inout [BatchEffect]
  ) {
    // A slow look-up shows the market as it was when the look-up began.
    let lookedUpAt = running[index].lookedUpAt ?? now
    let decisive = running[index].decisiveFrom ?? lookedUpAt
    if lookedUpAt < decisive, !isKeyValid(index, now) {
      return wait(index, decisive - now, then: .lookUp, &effects)
    }
    // With a key it can be sent again at once, but a lost request may still be carried out.
    if lookedUpAt >= decisive { running[index].hasLostAttempt = false }
    if case .edit = steps[index].change { running[index].confirmedAt = lookedUpAt }
    guard mayTryAgain(index) else {
      return giveUp(index, running[index].record.reason ?? .noResponse, &effects)
    }
    sendLater(index, now, &effects)
  }

  /// Reads again after a wait, or gives up.
  private mutating func readAgain(
    _ index: Int, _ next: Next, _ effects: inout [BatchEffect]
  ) {
    running[index].failedReads += 1
    guard mayTryAgain(index) else {
      if replacements.contains(index), running[index].record.listing != nil {
        return end(index, .conflict, .unreachable, &effects)
      }
      return giveUp(index, .unreachable, &effects)
    }
    wait(index, jitter(attempts: running[index].failedReads), then: next, &effects)
  }
}
