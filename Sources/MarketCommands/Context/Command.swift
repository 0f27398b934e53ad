package import CommandLanguage
package import MarketRender
import SellerSession

/// A command of the shell. It returns an output and prints nothing itself.
package protocol Command: Sendable {
  /// The name, grammar, traits, help and examples.
  static var spec: CommandSpec { get }

  static func run(_ input: Input, in context: CommandContext) async throws -> Output
}
