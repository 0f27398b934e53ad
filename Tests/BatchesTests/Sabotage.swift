import Batches
import Foundation

/// Breaks a rule of batches, to see whether the simulation notices.
enum Sabotage: String, CaseIterable {
  /// A step with an unclear outcome is looked up before it is sent again.
  case sendsAgainWithoutLooking
  /// A look-up is decisive only when the market can no longer carry the request out.
  case looksTooEarly
  /// A step that was sent without a result is unknown when its batch is opened again.
  case forgetsSentSteps
  /// A request is sent only after its record is on disk.
  case sendsBeforeSync
  /// Every attempt has the same key.
  case changesKeys
  /// A key is trusted for 29 days.
  case trustsOldKeys
  /// An unknown outcome is never counted as failed.
  case countsUnknownAsFailed
  /// Only listings above the highest known id can be the result of a create.
  case adoptsOlderListings
  /// What others changed since the plan was made is left alone.
  case overwritesOthers
  /// Nothing is sent before the highest id is known.
  case startsUnread
  /// A part of a batch leaves the steps of earlier parts as they are.
  case repeatsEarlierParts

  /// Whether only markets with keys, or without, can tell; nil if both can.
  var honorsKeys: Bool? {
    switch self {
    case .sendsAgainWithoutLooking, .looksTooEarly, .adoptsOlderListings, .startsUnread: false
    case .changesKeys, .trustsOldKeys: true
    case .forgetsSentSteps, .sendsBeforeSync, .countsUnknownAsFailed, .overwritesOthers,
      .repeatsEarlierParts:
      nil
    }
  }

  func change(_ rules: inout BatchMachine.Rules) {
    switch self {
    case .sendsAgainWithoutLooking: rules.honorsKeys = true
    case .looksTooEarly:
      rules.commitDelay = .zero
      rules.lookAgainDelay = .zero
    case .trustsOldKeys: rules.keyLifetime = .seconds(1_000_000_000)
    case .overwritesOthers: rules.planLifetime = .seconds(1_000_000_000)
    case .forgetsSentSteps, .sendsBeforeSync, .changesKeys, .countsUnknownAsFailed,
      .adoptsOlderListings, .startsUnread, .repeatsEarlierParts:
      break
    }
  }

  /// The records as the sabotaged program reads them.
  func change(_ records: [StepRecord]) -> [StepRecord] {
    guard self == .forgetsSentSteps || self == .adoptsOlderListings else { return records }
    return records.map { record in
      var record = record
      if self == .adoptsOlderListings { record.highestID = nil }
      if self == .forgetsSentSteps, record.state == .sent { record = StepRecord(step: record.step) }
      return record
    }
  }

  /// A record as the sabotaged program writes it.
  func change(_ record: StepRecord) -> StepRecord {
    var record = record
    if self == .countsUnknownAsFailed, record.state == .unknown { record.state = .failed }
    return record
  }
}

/// SplitMix64.
struct SeededRandom {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }
  mutating func chance(_ probability: Double) -> Bool {
    probability > 0 && fraction() < probability
  }
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }
  mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
    .milliseconds(number(range))
  }
}
