import Batches
import CommandLanguage
import MarketCommands
import MarketRender
import MarketWire
import Messages
import SellerSession
import WritePlans

/// Continues an unfinished batch with a corrected file.
///
/// The lines up to the last one that may have been carried out have to be the same. They are finished
/// first; then the rest of the corrected file becomes a batch of its own.
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
    let settled = lines(before, upTo: lastSentLine(of: batch))
    let differing = LineDifferences(before: planned, after: script.text, upTo: settled)
    guard differing.isEmpty else {
      throw BatchError.sentLinesChanged(
        stored.id, path: script.name, lines: differing.messages)
    }
    let changes = batch.changes.prefix { batch.steps[$0.head - 1].line ?? 0 <= settled }
    if !changes.isEmpty {
      let tally = try await resume.carryOut(&batch, of: stored, changes.indices, in: context)
      if tally.code != .done { return try resume.output(batch, tally, name: stored.name) }
    }
    var rest = request
    rest.skippedLines = settled
    (rest.keepsGoing, rest.jobs) = (stored.plan.keepsGoing, stored.plan.jobs)
    let (old, runner) = (batch, BatchRunner(context: context))
    return try await FileRunner(context: context, script: script, request: rest).run {
      try runner.close(old, isGivenUp: true)
    }
  }

  /// The last line of which the market may have something.
  private func lastSentLine(of batch: LockedBatch) -> Int {
    zip(batch.steps, batch.records).filter { $1.state != .planned && $1.state != .failed }
      .compactMap { step, _ in step.line }.max() ?? 0
  }

  /// The number of lines of the commands up to the one that begins in a line.
  private func lines(_ script: Script, upTo line: Int) -> Int {
    guard line > 0 else { return 0 }
    return script.first { $0.place.line > line }.map { $0.place.line - 1 }
      ?? script.text.split(separator: "\n", omittingEmptySubsequences: false).count
  }

  private func runsFiles(_ script: Script) -> Bool {
    let interpreter = Interpreter(
      session: context.session, scope: context.scope, options: context.options)
    return script.contains { tokens in
      let words = (try? context.memory.variables.words(of: tokens)) ?? []
      return interpreter.parse(words).spec?.effect == .runsCommands
    }
  }
}

/// The lines of a file that differ from an earlier version.
struct LineDifferences {
  private let changed: [Int]
  private let missing: Int

  /// - Parameter limit: the number of lines to compare; nil for all.
  init(before: String, after: String, upTo limit: Int? = nil) {
    func lines(_ text: String) -> ArraySlice<Substring> {
      text.split(separator: "\n", omittingEmptySubsequences: false).prefix(limit ?? .max)
    }
    let (old, new) = (lines(before), lines(after))
    changed = new.indices.filter { !old.indices.contains($0) || old[$0] != new[$0] }
    missing = max(old.count - new.count, 0)
  }

  var isEmpty: Bool { changed.isEmpty && missing == 0 }

  /// `line 3`, `and 7 more`, `2 fewer lines`.
  var messages: [Message] {
    var messages: [Message] = changed.prefix(5).map { "line \($0 + 1)" }
    if changed.count > 5 { messages.append("and \(changed.count - 5) more") }
    if missing > 0 {
      messages.append(
        Message(count: missing, one: "1 line fewer", other: "\(missing) lines fewer"))
    }
    return messages
  }
}
