package import CommandLanguage
package import MarketRender

/// A command of the shell. It returns an output and prints nothing itself.
package protocol Command: Sendable {
  /// The name, grammar, traits, help and examples.
  static var spec: CommandSpec { get }

  /// Checks the values that could be read of a command with usage errors, so that all problems are
  /// reported at once. Returns nil if nothing is wrong with them.
  static func furtherProblems(_ input: Input, in context: CommandContext) -> (any ReportedError)?

  /// Asks for what is missing in a command, in a form. Returns nil if it has none, so that what is
  /// missing is an error.
  ///
  /// - Parameter input: The values that could be read.
  static func complete(_ input: Input, in context: CommandContext) async throws -> CompletedInput?

  static func run(_ input: Input, in context: CommandContext) async throws -> Output
}

/// How a form was left.
package enum CompletedInput: Sendable {
  /// The command runs with these values.
  case run(Input)
  /// Nothing is done, and this is said.
  case left(Output)
}

extension Command {
  package static func furtherProblems(
    _ input: Input, in context: CommandContext
  ) -> (any ReportedError)? { nil }

  package static func complete(
    _ input: Input, in context: CommandContext
  ) async throws -> CompletedInput? { nil }
}
