package import CommandLanguage
package import MarketRender
import SellerSession

/// Something that the seller can do. It returns a value and prints nothing itself.
package protocol Command: Sendable {
  /// Its name, grammar, traits, help and examples.
  static var spec: CommandSpec { get }

  static func run(_ input: Input, in context: CommandContext) async throws -> Output
}
