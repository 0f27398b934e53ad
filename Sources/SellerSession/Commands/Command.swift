package import CommandLanguage
package import ListingWrites
package import MarketRender

/// A command of the shell. It returns an output and prints nothing itself.
package protocol Command: Sendable {
  /// The name, grammar, traits, help and examples.
  static var spec: CommandSpec { get }

  /// Checks the values that could be read of a command with usage errors, so that all problems are
  /// reported at once.
  static func furtherProblems(
    _ input: Input, in context: CommandContext
  ) async -> [ListingFault]

  static func run(_ input: Input, in context: CommandContext) async throws -> Output
}

extension Command {
  package static func furtherProblems(
    _ input: Input, in context: CommandContext
  ) async -> [ListingFault] { [] }
}
