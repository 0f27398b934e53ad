/// What a user can do: a grammar and what it does, in one file each.
public import CommandLanguage
public import MarketRender

/// A command. It answers a value and prints nothing itself.
public protocol Command: Sendable {
  /// Its name, grammar, help and examples.
  static var spec: CommandSpec { get }

  /// Does it.
  static func run(_ input: Input, in session: Session) async throws -> Output
}
