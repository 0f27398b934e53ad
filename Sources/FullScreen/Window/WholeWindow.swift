import OpenMarketClient
package import SellerSession
import Synchronization
package import TerminalKit

/// The whole window of the terminal, for one command: the alternate screen, its keys, and what is
/// loaded for it.
///
/// 1. Only the body of ``run(_:)`` writes; everybody else sends events.
/// 2. When ``run(_:)`` returns, nothing reads the terminal any more, and the screen is as before.
package struct WholeWindow<Loaded: Sendable>: Sendable {
  package enum Event: Sendable {
    case input(TerminalInput)
    case loaded(Loaded)
    /// The window has another size, or the program was suspended: everything is painted again.
    case resized
    /// The terminal was closed or cannot be read.
    case ended((any Error)?)
  }

  package typealias Events = AsyncStream<Event>.Iterator

  private let context: CommandContext
  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private let unread = UnreadKeys()

  package init(context: CommandContext) {
    self.context = context
    (events, continuation) = AsyncStream.makeStream(of: Event.self)
  }

  private var terminal: any Terminal { context.environment.terminal }
  package var output: Capabilities { context.console.capabilities(of: .output) }

  /// Opens the window, and closes it when `body` returns.
  package func run<R>(
    _ tasks: BrowseTasks, _ body: (inout BrowsePainter, inout Events) async throws -> R
  ) async throws -> R {
    let random = context.environment.client.random
    var painter = BrowsePainter(
      size: output.size, ansi: output.ansi, seed: UInt32(truncatingIfNeeded: random()))
    try terminal.beginKeys()
    context.activity.hold()
    try terminal.write(BrowsePainter.open, to: .output)
    defer {
      try? terminal.write(painter.finish() + BrowsePainter.close, to: .output)
      terminal.endKeys()
      context.activity.release()
    }
    let reader = Task { await read() }
    let result: Result<R, any Error>
    do {
      var iterator = events.makeAsyncIterator()
      result = .success(try await body(&painter, &iterator))
    } catch {
      result = .failure(error)
    }
    await tasks.end()
    reader.cancel()
    await reader.value
    await keepTypedKeys()
    return try result.get()
  }

  package func send(_ loaded: Loaded) { continuation.yield(.loaded(loaded)) }

  package func write(_ text: String) throws { try terminal.write(text, to: .output) }

  /// Clears the window; the next screen is painted completely.
  package func restart(_ painter: inout BrowsePainter) throws {
    try write(painter.restart(size: output.size))
  }

  /// Stops the program until the seller continues it, as Ctrl-Z does.
  package func suspend(_ painter: inout BrowsePainter) throws {
    try write(painter.finish() + BrowsePainter.close)
    terminal.suspend()
    try write(BrowsePainter.open)
    continuation.yield(.resized)
  }

  /// The result of loading something, with errors in words.
  func answer<T: Sendable>(_ body: () async throws -> T) async -> Result<T, BrowseFailure> {
    do {
      return .success(try await body())
    } catch {
      return .failure(
        BrowseFailure(ErrorReport(error, at: try? context.market.profile()).message))
    }
  }

  /// Reads the terminal until the task is cancelled.
  private func read() async {
    var decoder = KeyDecoder()
    do {
      while true {
        switch try await terminal.nextEvent(
          timeout: decoder.isWaiting ? .milliseconds(50) : nil)
        {
        case .bytes(let bytes): for input in decoder.decode(bytes) { yield(input) }
        case .timedOut: for input in decoder.flush() { yield(input) }
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

  private func yield(_ input: TerminalInput) { continuation.yield(.input(input)) }

  /// Gives back keys that were read, but typed after the one that left the window.
  func leave(unread keys: [Key]) { unread.keys.withLock { $0 = keys } }

  /// Gives back what was typed after the key that left the window.
  private func keepTypedKeys() async {
    continuation.finish()
    var inputs = unread.keys.withLock { $0.map(TerminalInput.key) }
    for await case .input(let input) in events { inputs.append(input) }
    let text = inputs.map(\.sequence).joined()
    if !text.isEmpty { terminal.putBack(Array(text.utf8)) }
  }
}

private final class UnreadKeys: Sendable {
  let keys = Mutex<[Key]>([])
}
