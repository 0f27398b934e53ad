package import Batches
package import CommandLanguage
package import MarketRender
package import Messages
package import SellerSession

/// The changes that a command plans, checked and not yet confirmed.
package struct WritePlan: Sendable {
  package var changes: [PlannedChange]
  /// What is asked before the changes are sent.
  package var confirmation: Confirmation
  /// The output instead of a plan without changes.
  package var emptyReply: Message?
  /// The plan in a dry run.
  package var outline: @Sendable () throws -> DryRunResult
  /// Whether copies of the photos of removed listings are kept, for undo.
  package var keepsCopies = true
  /// Whether new values depend on the old ones, so that carrying it out twice changes more.
  package var changesRelatively = false
  /// Completes the changes with photos, which it stores in the folder of the batch.
  package var complete: (@Sendable (BatchFolder) async throws -> [PlannedChange])?
  /// Whether a change that fails does not stop the others; nil if only a single one does.
  package var keepsGoing: Bool?
  /// Whether the command tries again by itself what was not sent, so that nothing is left to resume.
  package var isTriedAgain = false
  /// The command that takes the changes back; nil for the usual one.
  package var undoCommand: String?
  /// The changes that are sent at the same time; nil for the usual number.
  package var jobs: Int?
  /// The command, for lists of batches.
  package var command: @Sendable () -> String

  /// What is asked before a change.
  package struct Confirmation: Sendable {
    package var question: Message
    /// The lines above the question, such as the first changes.
    package var preview: [Message] = []
    package var count = 1
    /// Whether to ask even if there is no warning.
    package var mustAsk = false
    package var warnings: [ChangeWarning] = []
    /// The targets that are not changed.
    package var skipped: Message?

    package init(
      question: Message, preview: [Message] = [], count: Int = 1, mustAsk: Bool = false,
      warnings: [ChangeWarning] = [], skipped: Message? = nil
    ) {
      self.question = question
      self.preview = preview
      self.count = count
      self.mustAsk = mustAsk
      self.warnings = warnings
      self.skipped = skipped
    }
  }

  package init(
    changes: [PlannedChange], confirmation: Confirmation, emptyReply: Message? = nil,
    outline: @escaping @Sendable () throws -> DryRunResult,
    command: @escaping @Sendable () -> String
  ) {
    self.changes = changes
    self.confirmation = confirmation
    self.emptyReply = emptyReply
    self.outline = outline
    self.command = command
  }
}

/// A command that changes listings. It plans first; the plan is shown, or confirmed and carried out.
package protocol WritingCommand: Command {
  /// Checks everything that can be known before the first request that changes something.
  static func plan(_ input: Input, in context: CommandContext) async throws -> WritePlan
}

extension WritingCommand {
  package static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    try await carryOut(input, in: context)
  }

  /// Plans, asks and changes.
  package static func carryOut(
    _ input: Input, in context: CommandContext
  ) async throws -> Output {
    let plannedAt = context.environment.now()
    let plan = try await plan(input, in: context)
    let terms = WriteTerms(input)
    if terms.isDry {
      try context.writer.refuseInDryRun(plan.confirmation.warnings, terms)
      return .dryRun(try plan.outline())
    }
    if plan.changes.isEmpty, let reply = plan.emptyReply { return .reply(reply) }
    try await context.writer.confirm(plan.confirmation, terms)
    return try await BatchRunner(context: context).run(
      plan, plannedAt: plannedAt, asksName: !terms.isAnswered)
  }
}

extension ListingWriter {
  /// Asks for confirmation, if the plan needs it.
  package func confirm(
    _ confirmation: WritePlan.Confirmation, _ terms: WriteTerms
  ) async throws {
    let open = confirmation.warnings.filter { !terms.allowed.contains($0.kind) }
    if open.isEmpty, terms.isAnswered || !confirmation.mustAsk {
      if let skipped = confirmation.skipped { console.report("Skipped: \(skipped).") }
      return
    }
    if console.canAsk { for line in confirmation.preview { console.report("  \(line)") } }
    try await agree(
      question(confirmation.question, skipping: confirmation.skipped), count: confirmation.count,
      mustAsk: confirmation.mustAsk, warnings: confirmation.warnings, on: terms)
  }
}
