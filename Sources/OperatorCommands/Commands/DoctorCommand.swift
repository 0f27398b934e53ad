import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum DoctorCommand: Command {
  static let spec = CommandSpec(
    "doctor", aliases: ["점검"], group: .market,
    summary: "Check the terminal, the folders and the markets",
    discussion: """
      Asks each known market for its health, and changes nothing. The output has no secrets, so \
      you can paste it into a bug report. With --data DIR it reads all of the market in a folder \
      instead, which may be served in the meantime, and fails if the market is damaged.
      """,
    fields: DoctorReport.keys + InspectionReport.keys, grammar: [AccountAddCommand.data],
    examples: ["doctor", "doctor --json", "doctor --data ./class-market"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    guard let folder = try input[AccountAddCommand.data].map(context.files.location) else {
      return .record(try await DoctorReport(context: context).record())
    }
    let found = try await context.activity.show("reading the market") {
      try await context.environment.host.inspect(folder)
    }
    let output = Output.record(InspectionReport(folder: folder, found: found).record)
    guard found.isSound else { throw MarketDamage(found: found, output: output) }
    return output
  }
}

/// A market that is damaged, so that a timer notices it.
private struct MarketDamage: ErrorWithOutput {
  let found: MarketInspection
  let output: Output?

  func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport()
    if !found.damage.isEmpty { report.sentences.append(.init("the database is damaged")) }
    if !found.missing.isEmpty {
      report.sentences.append(
        .init(
          Message(
            count: found.missing.count, one: "1 file of a picture is missing",
            other: "\(found.missing.count) files of pictures are missing")))
    }
    report.suggestions = ["help restore"]
    return report
  }
}
