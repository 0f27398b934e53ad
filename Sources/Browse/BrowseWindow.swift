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
/// 1. One task owns the model and writes; all others only send it events.
/// 2. When ``run()`` returns, nothing reads the terminal any more, and the screen is as before.
package struct BrowseWindow: Sendable {
  /// What the window gets from the commands.
  package struct Actions: Sendable {
    /// Carries out a change, and says what was done.
    package var perform: @Sendable (BrowseAction) async throws -> Message
    /// The change that `u` takes back; nil if the prompt is to ask for it.
    package var findUndo: @Sendable () async throws -> BrowseUndo?
    /// Stores the words of a search.
    package var noteSearch: @Sendable (String) -> Void
    /// The viewport of the present window.
    package var viewport: @Sendable () -> Viewport
    /// Draws pictures; nil if there are none on this terminal.
    package var pictures: PictureSource?

    package init(
      perform: @escaping @Sendable (BrowseAction) async throws -> Message,
      findUndo: @escaping @Sendable () async throws -> BrowseUndo?,
      noteSearch: @escaping @Sendable (String) -> Void,
      viewport: @escaping @Sendable () -> Viewport, pictures: PictureSource?
    ) {
      self.perform = perform
      self.findUndo = findUndo
      self.noteSearch = noteSearch
      self.viewport = viewport
      self.pictures = pictures
    }
  }

  private enum Event: Sendable {
    case model(BrowseEvent)
    case picture(BrowsePictures.Key, DrawnPicture?)
    case resized
    case ended((any Error)?)
  }

  private static let escapeTimeout = Duration.milliseconds(50)

  private let context: CommandContext
  private let actions: Actions
  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation

  package init(context: CommandContext, actions: Actions) {
    self.context = context
    self.actions = actions
    (events, continuation) = AsyncStream.makeStream(of: Event.self)
  }

  private var terminal: any Terminal { context.environment.terminal }
  private var output: Capabilities { context.console.capabilities(of: .output) }

  /// Shows the window until the user leaves it.
  package func run(_ filter: ListQuery.Filter) async throws -> BrowseEnd {
    let size = output.size
    var model = BrowseModel(
      filter, sort: context.listings.sort, layout: context.listings.layout,
      viewport: actions.viewport(), size: size)
    var painter = BrowsePainter(size: size, ansi: output.ansi)
    try terminal.beginKeys()
    context.activity.hold()
    try terminal.write(BrowsePainter.open, to: .output)
    defer {
      try? terminal.write(painter.finish() + BrowsePainter.close, to: .output)
      terminal.endKeys()
      context.activity.release()
    }
    let reader = Task { await read() }
    let tasks = BrowseTasks()
    let result: Result<BrowseEnd, any Error>
    do {
      result = .success(try await loop(&model, &painter, tasks))
    } catch {
      result = .failure(error)
    }
    await tasks.end()
    reader.cancel()
    await reader.value
    await keepTypedKeys()
    return try result.get()
  }

  private func loop(
    _ model: inout BrowseModel, _ painter: inout BrowsePainter, _ tasks: BrowseTasks
  ) async throws -> BrowseEnd {
    var pictures = BrowsePictures()
    var lines = BrowseLines()
    var effects = model.start()
    var iterator = events.makeAsyncIterator()
    while true {
      for effect in effects {
        if let end = try obey(effect, &painter, tasks) { return end }
      }
      let screen = lines.screen(of: model)
      let wanted = pictures.want(screen.slots)
      tasks.keepPictures(wanted)
      for key in wanted { draw(key, tasks) }
      try terminal.write(painter.paint(screen, pictures.ready(for: screen.slots)), to: .output)
      guard let event = await iterator.next() else { return .quit(last: nil) }
      try Task.checkCancellation()
      effects = []
      switch event {
      case .model(let event):
        effects = model.handle(event)
        // What was done may have written to the terminal.
        if case .acted = event { try restart(&painter) }
      case .picture(let key, let picture): pictures.take(key, picture)
      case .resized:
        try restart(&painter)
        pictures = BrowsePictures()
        effects = model.handle(.resized(actions.viewport(), output.size))
      case .ended(let error?): throw error
      case .ended(nil): return .quit(last: model.list.row)
      }
    }
  }

  private func restart(_ painter: inout BrowsePainter) throws {
    try terminal.write(painter.restart(size: output.size), to: .output)
  }

  private func obey(
    _ effect: BrowseEffect, _ painter: inout BrowsePainter, _ tasks: BrowseTasks
  ) throws -> BrowseEnd? {
    switch effect {
    case .leave(let end): return end
    case .load(let request):
      tasks.start(.page(request.tab, request.query.page)) { [self] in
        send(.page(request, await answer { try await page(request.query) }))
      }
    case .loadDetail(let id):
      tasks.start(.detail) { [self] in
        let result = await answer { try await context.market.client().product(id).value }
        // The listing may have been asked for again.
        guard !Task.isCancelled else { return }
        send(.detail(id, result))
      }
    case .perform(let action):
      tasks.start(.action) { [self] in
        send(.acted(action, await answer { try await actions.perform(action) }))
      }
    case .findUndo:
      tasks.start(.undo) { [self] in
        send(.undoable(await answer { try await actions.findUndo() }))
      }
    case .forgetLists:
      context.listings.browser.forgetCollections()
      context.session.caches.expire()
    case .noteSearch(let words): actions.noteSearch(words)
    case .suspend:
      try terminal.write(painter.finish() + BrowsePainter.close, to: .output)
      terminal.suspend()
      try terminal.write(BrowsePainter.open, to: .output)
      continuation.yield(.resized)
    }
    return nil
  }
}

// What other tasks do.
extension BrowseWindow {
  private func send(_ event: BrowseEvent) { continuation.yield(.model(event)) }

  /// Reads the terminal until the task is cancelled.
  private func read() async {
    var decoder = KeyDecoder()
    do {
      while true {
        switch try await terminal.nextEvent(
          timeout: decoder.isWaiting ? Self.escapeTimeout : nil)
        {
        case .bytes(let bytes): for input in decoder.decode(bytes) { send(.input(input)) }
        case .timedOut: for input in decoder.flush() { send(.input(input)) }
        case .resized, .resumed: continuation.yield(.resized)
        case .end:
          continuation.yield(.ended(nil))
          return
        }
      }
    } catch is CancellationError {
    } catch {
      continuation.yield(.ended(error))
    }
  }

  /// Gives back what was typed after the key that left the window.
  private func keepTypedKeys() async {
    continuation.finish()
    var text = ""
    for await case .model(.input(.key(let key))) in events {
      if case .text(let typed) = key.code, key.modifiers.isEmpty { text += typed }
    }
    if !text.isEmpty { terminal.putBack(Array(text.utf8)) }
  }

  private func answer<T: Sendable>(
    _ body: () async throws -> T
  ) async -> Result<T, BrowseFailure> {
    do {
      return .success(try await body())
    } catch {
      return .failure(
        BrowseFailure(ErrorReport(error, at: try? context.market.profile()).message))
    }
  }

  private func page(_ query: ListQuery) async throws -> BrowsePage {
    let listings = context.listings
    let page = try await listings.page(query, try await listings.resolved(query))
    context.market.noteSeen(
      page.products.map { ListingSnapshot($0) }, revision: page.revision, isVisit: true)
    return BrowsePage(
      rows: context.market.rows(page.products), total: page.totalCount,
      own: try context.market.ownShop())
  }

  private func draw(_ key: BrowsePictures.Key, _ tasks: BrowseTasks) {
    guard let source = actions.pictures else { return }
    tasks.start(.picture(key)) { [continuation] in
      let box = CellBox(columns: key.columns, rows: key.rows)
      let drawn = try? await source.picture(key.url, in: box, from: source.client())
      guard !Task.isCancelled else { return }
      continuation.yield(.picture(key, try? drawn?.get()))
    }
  }
}
