import MarketRender
import MarketWire
package import Messages
import OpenMarketClient
import SellerSession
import TerminalKit

/// The seller's listings as a sheet in the whole window, in which cells are changed in place.
package struct SheetWindow: WindowDriver {
  typealias Model = SheetModel

  private let context: WindowContext
  private let rules: SheetRules
  /// Keeps the changes on this computer, unless newer ones are kept.
  private let save: @Sendable (SheetPlace) throws -> Void

  package init(
    _ context: WindowContext, rules: SheetRules,
    save: @escaping @Sendable (SheetPlace) throws -> Void
  ) {
    self.context = context
    self.rules = rules
    self.save = save
  }

  /// Shows the sheet until the seller sends the changes or leaves.
  ///
  /// - Parameter status: a message to show until the first key.
  /// - Returns: how it was left, and the place to return to.
  package func run(
    _ place: SheetPlace, saying status: Message?
  ) async throws -> (end: SheetEnd, place: SheetPlace) {
    var model = SheetModel(place, rules: rules, viewport: context.viewport, size: context.size)
    model.status = status ?? model.status
    var loop = WindowLoop(self, in: context)
    let end = try await loop.run(&model)
    return (end, model.place)
  }

  func resized() -> SheetEvent { .resized(context.viewport, context.size) }

  func step(_ effect: SheetEffect) throws -> WindowStep<SheetEvent, SheetEnd> {
    switch effect {
    case .leave(let end): return .leave(end)
    case .suspend: return .suspend
    case .forgetLists:
      context.forgetLists()
      return .done
    case .copy(let text):
      return .write(ANSI.clipboard(text))
    case .load(let request):
      return .load("page \(request.query.page)") {
        .page(request, await context.result { try await context.page(request.query) })
      }
    case .loadDetail(let id):
      return .load("detail") {
        .detail(id, await context.result { try await context.product(id) })
      }
    case .loadAll(let query):
      return .load("all") { .all(await context.result { try await all(query) }) }
    case .save(let place):
      return .load("save") {
        switch await context.result({ try save(place) }) {
        case .success: .saved(nil)
        case .failure(let failure): .saved(failure)
        }
      }
    }
  }

  private func all(_ query: ListQuery) async throws -> [ListingRow] {
    var query = query
    (query.page, query.perPage) = (1, 1000)
    var rows: [ListingRow] = []
    while true {
      let page = try await context.page(query)
      rows += page.rows
      guard page.rows.count == query.perPage else { return rows }
      query.page += 1
    }
  }
}

extension WindowContext {
  /// What is loaded from now on comes from the market, not from a cache.
  func forgetLists() {
    command.market.caches.forgetCollections()
    command.market.caches.expire()
  }

  func product(_ id: Int) async throws -> Product {
    try await command.market.client().product(id).value
  }

  /// A page of a list, whose listings count as seen.
  func page(_ query: ListQuery) async throws -> BrowsePage {
    let listings = command.listings
    let page = try await listings.page(query, try await listings.resolved(query))
    command.market.recordSeen(
      page.products.map { ListingSnapshot($0) }, revision: page.revision, isVisit: true)
    return BrowsePage(
      rows: command.market.rows(page.products), total: page.totalCount,
      own: try command.market.ownShop())
  }
}
