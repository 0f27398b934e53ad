/// What may be put before a seller who has not asked for it: hints, and what errors propose.
import CommandLanguage

/// 1. Nothing that removes, signs out or takes back is proposed, and no batch.
/// 2. A change is proposed for one listing only that the line names by itself.
struct ProposalRules: Sendable {
  let parser: Parser
  let aliases: Aliases
  let variables: Variables
  let context: ReadingContext

  /// The commands of a line that may be proposed; nil for any other line: one that is wrong or
  /// open, or that breaks a rule.
  func commands(of line: String) -> [Parsed]? {
    guard case .complete(let found) = Tokenizer.read(line), !found.isEmpty else { return nil }
    var all: [Parsed] = []
    for tokens in found {
      do throws(UsageError) {
        let words = try aliases.expand(variables.words(of: tokens), with: variables)
        let parsed = parser.parse(words, in: context)
        let (spec, input) = try parsed.checked()
        guard mayBeProposed(spec, input) else { return nil }
        all.append(parsed)
      } catch {
        return nil
      }
    }
    return all
  }

  private func mayBeProposed(_ spec: CommandSpec, _ input: Input) -> Bool {
    if spec.traits.contains(.isNeverProposed) { return false }
    guard spec.effect != .reads, spec.has(.targets) else { return true }
    let targets: [ListingTarget] = spec.values(.targets, in: input)
    return targets.count == 1 && targets.allSatisfy(\.isSingle)
      && !spec.mentions(.filter, in: input)
  }
}
