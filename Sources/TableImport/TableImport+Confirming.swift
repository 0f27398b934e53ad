import Batches
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession
import SheetFiles

// What is shown and asked before anything is sent.
extension TableImport {
  /// Refuses to remove more listings than the seller said, or any number where no question can be
  /// asked.
  func checkCount(_ plan: ImportPlan) throws {
    guard plan.removed > 0 else { return }
    if let most = request.maxRemoved {
      guard plan.removed > most else { return }
      throw InvalidTable(
        path,
        [
          ImportProblem(
            row: nil, column: nil,
            Message(
              count: plan.removed,
              one:
                "it would remove 1 listing, and `\(command: "--max-remove \(most)")` allows \(most)",
              other: """
                it would remove \(plan.removed) listings, and \
                `\(command: "--max-remove \(most)")` allows \(most)
                """))
        ])
    }
    guard request.prunes || request.removesMissing, !isDry, !context.console.canAsk else { return }
    throw SellerError.needsOption(
      "--max-remove", command: request.prunes ? "import --prune" : "import --remove-missing")
  }

  /// Refuses to remove listings whose rows are only hidden or in another sheet.
  func refuseHidden(_ remarks: [SheetRemark], in map: ColumnMap) throws {
    if let other = map.shape.otherTables.first {
      throw InvalidTable(
        path,
        [
          ImportProblem(
            row: nil, column: nil,
            """
            the sheet \(quoted: other) has listings, too, and they would be removed; name the sheet \
            that counts with \(command: "--sheet")
            """)
        ])
    }
    for case .hiddenRows(let ranges) in remarks {
      throw InvalidTable(
        path,
        [
          ImportProblem(
            row: ranges[0].lowerBound, column: nil,
            """
            this row is hidden, and its listing would be removed; show all rows, or add \
            \(command: "--hidden")
            """)
        ], sheet: map.file.sheet)
    }
  }

  /// The dry run: what would change, and what there is to say about it.
  func outline(of plan: ImportPlan) throws -> DryRunResult {
    try context.writer.refuseInDryRun(plan.allWarnings, request.terms)
    let market = context.market
    let changes = plan.draft.changes
    let steps = DryRunSteps(count: changes.count) { index in
      var shown = changes[index].change.planned(in: market)
      shown.undoCommand = nil
      return shown
    }
    return DryRunResult(
      """
      Nothing was sent. \(name) at \(try market.place()): \(plan.counts(withUnchanged: true)).
      """,
      steps: steps,
      notes: plan.notes + plan.rowNotes + context.writer.notes(on: plan.allWarnings, request.terms))
  }

  func confirm(_ plan: ImportPlan) async throws {
    for note in plan.notes + plan.rowNotes { context.console.report(note) }
    var confirmation = WritePlan.Confirmation(
      question:
        "Import \(name) at \(try context.market.place()): \(plan.counts(withUnchanged: false))?",
      preview: preview(of: plan), count: plan.count, mustAsk: true, warnings: plan.allWarnings)
    let same = plan.unchanged.count + plan.gone.count
    if same > 0 {
      confirmation.skipped = Message(
        count: same, one: "1 row that changes nothing", other: "\(same) rows that change nothing")
    }
    try await context.writer.confirm(confirmation, request.terms)
  }

  /// The first changes, one line each; those that are worse for buyers before all others.
  private func preview(of plan: ImportPlan) -> [Message] {
    let changes = plan.draft.changes
    let shown = ShortList.shown(of: changes.count, most: 10)
    let worse = Set(plan.lessened.prefix(shown))
    let order = worse.sorted() + (0..<changes.count).lazy.filter { !worse.contains($0) }
    var lines = order.prefix(shown).map { index -> Message in
      let change = changes[index].change
      let listing: Message =
        change.before.map { "\($0.id) \($0.name)" } ?? "\(change.name)"
      switch change.action {
      case .added: return "new: \(listing)"
      case .removed: return "remove: \(listing)"
      case .changed, .replaced:
        let differences = change.planned(in: context.market).differences
        return differences.isEmpty
          ? listing : "\(listing): \(Message.list(differences.map(\.message)))"
      }
    }
    if changes.count > shown {
      lines.append(
        "and \(changes.count - shown) more; \(command: "--dry-run") shows all")
    }
    return lines
  }
}
