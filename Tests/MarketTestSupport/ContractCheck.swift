/// One thing that must hold of every implementation of something.

/// A named check of a contract; a test runs each with `@Test(arguments: contract)`.
public struct ContractCheck<Harness: Sendable>: Sendable, CustomStringConvertible {
  /// A sentence.
  public let name: String
  /// Records an issue, or throws, where the fact does not hold.
  public let check: @Sendable (Harness) async throws -> Void

  public init(_ name: String, _ check: @escaping @Sendable (Harness) async throws -> Void) {
    self.name = name
    self.check = check
  }

  public var description: String { name }
}
