/// A generator of damaged variants of valid examples, as hostile or broken senders could send them.
public struct Mutation: Sendable {
  private let examples: [[UInt8]]
  private let significant: [UInt8]

  /// - Parameter significant: Bytes with a meaning for the parser under test, which are inserted
  ///   more often than others.
  public init(examples: [[UInt8]], significant: [UInt8]) {
    self.examples = examples
    self.significant = significant
  }

  /// An example after one to four random changes: a flipped bit, a removed, repeated or inserted
  /// part, or the end of another example.
  public func input(using generator: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = pick(examples, using: &generator)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      change(&bytes, using: &generator)
    }
    return bytes
  }

  private func change(_ bytes: inout [UInt8], using generator: inout some RandomNumberGenerator) {
    guard !bytes.isEmpty else {
      bytes = pick(examples, using: &generator)
      return
    }
    let start = Int.random(in: 0..<bytes.count, using: &generator)
    let end = min(bytes.count, start + Int.random(in: 1...24, using: &generator))
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 1: bytes[start] = pick(significant, using: &generator)
    case 2: bytes.insert(pick(significant, using: &generator), at: start)
    case 3: bytes.removeSubrange(start..<end)
    case 4: bytes.removeSubrange(start...)
    case 5: bytes.insert(contentsOf: bytes[start..<end], at: end)
    default:
      let other = pick(examples, using: &generator)
      bytes.replaceSubrange(start..., with: other.suffix(other.count / 2))
    }
  }

  private func pick<T>(_ values: [T], using generator: inout some RandomNumberGenerator) -> T {
    values[Int.random(in: 0..<values.count, using: &generator)]
  }
}
