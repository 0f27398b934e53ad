package import CommandLanguage

/// The commands that the prompt proposes by itself: as a hint from the history, or as the line that
/// an error suggested. One key press runs them, so they must be harmless.
///
/// 1. A command with the trait `isNeverProposed` is not proposed, such as one that removes or signs
///    out.
/// 2. A command that changes listings is proposed for a single listing only, named by its id or code.
package struct ProposalRules: Sendable {
  private let parser: Parser
  private let aliases: Aliases
  private let variables: Variables
  private let context: ReadingContext

  package init(parser: Parser, aliases: Aliases, variables: Variables, context: ReadingContext) {
    self.parser = parser
    self.aliases = aliases
    self.variables = variables
    self.context = context
  }

  /// The commands of a line if all of them may be proposed; nil for any other line, such as one that
  /// is incomplete or wrong.
  package func commands(of line: String) -> [Parsed]? {
    guard case .complete(let all) = Tokenizer.read(line), !all.isEmpty else { return nil }
    var commands: [Parsed] = []
    for tokens in all {
      do throws(UsageError) {
        let words = try aliases.expand(variables.words(of: tokens), with: variables)
        let command = parser.parse(words, in: context)
        let (spec, input) = try command.checked()
        guard mayBeProposed(spec, input) else { return nil }
        commands.append(command)
      } catch {
        return nil
      }
    }
    return commands
  }

  private func mayBeProposed(_ spec: CommandSpec, _ input: Input) -> Bool {
    if spec.traits.contains(.isNeverProposed) { return false }
    guard spec.effect != .reads, spec.has(.targets) else { return true }
    let targets: [ListingTarget] = spec.values(.targets, in: input)
    return targets.count == 1 && targets.allSatisfy(\.isSingle)
      && !spec.mentions(.filter, in: input)
  }
}
