import Batches
import Foundation
import MarketWire

/// A machine with a clock that a test sets.
struct MachineRun {
  private(set) var machine: BatchMachine
  var now = start
  static let start = Duration.seconds(1_700_000_000)

  init(
    _ steps: [BatchStep], records: [StepRecord]? = nil, honorsKeys: Bool = false,
    plannedAt: Duration = start, firstStep: Int = 1,
    _ change: (inout BatchMachine.Rules) -> Void = { _ in }
  ) {
    var rules = BatchMachine.Rules(honorsKeys: honorsKeys)
    change(&rules)
    machine = BatchMachine(
      steps: steps, records: records, rules: rules, plannedAt: plannedAt,
      firstStep: firstStep,
      seed: 1)
  }

  var records: [StepRecord] { machine.records }
  var states: [StepState] { records.map(\.state) }

  mutating func handle(_ event: BatchEvent) -> [BatchEffect] { machine.handle(event, at: now) }

  /// Handles an event, and says that each record is on disk; returns the other effects.
  mutating func settle(_ event: BatchEvent) -> [BatchEffect] {
    var effects: [BatchEffect] = []
    var events = [event]
    while !events.isEmpty {
      for effect in handle(events.removeFirst()) {
        if case .record(let record) = effect {
          events.append(.recorded(step: record.step))
        } else {
          effects.append(effect)
        }
      }
    }
    return effects
  }

  /// The same, and lets all waits pass; returns them, too.
  mutating func pass(_ event: BatchEvent) -> (waits: [Duration], effects: [BatchEffect]) {
    var waits: [Duration] = []
    var effects: [BatchEffect] = []
    var events = [event]
    while !events.isEmpty {
      for effect in settle(events.removeFirst()) {
        if case .wait(let step, let time) = effect {
          waits.append(time)
          now += time
          events.append(.waited(step: step))
        } else {
          effects.append(effect)
        }
      }
    }
    return (waits, effects)
  }
}

extension BatchStep {
  static let mugFields = ListingFields(
    name: "Oak mug", description: "Turned.", price: 1000, currency: .krw, discount: 0, stock: 1)
  static let mug = ListingContent(mugFields, photoCount: 1)
  private static let photo = StepPhoto(digest: "d", filename: "a.jpg", mediaType: "image/jpeg")

  static func create(_ number: Int = 1, name: String = "Oak mug") -> BatchStep {
    var fields = mugFields
    fields.name = name
    return BatchStep(number, .create(fields, photos: [photo]))
  }

  static func edit(_ number: Int = 1, _ listing: Int = 7, stock: Int = 5) -> BatchStep {
    BatchStep(
      number, .edit(.listing(listing), before: mug, after: ListingFields(stock: stock)))
  }

  static func removal(_ number: Int = 1, _ listing: Int = 7) -> BatchStep {
    BatchStep(number, .remove(.listing(listing), before: mug))
  }
}

extension ListingContent {
  /// The listing of the steps above with another stock or price.
  static func changed(stock: Int? = nil, price: Decimal? = nil) -> ListingContent {
    BatchStep.mug.changed(by: ListingFields(price: price, stock: stock))
  }
}
