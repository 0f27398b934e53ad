import CommandLanguage
import ListingChanges
import MarketRender
import Messages
import SellerSession

enum ResumeCommand: Command {
  static let batch = Argument<Count?>(
    "batch", help: "the number of a batch; the newest if left out")

  static let file = Option<FilePath?>(
    "with", help: "a corrected file, instead of the one that was planned", valueName: "FILE"
  ).role(.script)
  static let variables = Option<[Assignment]>(
    "var", help: "a variable for the corrected file", takesSeveral: false)
  static let yes = Flag(
    "yes", short: "y", help: "answer the questions of the corrected file with yes")

  static let spec = CommandSpec(
    "resume", aliases: ["이어서"], group: .batch, summary: "Continue an unfinished batch",
    discussion: """
      Sends what was not sent, and looks up what may have been: nothing is made twice. Changes that \
      failed are tried again. --with continues with a corrected file, if only lines differ that were \
      not sent, or failed; --var, --yes and --allow are as for run.
      """,
    effect: .writesListings, traits: [.isNotForFiles, .isNeverProposed],
    grammar: [batch, file, variables, yes, RunCommand.allow],
    examples: ["resume", "resume 7", "resume 7 --with summer.market"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    if let file = input[file] {
      let (path, script) = try await RunCommand.read(file, in: context)
      let request = ScriptRequest(
        path: path, variables: input[variables],
        digest: RunCommand.digest(of: script, input[variables]),
        inherited: InheritedOptions(
          answersYes: input[yes], allowed: input[RunCommand.allow]?.items.map(\.rawValue) ?? []))
      return try await context.shell.resume(input[batch]?.value, with: script, request, in: context)
    }
    let others: [any Parameter] = [variables, yes, RunCommand.allow]
    if let option = others.first(where: { input.mentions($0) }) {
      throw SellerError.needsOption("--with", command: "resume \(option.facts.shown)")
    }
    let resume = BatchResume(context: context)
    return try await resume.run(try resume.batch(input[batch]?.value))
  }
}
