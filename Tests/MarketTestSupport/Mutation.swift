/// Damaging valid examples in ways that hostile or broken senders do.

/// Makes broken variants of examples.
public struct Mutation: Sendable {
  private let examples: [[UInt8]]
  private let significant: [UInt8]

  /// - Parameter significant: bytes that mean something to the parser under test; they are put in more
  ///   often than others.
  public init(examples: [[UInt8]], significant: [UInt8]) {
    self.examples = examples
    self.significant = significant
  }

  /// One example after one to four flips, cuts, doublings, insertions or splices with another.
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
