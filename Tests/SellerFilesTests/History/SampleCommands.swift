import CommandLanguage
import Messages

/// A few commands with the traits that the history depends on.
enum SampleCommands {
  private static let words = Argument<[Text]>("text", help: "any words")
  private static let targets = Argument<[ListingTarget]>("listing", help: "listings")
    .role(.targets)
  private static let dryRun = Flag("dry-run", help: "send nothing").role(.dryRun)
  private static let name = Argument<VariableName?>("name", help: "a name").role(.variableName)

  private static func spec(
    _ name: String, traits: CommandTraits = [], grammar: [any Parameter] = [],
    effect: CommandEffect = .reads
  ) -> CommandSpec {
    CommandSpec(
      name, group: .look, summary: "\(formatted: name)", effect: effect, traits: traits,
      grammar: grammar, examples: ["\(formatted: name)"])
  }

  static let parser = Parser(commands: [
    spec("list", traits: .setsPage, grammar: [words]), spec("next", traits: .needsPage),
    spec("show", grammar: [targets]),
    spec("edit", grammar: [targets, dryRun], effect: .writesListings),
    spec("use", traits: .isNotForFiles, grammar: [words]),
    spec("let", grammar: [name, words], effect: .changesShell),
    spec("help", traits: .isAboutPrompt, grammar: [words]),
  ])
}
