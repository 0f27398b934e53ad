package import MarketRender
import MarketWire
package import Messages
import OpenMarketClient
package import ScreenPictures
package import SellerSession
import Synchronization
import TerminalKit

/// Shows the market in the whole window: reads keys, loads what the model requests, and paints.
///
/// One task owns the model and writes to the terminal. All other tasks only send events to it.
package struct BrowseWindow: Sendable {
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

  private enum Loaded: Sendable {
    case event(BrowseEvent)
    case picture(BrowsePictures.Key, DrawnPicture?)
  }

  private let context: CommandContext
  private let actions: Actions
  private let window: WholeWindow<Loaded>

  package init(context: CommandContext, actions: Actions) {
    self.context = context
    self.actions = actions
    window = WholeWindow(context: context)
  }

  /// Shows the window until the user leaves it. Must be called only once.
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
      viewport: actions.viewport(), size: window.output.size)
    if let place { model.resume(place) }
    model.status = status
    let tasks = BrowseTasks()
    return try await window.run(tasks) { painter, events in
      let end = try await loop(&model, &painter, &events, tasks)
      return (end, model.place)
    }
  }

  private func loop(
    _ model: inout BrowseModel, _ painter: inout BrowsePainter,
    _ events: inout WholeWindow<Loaded>.Events, _ tasks: BrowseTasks
  ) async throws -> BrowseEnd {
    var pictures = BrowsePictures()
    var lines = BrowseLines()
    var effects = model.start()
    while true {
      for effect in effects {
        if let end = try carryOut(effect, &painter) {
          window.leave(unread: model.early)
          return end
        }
      }
      let screen = lines.screen(of: model)
      let wanted = pictures.want(screen.slots)
      tasks.keepPictures(wanted)
      // Paint before loading, which may use all processors and delay the response to a key.
      try window.write(painter.paint(screen, pictures.ready(for: screen.slots)))
      for effect in effects { start(effect, tasks) }
      for key in wanted { draw(key, tasks) }
      guard let event = await events.next(isolation: #isolation) else { return .quit }
      try Task.checkCancellation()
      effects = []
      switch event {
      case .input(let input): effects = model.handle(.input(input))
      case .loaded(.event(let event)): effects = model.handle(event)
      case .loaded(.picture(let key, let picture)): pictures.take(key, picture)
      case .resized:
        try window.restart(&painter)
        (pictures, lines) = (BrowsePictures(), BrowseLines())
        effects = model.handle(.resized(actions.viewport(), window.output.size))
      case .ended(let error?): throw error
      case .ended(nil): return .quit
      }
    }
  }

  /// Carries out an effect that comes before the next screen.
  ///
  /// - Returns: how to leave the window; nil to stay.
  private func carryOut(
    _ effect: BrowseEffect, _ painter: inout BrowsePainter
  ) throws -> BrowseEnd? {
    switch effect {
    case .leave(let end): return end
    case .forgetLists:
      context.listings.browser.forgetCollections()
      context.session.caches.expire()
    case .recordSearch(let words): actions.recordSearch(words)
    case .suspend: try window.suspend(&painter)
    case .load, .loadDetail, .perform, .findUndo, .loadDrafts: break
    }
    return nil
  }

  /// Starts the task of an effect. The task sends an event when it is done.
  private func start(_ effect: BrowseEffect, _ tasks: BrowseTasks) {
    switch effect {
    case .load(let request):
      tasks.start(.page(request.tab, request.query.page)) { [self] in
        send(.page(request, await window.answer { try await page(request.query) }))
      }
    case .loadDetail(let id):
      tasks.start(.detail) { [self] in
        let result = await window.answer { try await context.market.client().product(id).value }
        // A newer request for the listing cancels this one.
        guard !Task.isCancelled else { return }
        send(.detail(id, result))
      }
    case .perform(let action):
      tasks.start(.action) { [self] in
        send(.acted(action, await window.answer { try await actions.perform(action) }))
      }
    case .findUndo:
      tasks.start(.undo) { [self] in
        send(.undoable(await window.answer { try await actions.findUndo() }))
      }
    case .loadDrafts:
      tasks.start(.drafts) { [self] in
        send(.drafts(await window.answer { try actions.drafts() }))
      }
    case .leave, .forgetLists, .recordSearch, .suspend: break
    }
  }
}

// The work of other tasks.
extension BrowseWindow {
  private func send(_ event: BrowseEvent) { window.send(.event(event)) }

  private func page(_ query: ListQuery) async throws -> BrowsePage {
    let listings = context.listings
    let page = try await listings.page(query, try await listings.resolved(query))
    context.market.recordSeen(
      page.products.map { ListingSnapshot($0) }, revision: page.revision, isVisit: true)
    return BrowsePage(
      rows: context.market.rows(page.products), total: page.totalCount,
      own: try context.market.ownShop())
  }

  private func draw(_ key: BrowsePictures.Key, _ tasks: BrowseTasks) {
    guard let source = actions.pictures else { return }
    tasks.start(.picture(key)) { [window] in
      let box = CellBox(columns: key.columns, rows: key.rows)
      let drawn = try? await source.picture(key.url, in: box, from: source.client())
      guard !Task.isCancelled else { return }
      window.send(.picture(key, try? drawn?.get()))
    }
  }
}
