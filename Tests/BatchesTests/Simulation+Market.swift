import Batches
import Foundation
import MarketWire

// What happens at the market.
extension Simulation {
  mutating func send(_ number: Int, _ listing: Int?) {
    let key = sabotage == .changesKeys ? "\(random.next())" : "\(number)"
    let request = ModelMarket.Request(
      step: number, change: steps[number - 1].change, target: listing, key: key)
    let time = random.milliseconds(5...300)
    if changedPhotos.contains(number) { return misbehave(.changedPhoto, request, after: .zero) }
    guard random.chance(weather.faults) else { return answer(request, after: time) }
    let fault = weather.kinds[random.number(0...(weather.kinds.count - 1))]
    if fault == .notFoundByProxy, !request.isRemoval { return answer(request, after: time) }
    if fault == .changedPhoto {
      guard listing == nil else { return answer(request, after: time) }
      changedPhotos.insert(number)
    }
    met[fault, default: 0] += 1
    trace("  fault", fault)
    misbehave(fault, request, after: time)
  }

  private mutating func answer(_ request: ModelMarket.Request, after time: Duration) {
    let number = request.step
    guard !refused.contains(number) else {
      return schedule(.answered(step: number, .refused(status: 400, message: "no")), after: time)
    }
    let done = market.apply(request, at: now)
    schedule(
      .answered(
        step: number, done.map { .accepted(listing: $0) } ?? .refused(status: 404, message: nil)),
      after: time)
  }

  private mutating func misbehave(
    _ fault: SimulatedFault, _ request: ModelMarket.Request, after time: Duration
  ) {
    let isRefused = refused.contains(request.step)
    guard let answer = fault.answer(&random) else {
      return self.answer(request, after: random.milliseconds(1000...25_000))
    }
    var end = time
    if case .unclear(sawEnd: false, _) = answer { end = random.milliseconds(1000...30_000) }
    if fault.isStored ?? random.chance(0.5), !isRefused {
      market.receive(request, at: now + end * random.fraction())
    } else if fault == .storedLate, !isRefused {
      // Within 2 s of an end that was seen, or 10 s of one that was not.
      let sawEnd = end == time
      market.receive(request, at: now + end + random.milliseconds(0...(sawEnd ? 1990 : 9990)))
    }
    schedule(.answered(step: request.step, answer), after: end)
  }

  mutating func reading(of listing: Int) -> TargetReading {
    if random.chance(weather.failedReads) { return .failed }
    return market.listings[listing].map { .listing($0.content) } ?? .gone
  }

  func candidates(above id: Int) -> [Candidate] {
    let id = sabotage == .adoptsOlderListings ? 0 : id
    return market.listings.filter { $0.key > id && !$0.value.isForeign }
      .map { Candidate(id: $0.key, content: $0.value.content) }.sorted { $0.id < $1.id }
  }

  /// Adds, changes or removes a listing as another shop or another client of the seller would.
  mutating func changeByOthers() {
    let ids = market.listings.keys.sorted()
    guard let id = ids.isEmpty ? nil : ids[random.number(0...(ids.count - 1))] else { return }
    switch random.number(0...4) {
    case 0:
      let name = anyName()
      market.addByOthers(content(name), isForeign: true)
    case 1:
      // Similar to a listing of the batch, but not equal.
      var content = content(anyName())
      content.fields.stock = 700
      market.addByOthers(content, isForeign: false)
    case 2: market.removeByOthers(id, at: now)
    default: market.changeByOthers(id, at: now) { $0.fields.stock = 500 + id }
    }
    trace("others", id)
  }
}
