import CommandLanguage
import MarketCommands
import MarketRender
import SellerSession

// Forms for commands in which something is missing.
extension Interpreter {
  /// The outcome of asking for the missing values of a command.
  enum Filled {
    case run((spec: CommandSpec, input: Input))
    case left(Output)
  }

  /// Asks for what is missing in a command; nil if nothing is, or if no question can be asked.
  func completed(_ parsed: Parsed, _ context: CommandContext) async throws -> Filled? {
    let options = context.options
    guard !parsed.problems.isEmpty, !scope.isInScript, !options.listsFields,
      options.format == nil, options.out == nil, context.hasForms, let spec = parsed.spec,
      let command = CommandRegistry.command(named: spec.name)
    else { return nil }
    do throws(UsageError) {
      _ = try parsed.checked()
      return nil
    } catch {
      guard error.isOnlyIncomplete else { return nil }
    }
    switch try await command.complete(parsed.input, in: context) {
    case .run(let input)?: return .run((spec, input))
    case .left(let output)?: return .left(output)
    case nil: return nil
    }
  }
}
