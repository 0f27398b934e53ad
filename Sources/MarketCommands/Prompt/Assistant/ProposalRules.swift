/// What may be put before a seller who has not asked for it: hints, and what errors propose.
import CommandLanguage

/// 1. Nothing that removes, signs out or takes back is proposed, and no batch.
/// 2. A change is proposed for one listing only that the line names by itself.
struct ProposalRules: Sendable {
  let parser: Parser
  let aliases: Aliases
  let variables: Variables
  let context: ReadingContext

  /// Commands that take away something which one key more must not take away.
  private static let removing: Set<String> = [
    RemoveCommand.spec.name, DemoClearCommand.spec.name, LogoutCommand.spec.name,
    AccountResetCommand.spec.name, AccountDisableCommand.spec.name, HistoryDeleteCommand.spec.name,
  ]

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
    if Self.removing.contains(spec.name) || spec.group == .batch { return false }
    guard spec.group == .sell, spec.arguments.contains(where: { $0.completion == .listing }) else {
      return true
    }
    let targets = input.value(of: EditCommand.listings) ?? []
    let isByFilter = FilterOptions.writing.contains { input.mentions($0) }
    return targets.count == 1 && targets.allSatisfy(\.isSingle) && !isByFilter
  }
}
