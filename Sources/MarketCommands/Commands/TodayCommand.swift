import Batches
import CommandLanguage
import ListingChanges
package import MarketRender
import MarketWire
import Messages
import SellerFiles
import SellerSession

enum TodayCommand: Command {
  static let spec = CommandSpec(
    "today", aliases: ["오늘"], group: .look, summary: "Show what is new since your last visit",
    discussion: """
      New and changed listings of the market, your listings that are sold out or running low, and \
      unfinished batches. A visit is the time at the prompt; a pause of more than 30 minutes \
      starts a new one. set low-stock changes what counts as running low.
      """,
    fields: TodayReport.keys, examples: ["today", "today --json"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let report = try await context.today()
    // Also without news, this is a visit.
    context.market.recordSeen(report.changed.map { ListingSnapshot($0.product) }, revision: nil)
    return .report(report)
  }
}

extension CommandContext {
  /// Collects what is new in the market.
  package func today() async throws -> TodayReport {
    var isChanged = ListQuery.Filter()
    isChanged.isChanged = true
    let changed = try await NotebookListings(listings).chosen(
      ListQuery(filter: isChanged), try await listings.resolved(isChanged))
    let reader = market.markReader(for: changed.map(\.id))
    let rows = changed.map { product in
      var row = ListingRow(product, marks: reader.marks(of: product))
      row.marks.updates = reader.updates(of: product, hasChanged: true)
      return row
    }
    var own = ListQuery.Filter()
    own.isMine = true
    var counts = (soldOut: 0, low: 0)
    if try market.ownShop() != nil {
      own.isSoldOut = true
      let query = ListQuery(filter: own, perPage: 1)
      counts.soldOut =
        try await listings.page(query, try await listings.resolved(query)).totalCount ?? 0
      own.isSoldOut = false
      counts.low = try await ListingCounts(listings).runningLow(own)
    }
    return TodayReport(
      lastVisit: market.visit?.previousEnd, changed: rows, soldOut: counts.soldOut,
      runningLow: counts.low, lowStock: settings.preferences.lowStock,
      batches: try unfinishedBatches())
  }

  private func unfinishedBatches() throws -> [TodayReport.Batch] {
    let profile = try market.profile()
    guard let account = profile.accountDigest else { return [] }
    return try market.journal.batches()
      .filter { $0.state == .open && $0.plan.market == profile.url && $0.plan.account == account }
      .map { TodayReport.Batch(id: $0.id, name: $0.name, summary: $0.summary) }
  }
}
