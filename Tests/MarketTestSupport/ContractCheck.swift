/// A named check that every implementation of an interface must pass.
///
/// A test runs all checks of a contract with `@Test(arguments: contract)`.
public struct ContractCheck<Harness: Sendable>: Sendable, CustomStringConvertible {
  /// The expectation as a sentence.
  public let name: String
  /// Records an issue or throws if the expectation is not met.
  public let check: @Sendable (Harness) async throws -> Void

  public init(_ name: String, _ check: @escaping @Sendable (Harness) async throws -> Void) {
    self.name = name
    self.check = check
  }

  public var description: String { name }
}
