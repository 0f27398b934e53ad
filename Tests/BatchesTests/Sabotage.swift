import Batches

/// Breaks a rule, to see whether the simulation notices.
enum Sabotage: String, CaseIterable {
  case resendsWithoutLooking
  case looksTooEarly
  case forgetsUnknown

  func rules(_ rules: inout BatchMachine.Rules) {
    switch self {
    case .resendsWithoutLooking: rules.honorsKeys = true
    case .looksTooEarly: rules.commitDelay = .zero
    case .forgetsUnknown: break
    }
  }

  func records(_ records: [StepRecord]) -> [StepRecord] {
    guard self == .forgetsUnknown else { return records }
    return records.map { record in
      record.state.isFinal ? record : StepRecord(step: record.step)
    }
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
  mutating func chance(_ probability: Double) -> Bool { fraction() < probability }
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }
}
