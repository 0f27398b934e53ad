import OpenMarketClient
import ScreenPictures
import SellerSession
import TerminalKit

/// The loop of everything on the screen that reads keys: input, resizing, tasks and painting.
///
/// 1. Only the loop changes the model and writes; tasks send it events.
/// 2. When ``run(_:)`` returns, nothing reads the terminal any more, a window is closed, and what
///    was typed after the key that left it is there for the next reader.
struct WindowLoop<Driver: WindowDriver> {
  private typealias Model = Driver.Model

  private enum Event: Sendable {
    case input(TerminalInput)
    case loaded(Driver.Model.Event)
    case picture(WindowPictures.Key, DrawnPicture?)
    /// The window has another size, or the program was suspended.
    case resized
    /// The terminal was closed or cannot be read.
    case ended((any Error)?)
  }

  private let driver: Driver
  private let terminal: any Terminal
  /// The display that is hidden meanwhile.
  private let progress: (any ProgressDisplay)?
  private let size: @Sendable () -> TerminalSize
  private let readsKeys: Bool
  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  /// nil if the model writes below the text that is on the terminal.
  private var painter: WindowPainter?
  private var pictures = WindowPictures()
  private var tasks = WindowTasks()

  /// A loop in the whole window.
  init(_ driver: Driver, in context: WindowContext) {
    let command = context.command
    let output = command.console.capabilities(of: .output)
    let random = command.environment.client.random
    self.init(
      driver, on: command.environment.terminal, size: { context.size },
      hiding: command.activity, readsKeys: true,
      painter: WindowPainter(
        size: output.size, ansi: output.ansi, seed: UInt32(truncatingIfNeeded: random()),
        usesMouse: command.settings.preferences.usesMouse))
  }

  init(
    _ driver: Driver, on terminal: any Terminal, size: @escaping @Sendable () -> TerminalSize,
    hiding progress: (any ProgressDisplay)?, readsKeys: Bool, painter: WindowPainter? = nil
  ) {
    self.driver = driver
    self.terminal = terminal
    self.size = size
    self.progress = progress
    self.readsKeys = readsKeys
    self.painter = painter
    (events, continuation) = AsyncStream.makeStream(of: Event.self)
  }

  /// Runs the model until it is left. Must be called only once.
  mutating func run(_ model: inout Driver.Model) async throws -> Driver.Model.End {
    if readsKeys { try terminal.beginKeys() }
    progress?.hold()
    defer {
      try? write(painter?.finish())
      if readsKeys { terminal.endKeys() }
      progress?.release()
    }
    try write(painter?.open)
    let reader =
      readsKeys
      ? Task { [terminal, continuation] in
        await Self.read(terminal, continuation)
      } : nil
    let result: Result<Driver.Model.End, any Error>
    do {
      result = .success(try await loop(&model))
    } catch {
      result = .failure(error)
    }
    // What is written next is not to meet requests of this page.
    await tasks.end(awaitsAll: painter == nil)
    reader?.cancel()
    await reader?.value
    let later = await typedInputs()
    let end = try result.get()
    let unread = try model.unread(later).map(\.sequence).joined()
    if !unread.isEmpty { terminal.putBack(Array(unread.utf8)) }
    return end
  }

  private mutating func loop(_ model: inout Driver.Model) async throws -> Driver.Model.End {
    var iterator = events.makeAsyncIterator()
    var effects = model.start()
    while true {
      var started: [(WindowTasks.Purpose, @Sendable () async -> Driver.Model.Event)] = []
      for effect in effects {
        switch try driver.step(effect) {
        case .done: break
        case .leave(let end): return end
        case .suspend: try suspend()
        case .write(let text): try write(text)
        case .load(let name, let load): started.append((.load(name), load))
        case .change(let change): started.append((.change, change))
        }
      }
      // Paint before loading, which may use all processors and delay the response to a key.
      let wanted = try paint(&model)
      for (purpose, body) in started { start(purpose) { .loaded(await body()) } }
      for key in wanted {
        start(.picture(key)) { [driver] in .picture(key, await driver.picture(key)) }
      }
      let event = await iterator.next(isolation: #isolation)
      effects = []
      switch Task.isCancelled ? .ended(nil) : event ?? .ended(nil) {
      case .input(let input): effects = model.handle(.input(input))
      case .loaded(let event): effects = model.handle(event)
      case .picture(let key, let picture): pictures.take(key, picture)
      case .resized:
        let size = size()
        try write(painter?.restart(size: size))
        pictures = WindowPictures()
        effects = model.handle(driver.resized())
      case .ended(let error):
        if let end = try model.end(after: error) { return end }
        try Task.checkCancellation()
      }
    }
  }

  /// Paints the screen, and returns the pictures that it lacks.
  private mutating func paint(_ model: inout Driver.Model) throws -> Set<WindowPictures.Key> {
    guard let screen = model.screen() else { return [] }
    let wanted = pictures.want(screen.slots)
    tasks.keepPictures(wanted)
    let ready = pictures.ready(for: screen.slots)
    try write(painter?.paint(screen, ready))
    return wanted
  }

  private mutating func start(
    _ purpose: WindowTasks.Purpose, _ body: @escaping @Sendable () async -> Event
  ) {
    tasks.start(purpose) { [continuation] in
      let event = await body()
      // A newer task has taken its place, or its picture is no longer needed.
      if !Task.isCancelled { continuation.yield(event) }
    }
  }

  private func write(_ text: String?) throws {
    if let text, !text.isEmpty { try terminal.write(text, to: .output) }
  }

  private mutating func suspend() throws {
    try write(painter?.finish())
    terminal.suspend()
    try write(painter?.open)
    continuation.yield(.resized)
  }

  /// Reads the terminal until the task is cancelled.
  private static func read(
    _ terminal: any Terminal, _ continuation: AsyncStream<Event>.Continuation
  ) async {
    var decoder = KeyDecoder()
    do {
      while true {
        let timeout: Duration? = decoder.isWaiting ? .milliseconds(50) : nil
        switch try await terminal.nextEvent(timeout: timeout) {
        case .bytes(let bytes):
          for input in decoder.decode(bytes) { continuation.yield(.input(input)) }
        case .timedOut:
          for input in decoder.flush() { continuation.yield(.input(input)) }
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

  /// What was typed after the last event that the model has handled.
  private func typedInputs() async -> [TerminalInput] {
    continuation.finish()
    var inputs: [TerminalInput] = []
    for await case .input(let input) in events { inputs.append(input) }
    return inputs
  }
}
