import Batches
import CommandLanguage
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession

/// Continues an unfinished batch with a corrected file.
///
/// The lines that may have been carried out have to be the same. They are finished first; then the
/// rest of the corrected file becomes a batch of its own.
struct CorrectedFile: Sendable {
  let context: CommandContext
  let script: Script
  let request: ScriptRequest

  func resume(_ number: Int?) async throws -> Output {
    let resume = BatchResume(context: context)
    let stored = try resume.batch(number)
    guard stored.state == .open else { return try await resume.run(stored) }
    let context = try resume.context(of: stored)
    var batch = try resume.locked(stored)
    guard let planned = batch.folder.input else { throw BatchError.notOneFile(stored.id) }
    let before = Script(name: script.name, text: planned)
    guard !runsFiles(before), !runsFiles(script) else { throw BatchError.notOneFile(stored.id) }
    let sent = sentLines(of: batch)
    let (old, new) = (before.commandTexts, script.commandTexts)
    let differing = sent.filter { old[$0] != new[$0] }.sorted()
    guard differing.isEmpty else {
      throw BatchError.sentLinesChanged(
        stored.id, path: script.name, lines: LineDifferences(changed: differing).messages)
    }
    let tally = try await finish(&batch, of: stored, lines: sent, in: context)
    if tally.code != .done { return .summary(try tally.summary(of: batch, named: stored.name)) }
    var rest = request
    rest.skippedLines = sent.union(ranLines(before: sent.max() ?? 0, of: batch, old, new))
    (rest.keepsGoing, rest.jobs) = (stored.plan.keepsGoing, stored.plan.jobs)
    return try await FileRunner(context: context, script: script, request: rest)
      .run(replacing: batch)
  }

  /// The lines of which the market may have something.
  private func sentLines(of batch: LockedBatch) -> Set<Int> {
    Set(
      zip(batch.steps, batch.records).filter { $1.state != .planned && $1.state != .failed }
        .compactMap { step, _ in step.line })
  }

  /// The lines without changes that ran between those that were sent.
  private func ranLines(
    before last: Int, of batch: LockedBatch, _ old: [Int: String], _ new: [Int: String]
  ) -> Set<Int> {
    let others = Set(
      batch.steps.compactMap(\.line) + batch.folder.unrunLines.compactMap { Int($0) })
    return Set(old.keys.filter { $0 < last && !others.contains($0) && old[$0] == new[$0] })
  }

  /// Carries out the changes of some lines.
  private func finish(
    _ batch: inout LockedBatch, of stored: StoredBatch, lines: Set<Int>, in context: CommandContext
  ) async throws -> BatchTally {
    let chosen = batch.steps.indices.filter { index in
      batch.steps[index].line.map(lines.contains) ?? false
    }
    // A failed change of a line that was partly done is tried again.
    guard chosen.contains(where: { !batch.records[$0].state.isSettled }) else {
      return BatchTally()
    }
    var part = batch
    // For this run the others count as ended.
    for index in Set(part.records.indices).subtracting(chosen) {
      part.records[index].state = .conflict
    }
    let tally = try await BatchResume(context: context).carryOut(
      &part, named: stored.name, in: context)
    for index in chosen { batch.records[index] = part.records[index] }
    return tally
  }

  private func runsFiles(_ script: Script) -> Bool {
    let interpreter = Interpreter(
      session: SellerSession(of: context), scope: context.scope, options: context.options)
    return script.contains { tokens in
      let words = (try? context.memory.variables.words(of: tokens)) ?? []
      return interpreter.parse(words).spec?.effect == .runsCommands
    }
  }
}

extension Script {
  /// The text of the commands that begin in each line, without comments and empty lines after them.
  fileprivate var commandTexts: [Int: String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let starts = Set(map { $0.place.line }).sorted()
    let ends = starts.dropFirst().map { $0 - 1 } + [lines.count]
    let texts = zip(starts, ends).map { start, end in
      var own = lines[(start - 1)..<end]
      while let last = own.last?.drop(while: \.isWhitespace), last.isEmpty || last.hasPrefix("#") {
        own.removeLast()
      }
      return (start, own.joined(separator: "\n"))
    }
    return Dictionary(uniqueKeysWithValues: texts)
  }
}
