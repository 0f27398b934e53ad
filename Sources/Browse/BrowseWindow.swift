package import MarketRender
import MarketWire
package import Messages
import OpenMarketClient
package import ScreenPictures
package import SellerSession
import Synchronization
import TerminalKit
import TerminalPictures

/// The market on the whole window: reads keys, loads what the model asks for, and paints.
///
/// One task owns the model and writes; all others only send it events.
package struct BrowseWindow: Sendable {
  /// What the window gets from the commands.
  package struct Actions: Sendable {
    /// Carries out a change, and says what was done.
    package var perform: @Sendable (BrowseAction) async throws -> Message
    /// The change that `u` takes back; nil if the prompt is to ask for it.
    package var findUndo: @Sendable () async throws -> BrowseUndo?
    /// The drafts of the account, the newest first.
    package var drafts: @Sendable () throws -> [BrowseDraft]
    /// Stores the words of a search.
    package var recordSearch: @Sendable (String) -> Void
    /// The viewport of the present window.
    package var viewport: @Sendable () -> Viewport
    /// Draws pictures; nil if there are none on this terminal.
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

  /// Shows the window until the user leaves it. A window is shown once.
  ///
  /// - Parameters:
  ///   - place: where to come back to; nil for the beginning.
  ///   - status: a message until the first key.
  /// - Returns: how it was left, and where.
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
        if let end = try carryOut(effect, &painter) { return end }
      }
      let screen = lines.screen(of: model)
      let wanted = pictures.want(screen.slots)
      tasks.keepPictures(wanted)
      // The answer to a key comes before what is loaded takes the processors.
      try window.write(painter.paint(screen, pictures.ready(for: screen.slots)))
      for effect in effects { start(effect, tasks) }
      for key in wanted { draw(key, tasks) }
      guard let event = await events.next(isolation: #isolation) else { return .quit(last: nil) }
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
      case .ended(nil): return .quit(last: model.list.row)
      }
    }
  }

  /// Carries out what comes before the next screen.
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

  /// Starts the tasks that send an event when they are done.
  private func start(_ effect: BrowseEffect, _ tasks: BrowseTasks) {
    switch effect {
    case .load(let request):
      tasks.start(.page(request.tab, request.query.page)) { [self] in
        send(.page(request, await window.answer { try await page(request.query) }))
      }
    case .loadDetail(let id):
      tasks.start(.detail) { [self] in
        let result = await window.answer { try await context.market.client().product(id).value }
        // The listing may have been asked for again.
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

// What other tasks do.
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
