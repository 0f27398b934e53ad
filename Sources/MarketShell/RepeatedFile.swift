import Batches
import CommandLanguage
import LocalFiles
import MarketCommands
import MarketRender
import MarketWire
import Messages
import SellerSession
import WritePlans

/// What `run` does with a file that it knows: an unfinished one is continued or refused, one that was
/// carried out is not carried out again by mistake.
struct RepeatedFile {
  private let context: CommandContext
  private let script: Script
  private let request: ScriptRequest

  init(_ context: CommandContext, _ script: Script, _ request: ScriptRequest) {
    self.context = context
    self.script = script
    self.request = request
  }

  /// The output instead of a new run; nil if the file is to be run.
  func output() async throws -> Output? {
    let profile = try context.market.profile()
    guard let digest = request.digest, let account = profile.accountDigest else { return nil }
    let journal = context.session.journal
    if let known = try journal.batch(inputHash: digest, market: profile.url, account: account) {
      return known.state == .open ? try await unfinished(known) : try await done(known)
    }
    guard request.path != "-",
      let old = try journal.openBatch(path: request.path, market: profile.url, account: account)
    else { return nil }
    throw BatchError.inputChanged(old.id, path: script.name, changes: changes(since: old))
  }

  private func unfinished(_ batch: StoredBatch) async throws -> Output? {
    let resume = BatchResume(context: context)
    if request.resumes { return try await resume.run(batch) }
    let error = BatchError.unfinished(batch.id, path: script.name, summary: batch.summary)
    guard context.console.canAsk else { throw error }
    context.console.report(
      "Batch \(batch.id), which runs \(script.name), is unfinished: \(batch.summary).")
    guard try await context.console.agrees("Continue it?", isYesByDefault: true) else {
      throw error
    }
    return try await resume.run(batch)
  }

  private func done(_ batch: StoredBatch) async throws -> Output? {
    if request.repeats { return nil }
    let date = WireDate(milliseconds: Int64(batch.plan.plannedAt.components.seconds) * 1000)
    let dates = DateText(now: context.environment.now(), timeZone: context.environment.timeZone)
    let summary: Message = "\(formatted: dates.localDayText(date)), \(batch.summary)"
    if request.resumes {
      return .reply("\(script.name) was carried out as batch \(batch.id): \(summary).")
    }
    guard !batch.plan.isRepeatable else { return nil }
    throw BatchError.doneAlready(batch.id, path: script.name, summary: summary)
  }

  /// The lines that differ from the file as it was planned.
  private func changes(since batch: StoredBatch) -> [Message] {
    let folder = BatchFolder(root: context.environment.paths.batches, salt: batch.salt)
    guard let old = folder.input else { return ["its variables"] }
    let changes = LineDifferences(before: old, after: script.text).messages
    return changes.isEmpty ? ["its variables"] : changes
  }
}
