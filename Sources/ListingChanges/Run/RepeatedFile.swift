import Base
import Batches
import Formatting
package import MarketRender
import MarketWire
package import Messages
package import SellerSession

/// The file that a batch carries out.
package struct BatchInput: Sendable {
  /// How a file is named in errors and in commands to type.
  package struct File: Hashable, Sendable {
    package let name: String
    /// The command that carries it out: `run` or `import`.
    package let command: String

    package init(_ name: String, command: String) {
      self.name = name
      self.command = command
    }

    func line(_ option: String) -> String { "\(command) \(name) \(option)" }
  }

  package var file: File
  /// The canonical path; `-` is standard input.
  package var path: String
  /// SHA-256 of everything that decides what is done; nil for a file that is always new.
  package var digest: String?
  /// The text, if its lines can be compared with those of an earlier version.
  package var text: String?
  /// Whether an unfinished run of the same file is continued.
  package var resumes = false
  /// Whether a file that was carried out is carried out again.
  package var repeats = false

  package init(
    _ file: File, path: String, digest: String?, text: String? = nil, resumes: Bool, repeats: Bool
  ) {
    self.file = file
    self.path = path
    self.digest = digest
    self.text = text
    self.resumes = resumes
    self.repeats = repeats
  }

  package var name: String { file.name }
}

/// What becomes of a file that is known: an unfinished one is continued or refused, one that was
/// carried out is not carried out again by mistake.
package struct RepeatedFile {
  private let context: CommandContext
  private let input: BatchInput

  package init(_ context: CommandContext, _ input: BatchInput) {
    self.context = context
    self.input = input
  }

  /// The output instead of a new run; nil if the file is to be run.
  package func output() async throws -> Output? {
    let profile = try context.market.profile()
    guard let digest = input.digest, let account = profile.accountDigest else { return nil }
    let journal = context.market.journal
    if let known = try journal.batch(inputHash: digest, market: profile.url, account: account) {
      return known.state == .open ? try await unfinished(known) : try await done(known)
    }
    guard input.path != "-",
      let old = try journal.openBatch(path: input.path, market: profile.url, account: account)
    else { return nil }
    throw BatchError.inputChanged(old.id, input.file, changes: changes(since: old))
  }

  private func unfinished(_ batch: StoredBatch) async throws -> Output? {
    let resume = BatchResume(context: context)
    if input.resumes { return try await resume.run(batch) }
    let error = BatchError.unfinished(batch.id, input.file, summary: batch.summary)
    guard context.console.canAsk else { throw error }
    context.console.report(
      "Batch \(batch.id) of \(input.name) is unfinished: \(batch.summary).")
    guard try await context.console.agrees("Continue it?", isYesByDefault: true) else {
      throw error
    }
    return try await resume.run(batch)
  }

  private func done(_ batch: StoredBatch) async throws -> Output? {
    if input.repeats { return nil }
    let date = WireDate(milliseconds: Int64(batch.plan.plannedAt.components.seconds) * 1000)
    let dates = DateText(now: context.environment.now(), timeZone: context.environment.timeZone)
    let summary: Message = "\(formatted: dates.localDayText(date)), \(batch.summary)"
    if input.resumes, batch.isIncomplete {
      throw BatchError.endedIncomplete(batch.id, batch.summary)
    }
    if input.resumes {
      return .reply("\(input.name) was carried out as batch \(batch.id): \(summary).")
    }
    guard !batch.plan.isRepeatable else { return nil }
    throw BatchError.doneAlready(
      batch.id, input.file, summary: summary, isIncomplete: batch.isIncomplete)
  }

  /// The lines that differ from the file as it was planned.
  private func changes(since batch: StoredBatch) -> [Message] {
    let folder = BatchFolder(root: context.environment.paths.batches, salt: batch.salt)
    guard let text = input.text else { return [] }
    guard let old = folder.input else { return ["its variables"] }
    let changes = LineDifferences(before: old, after: text).messages
    return changes.isEmpty ? ["its variables"] : changes
  }
}

/// The lines of a file that differ from an earlier version.
package struct LineDifferences {
  /// The numbers of the lines, from 1.
  private let changed: [Int]
  private let missing: Int

  init(before: String, after: String) {
    func lines(_ text: String) -> [Substring] {
      text.split(separator: "\n", omittingEmptySubsequences: false)
    }
    let (old, new) = (lines(before), lines(after))
    changed = new.indices.filter { !old.indices.contains($0) || old[$0] != new[$0] }.map { $0 + 1 }
    missing = max(old.count - new.count, 0)
  }

  /// - Parameter changed: the numbers of lines.
  package init(changed: [Int]) {
    self.changed = changed
    missing = 0
  }

  /// `line 3`, `and 7 more`, `2 fewer lines`.
  package var messages: [Message] {
    var messages: [Message] = changed.prefix(5).map { "line \($0)" }
    if changed.count > 5 { messages.append("and \(changed.count - 5) more") }
    if missing > 0 {
      messages.append(
        Message(count: missing, one: "1 line fewer", other: "\(missing) lines fewer"))
    }
    return messages
  }
}
