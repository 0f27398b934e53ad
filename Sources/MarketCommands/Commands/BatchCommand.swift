import Batches
import CommandLanguage
import Formatting
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

enum BatchCommand: Command {
  static let batch = Argument<Count>("batch", help: "the number of a batch")
  static let explain = Option<Count?>(
    "explain", help: "what is known of the changes of one line", valueName: "LINE")

  static let spec = CommandSpec(
    "batch", aliases: ["작업"], group: .batch, summary: "Show one batch",
    discussion: """
      Each line is a change with its state. `unknown` means that an answer was lost: `resume` finds \
      out. --explain shows what was wanted, how often it was sent, and what was found.
      """,
    effect: .reads, fields: columns.map(\.key), grammar: [batch, explain],
    examples: ["batch 7", "batch 7 --explain 12"])

  private static let columns: [PlainTable.Column] = [
    .init("step", title: "step", alignment: .trailing, dropOrder: 1),
    .init("line", title: "line", alignment: .trailing, dropOrder: 2),
    .init("state", title: "state"),
    .init("action", title: "action"),
    .init("listing", title: "listing", alignment: .trailing),
    .init("change", title: "change", wraps: true),
    .init("reason", title: "reason", dropOrder: 3, wraps: true),
  ]

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let number = input[batch].value
    let journal = context.market.journal
    guard let stored = try journal.batch(number) else { throw BatchError.noSuchBatch(number) }
    let rows = try journal.steps(of: number)
    if let line = input[explain]?.value {
      let found = rows.filter { $0.0.line == line || $0.0.line == nil && $0.0.number == line }
      guard let (step, record) = found.first else {
        throw BatchError.noSuchLine(line, batch: number)
      }
      if found.count == 1 { return .record(Record(entries(step, record, in: context))) }
      let all = found.map { entries($0.0, $0.1, in: context) }
      return .table(
        PlainTable(
          columns: all[0].map { entry in
            PlainTable.Column(entry.key, title: entry.label, wraps: wrapped.contains(entry.key))
          }, rows: all.map { $0.map(\.cell) }))
    }
    return .table(
      PlainTable(
        heading:
          "\(command: stored.name) · \(BatchesCommand.state(of: stored)) · \(stored.summary)",
        columns: columns,
        rows: rows.map { step, record in
          [
            .integer(step.number), .integer(step.line), .message(record.state.word),
            .message(step.actionWord), .integer(record.listing ?? step.listing),
            .message(step.text(context.money)), .message(record.reason?.message),
          ]
        },
        footer: stored.state == .open ? "`\(command: "resume \(number)")` continues it." : nil))
  }

  /// The intent, the attempts and the evidence of a step.
  private static func entries(
    _ step: BatchStep, _ record: StepRecord, in context: CommandContext
  ) -> [Record.Entry] {
    let dates = context.dates
    return [
      .init("step", label: "step", .integer(step.number)),
      .init("action", label: "action", .message(step.actionWord)),
      .init("change", label: "change", .message(step.text(context.money))),
      .init("state", label: "state", .message(record.state.word)),
      .init("attempts", label: "attempts", .integer(record.attempts)),
      .init("first_sent", label: "first sent", .time(record.firstSentAt, dates)),
      .init("last_sent", label: "last sent", .time(record.sentAt, dates)),
      .init("listing", label: "listing", .integer(record.listing ?? step.listing)),
      .init("evidence", label: "evidence", .message(evidence(step, record))),
    ]
  }

  private static let wrapped = ["change", "evidence"]

  /// What is known, and from where.
  private static func evidence(_ step: BatchStep, _ record: StepRecord) -> Message {
    switch record.state {
    case .planned: return "nothing was sent"
    case .done: return step.needsRequest ? "the market confirmed it" : "nothing had to be sent"
    case .adopted where record.reason == .listingGone: return "the listing was gone already"
    case .adopted: return "no answer came, and a look-up found the change at the market"
    case .failed, .conflict: return record.reason?.message ?? "the market refused it"
    case .sent, .unknown:
      let reason = record.reason?.message ?? "no answer was recorded"
      guard step.target == nil, let highest = record.highestID else { return reason }
      return "\(reason); the listing is newer than \(highest), if it was added"
    }
  }
}

extension BatchStep {
  /// The command that makes such a change.
  var actionWord: Message {
    switch change {
    case .create: "add"
    case .edit, .setPhotos, .chooseThumbnail: "edit"
    case .remove: "remove"
    }
  }

  /// The existing listing that it changes.
  var listing: Int? {
    if case .listing(let id)? = target { id } else { nil }
  }

  /// What it changes, such as `Oak mug: price ₩12,000 → ₩13,000`.
  func text(_ money: MoneyText) -> Message {
    switch change {
    case .create(let fields, _): return "\(fields.name ?? "")"
    case .setPhotos(_, let before, let order, _, _):
      let photos = ListingChange.Difference(photosOf: before.photoCount, becoming: order)
      return "\(before.fields.name ?? ""): \(photos.message)"
    case .chooseThumbnail(_, let photo): return "photo \(photo) as the thumbnail"
    case .remove(_, let before, _): return "\(before.fields.name ?? "")"
    case .edit(_, let before, let after):
      let plan = EditPlan(Product(listing ?? 0, before), sending: after)
      var parts = plan.differences(to: plan.after, money).map(\.message)
      if let code { parts.append("code \(code.before ?? "–") → \(code.after ?? "–")") }
      let name: Message = "\(before.fields.name ?? "")"
      return parts.isEmpty ? name : "\(name): \(Message.list(parts))"
    }
  }
}

extension StepState {
  /// The state for people; its English is what programs get.
  fileprivate var word: Message {
    switch self {
    case .planned: "planned"
    case .sent: "sent"
    case .done: "done"
    case .failed: "failed"
    case .unknown: "unknown"
    case .adopted: "adopted"
    case .conflict: "conflict"
    }
  }
}
