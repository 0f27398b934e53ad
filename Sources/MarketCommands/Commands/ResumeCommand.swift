import CommandLanguage
import MarketRender
import Messages
import SellerSession
import WritePlans

enum ResumeCommand: Command {
  static let batch = Argument<Count?>(
    "batch", help: "the number of a batch; the newest if left out")

  static let spec = CommandSpec(
    "resume", group: .batch, summary: "Continue an unfinished batch",
    discussion: """
      Sends what was not sent, and looks up what may have been: nothing is made twice. Changes that \
      failed are tried again.
      """,
    effect: .writesListings, traits: [.isNotForFiles, .isNeverProposed], grammar: [batch],
    examples: ["resume", "resume 7"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let resume = BatchResume(context: context)
    return try await resume.run(try resume.batch(input[batch]?.value))
  }
}
