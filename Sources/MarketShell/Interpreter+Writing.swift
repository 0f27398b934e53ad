import MarketCommands
import MarketRender
import ScreenPictures
import SellerSession
import TerminalKit
import TerminalPictures

extension Interpreter {
  /// Writes an answer, on a terminal with its pictures and, where it is long, with the pager.
  ///
  /// A reader who leaves the pager ends whatever is still being fetched for it.
  ///
  /// - Throws: `TerminalError.closed` where the reader left before the end.
  func write(_ output: Output, _ context: CommandContext) async throws {
    session.activity.pause()
    let out = context.console.capabilities(of: .output)
    let renderer = await PictureDrawing(market: context.market).renderer(
      for: context.presenter().picturePreference(output))
    if case .photo(let page) = output, let renderer {
      var viewer = PhotoViewer(
        page, on: context.pictureScreen(out, readsKeys: context.console.canAsk),
        from: context.pictureSource(renderer))
      try await viewer.run()
      // The picture takes the window, so that a line above it would be off the screen.
      if let mark = context.presenter().cacheNotice(output) { context.console.report(mark) }
      return
    }
    let (pagers, begun) = AsyncStream.makeStream(of: PagerRun.self)
    try await withThrowingTaskGroup(of: Ending.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        defer { begun.finish() }
        try await deliver(output, context, out, renderer) { begun.yield($0) }
        return .written
      }
      group.addTask {
        for await pager in pagers where await pager.isLeft() { return .left }
        return .unwatched
      }
      while let ending = try await group.next() {
        switch ending {
        case .written: return
        case .unwatched: continue
        case .left:
          group.cancelAll()
          _ = try? await group.next()
          throw TerminalError.closed(.output)
        }
      }
    }
  }

  /// What comes to its end first.
  private enum Ending {
    case written
    /// The reader has left the pager.
    case left
    /// There is no pager, or it gets no more.
    case unwatched
  }

  private func deliver(
    _ output: Output, _ context: CommandContext, _ out: Capabilities,
    _ renderer: PictureRenderer?, onPager: @escaping @Sendable (PagerRun) -> Void
  ) async throws {
    if let renderer, try await draw(output, context, out, renderer) { return }
    let presenter = context.presenter()
    var paged = PagedOutput(
      context, out, mayPage: presenter.format.isForPeople, onPager: onPager)
    do {
      try await presenter.present(output) { piece in
        guard !piece.output.isEmpty || !piece.error.isEmpty else { return }
        session.activity.pause()
        try await paged.take(piece)
      }
    } catch {
      // Show what came before the error, and never leave a pager waiting.
      try? await paged.end()
      throw error
    }
    try await paged.end()
  }

  /// Writes an answer with its pictures, never through the pager; returns false if it has none.
  private func draw(
    _ output: Output, _ context: CommandContext, _ out: Capabilities,
    _ renderer: PictureRenderer
  ) async throws -> Bool {
    let presenter = context.presenter(pictures: PictureSpace(renderer.cell, in: out.size))
    let readsKeys = context.scope.isTyped && context.environment.terminal.canAsk
    var illustrated = IllustratedOutput(
      on: context.pictureScreen(out, readsKeys: readsKeys),
      from: context.pictureSource(renderer))
    if case .listingStream = output {
      try await presenter.present(output) { try await illustrated.write($0) }
      return true
    }
    let piece = try presenter.present(output)
    guard !piece.pictures.isEmpty else { return false }
    try await illustrated.write(piece)
    return true
  }
}
