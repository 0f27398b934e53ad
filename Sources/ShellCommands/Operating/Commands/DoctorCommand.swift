import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum DoctorCommand: Command {
  static let fix = Flag(
    "fix",
    help: "correct counts, and remove the metadata of stored photos, such as where they were taken")

  static let spec = CommandSpec(
    "doctor", aliases: ["점검"], group: .market,
    summary: "Check the terminal, the folders and the markets",
    discussion: """
      Asks each known market for its health, reads your notebook, journal and history, and changes \
      nothing; it fails if one of these is damaged. The output has no secrets, so you can paste it \
      into a bug report. With --data DIR it reads all of the market in a folder \
      instead, which may be served in the meantime, and fails if the market is damaged. \
      With --fix it also corrects counts of listings, and removes the metadata of photos that \
      older versions have stored; their pixels stay, and you can stop it and run it again.
      """,
    fields: DoctorReport.keys + InspectionReport.keys, grammar: [AccountAddCommand.data, fix],
    examples: ["doctor", "doctor --json", "doctor --data ./class-market"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(context.files.location)
    guard folder != nil || input[fix] else {
      let (record, damage) = try await DoctorReport(context: context).record()
      guard damage.isEmpty else { throw DamagedFiles(damage: damage, output: .record(record)) }
      return .record(record)
    }
    var found = try await inspect(folder, context)
    if input[fix], found.damage.isEmpty, !found.miscounts.isEmpty {
      try await context.environment.host.recount(in: folder)
      context.console.report("Corrected the counts of listings.")
      found = try await inspect(folder, context)
    }
    let output = Output.record(InspectionReport(folder: folder ?? "home", found: found).record)
    // A missing file of a picture is no reason to keep the metadata of the others.
    if input[fix], found.damage.isEmpty {
      try await removeMetadata(in: folder, of: found.listings, context)
    }
    guard found.isSound else { throw MarketDamage(found: found, output: output) }
    return output
  }

  private static func inspect(
    _ folder: String?, _ context: CommandContext
  ) async throws -> MarketInspection {
    try await context.activity.show("reading the market") {
      try await context.environment.host.inspect(folder)
    }
  }

  private static func removeMetadata(
    in folder: String?, of listings: Int, _ context: CommandContext
  ) async throws {
    let subject: Message = "removing metadata of photos"
    let (cleaned, unreadable) = try await context.activity.show(subject, total: listings) {
      var (cleaned, unreadable, done) = (0, 0, 0)
      var last: Int? = 0
      while let listing = last {
        try Task.checkCancellation()
        let part = try await context.environment.host.removeMetadata(in: folder, after: listing)
        last = part.last
        cleaned += part.cleaned
        unreadable += part.unreadable
        done += part.listings
        context.activity.update(done: done, total: max(done, listings))
      }
      return (cleaned, unreadable)
    }
    context.console.report(
      Message(
        count: cleaned, one: "Removed the metadata of 1 photo.",
        other: "Removed the metadata of \(cleaned) photos."))
    if unreadable > 0 {
      context.console.report(
        Message(
          count: unreadable, one: "1 photo is damaged and was left as it is.",
          other: "\(unreadable) photos are damaged and were left as they are."))
    }
  }
}

/// Files of the seller that cannot be used, so that a timer notices them.
private struct DamagedFiles: ErrorWithOutput {
  let damage: [Message]
  let output: Output?

  func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport()
    report.sentences = damage.map { .init($0) }
    return report
  }
}

/// A market that is damaged, so that a timer notices it.
private struct MarketDamage: ErrorWithOutput {
  let found: MarketInspection
  let output: Output?

  func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport()
    if !found.damage.isEmpty { report.sentences.append(.init("the database is damaged")) }
    if !found.miscounts.isEmpty {
      report.sentences.append(
        .init("some counts differ from the listings; `\(command: "--fix")` corrects them"))
    }
    if !found.missing.isEmpty {
      report.sentences.append(
        .init(
          Message(
            count: found.missing.count, one: "1 file of a picture is missing or empty",
            other: "\(found.missing.count) files of pictures are missing or empty")))
    }
    report.suggestions = ["help restore"]
    return report
  }
}
