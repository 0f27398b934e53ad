package import MarketRender
import MarketWire
package import Messages
import OpenMarketClient
package import ScreenPictures
package import SellerSession
import TerminalKit

/// The market in the whole window: loads what the model asks for, and carries out changes.
package struct BrowseWindow: WindowDriver {
  /// The operations that the window calls.
  package struct Actions: Sendable {
    /// Carries out a change, and returns a message about what was done.
    package var perform: @Sendable (BrowseAction) async throws -> Message
    /// Returns the change that `u` undoes; nil if it has to be undone at the prompt.
    package var findUndo: @Sendable () async throws -> BrowseUndo?
    /// Returns the drafts of the account, the newest first.
    package var drafts: @Sendable () throws -> [BrowseDraft]
    /// Saves the words of a search, for `recent`.
    package var recordSearch: @Sendable (String) -> Void
    /// Returns the viewport for the current size of the window.
    package var viewport: @Sendable () -> Viewport
    /// The source of pictures; nil if the terminal shows none.
    package var pictures: PictureSource?

    package init(
      perform: @escaping @Sendable (BrowseAction) async throws -> Message,
      findUndo: @escaping @Sendable () async throws -> BrowseUndo?,
      drafts: @escaping @Sendable () throws -> [BrowseDraft],
      recordSearch: @escaping @Sendable (String) -> Void,
      viewport: @escaping @Sendable () -> Viewport, pictures: PictureSource?
    ) {
      self.perform = perform
      self.findUndo = findUndo
      self.drafts = drafts
      self.recordSearch = recordSearch
      self.viewport = viewport
      self.pictures = pictures
    }
  }

  typealias Model = BrowseModel

  private let context: CommandContext
  private let actions: Actions

  package init(context: CommandContext, actions: Actions) {
    self.context = context
    self.actions = actions
  }

  /// Shows the window until the user leaves it.
  ///
  /// - Parameters:
  ///   - place: the place to return to; nil to start at the first listing.
  ///   - status: a message to show until the first key.
  /// - Returns: how the user left the window, and the place to return to.
  package func run(
    _ filter: ListQuery.Filter, from place: BrowsePlace?, saying status: Message?
  ) async throws -> (end: BrowseEnd, place: BrowsePlace) {
    var model = BrowseModel(
      filter, sort: context.listings.sort, layout: context.listings.layout,
      viewport: actions.viewport(), size: context.windowSize)
    if let place { model.resume(place) }
    model.status = status
    var loop = WindowLoop(self, in: context)
    let end = try await loop.run(&model)
    return (end, model.place)
  }

  func resized() -> BrowseEvent { .resized(actions.viewport(), context.windowSize) }

  func step(_ effect: BrowseEffect) -> WindowStep<BrowseEvent, BrowseEnd> {
    switch effect {
    case .leave(let end): return .leave(end)
    case .suspend: return .suspend
    case .forgetLists:
      context.listings.browser.forgetCollections()
      context.session.caches.expire()
      return .done
    case .recordSearch(let words):
      actions.recordSearch(words)
      return .done
    case .load(let request):
      return .load("page \(request.query.page) of \(request.tab)") {
        .page(request, await context.result { try await page(request.query) })
      }
    case .loadDetail(let id):
      return .load("detail") {
        .detail(id, await context.result { try await context.market.client().product(id).value })
      }
    case .loadDrafts:
      return .load("drafts") { .drafts(await context.result { try actions.drafts() }) }
    case .findUndo:
      return .load("undo") { .undoable(await context.result { try await actions.findUndo() }) }
    case .perform(let action):
      return .change {
        .acted(action, await context.result { try await actions.perform(action) })
      }
    }
  }

  func picture(_ key: WindowPictures.Key) async -> DrawnPicture? {
    guard let source = actions.pictures else { return nil }
    let box = CellBox(columns: key.columns, rows: key.rows)
    return try? await source.picture(key.url, in: box, from: source.client()).get()
  }

  private func page(_ query: ListQuery) async throws -> BrowsePage {
    let listings = context.listings
    let page = try await listings.page(query, try await listings.resolved(query))
    context.market.recordSeen(
      page.products.map { ListingSnapshot($0) }, revision: page.revision, isVisit: true)
    return BrowsePage(
      rows: context.market.rows(page.products), total: page.totalCount,
      own: try context.market.ownShop())
  }
}
