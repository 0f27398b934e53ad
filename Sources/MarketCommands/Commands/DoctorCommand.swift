import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum DoctorCommand: Command {
  static let spec = CommandSpec(
    "doctor", group: .market, summary: "Check the terminal, the folders and the markets",
    discussion: """
      Asks each known market for its health, and changes nothing. The output has no secrets, so \
      you can paste it into a bug report.
      """,
    fields: DoctorReport.keys, examples: ["doctor", "doctor --json"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    .record(try await DoctorReport(context: context).record())
  }
}
