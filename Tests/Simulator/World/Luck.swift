/// The random choices of a simulation: SplitMix64.
struct Luck {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A number of 0..<`count`.
  mutating func number(below count: Int) -> Int { Int(next() % UInt64(max(count, 1))) }

  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + number(below: range.count)
  }

  mutating func happens(_ probability: Double) -> Bool {
    Double(next() >> 11) / Double(1 << 53) < probability
  }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[number(below: values.count)] }

  /// A milliseconds' delay, mostly short.
  mutating func delay(_ range: ClosedRange<Int>) -> Int {
    min(number(in: range), number(in: range))
  }
}
