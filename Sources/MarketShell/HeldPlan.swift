import MarketRender
import SellerSession
import Synchronization
import TerminalKit

/// What the dry run of a file shows, held back until all lines are planned, so that a long plan goes
/// through the pager as a whole.
final class HeldPlan: Sendable {
  /// The most pieces that are held back.
  private static let limit = 20_000

  private let context: CommandContext
  /// Nil if pieces are written at once.
  private let pieces: Mutex<[RenderedOutput]?>

  init(_ context: CommandContext, isDryRun: Bool) {
    self.context = context
    let out = context.console.capabilities(of: .output)
    let isHeld =
      isDryRun && context.presenter().format.isForPeople && PagedOutput.isPossible(context, out)
    pieces = Mutex(isHeld ? [] : nil)
  }

  /// Returns false if the piece is to be written at once.
  func hold(_ piece: @autoclosure () throws -> RenderedOutput) throws -> Bool {
    guard let count = pieces.withLock({ $0?.count }) else { return false }
    guard count < Self.limit else {
      try release()
      return false
    }
    let piece = try piece()
    _ = pieces.withLock { $0?.append(piece) }
    return true
  }

  /// Writes what was held back, and holds back nothing more: an error follows its line.
  func release() throws {
    for piece in take() {
      try piece.write(
        to: context.environment.terminal,
        output: context.console.capabilities(of: .output).ansi,
        error: context.console.capabilities(of: .error).ansi)
    }
  }

  /// Shows what was held back, through the pager if it does not fit the window.
  func show() async throws {
    let out = context.console.capabilities(of: .output)
    var paged = PagedOutput(context, out, mayPage: true)
    do {
      for piece in take() { try await paged.take(piece) }
      try await paged.end()
    } catch TerminalError.closed(.output) {
      // The reader has seen enough; the summary follows.
    }
  }

  private func take() -> [RenderedOutput] {
    pieces.withLock { pieces in
      defer { pieces = nil }
      return pieces ?? []
    }
  }
}
