import CommandLanguage
import MarketRender
import Messages
import SellerSession
import WritePlans

enum ResumeCommand: Command {
  static let batch = Argument<Count?>(
    "batch", help: "the number of a batch; the newest if left out")

  static let file = Option<FilePath?>(
    "with", help: "a corrected file, instead of the one that was planned", valueName: "FILE"
  ).role(.script)

  static let spec = CommandSpec(
    "resume", group: .batch, summary: "Continue an unfinished batch",
    discussion: """
      Sends what was not sent, and looks up what may have been: nothing is made twice. Changes that \
      failed are tried again. --with continues with a corrected file, if only lines differ that were \
      not sent, or failed.
      """,
    effect: .writesListings, traits: [.isNotForFiles, .isNeverProposed], grammar: [batch, file],
    examples: ["resume", "resume 7", "resume 7 --with summer.market"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    if let file = input[file] {
      let (path, script) = try await RunCommand.read(file, in: context)
      let request = ScriptRequest(path: path, digest: RunCommand.digest(of: script))
      return try await context.shell.resume(
        input[batch]?.value, with: script, request, in: context)
    }
    let resume = BatchResume(context: context)
    return try await resume.run(try resume.batch(input[batch]?.value))
  }
}
