import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum DoctorCommand: Command {
  static let spec = CommandSpec(
    "doctor", group: .market, summary: "Look over the terminal, the folders and the markets",
    discussion: """
      It asks each market that you know whether it is well, and changes nothing. What it tells can \
      be put into a report as it is: there are no secrets in it.
      """,
    fields: DoctorReport.keys, examples: ["doctor", "doctor --json"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    .record(try await DoctorReport(context: context).record())
  }
}
