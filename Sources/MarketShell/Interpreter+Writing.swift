import CommandLanguage
import FullScreen
import ListingChanges
import MarketCommands
import MarketRender
import Messages
import ScreenPictures
import SellerSession
import TerminalKit

extension Interpreter {
  /// Writes an output to stdout: with pictures on a terminal, and through the pager if it is long.
  ///
  /// Quitting the pager cancels pending downloads.
  ///
  /// - Throws: `TerminalError.closed` if the reader quits before the end.
  func write(_ output: Output, _ context: CommandContext) async throws {
    if let file = context.options.out, output.isAnswer {
      let message = try await OutputFile(
        file, SheetStyle(isForExcel: context.options.isForExcel), in: context
      ).write(output)
      return context.console.report(message)
    }
    core.activity.pause()
    let out = context.console.capabilities(of: .output)
    let renderer = await PictureDrawing(context.core, on: context.console).renderer(
      for: context.presenter().picturePreference(output))
    if case .photo(let page) = output, let renderer {
      let viewer = PhotoViewer(
        page, on: PictureScreen(out, readsKeys: context.console.canAsk, in: context),
        from: context.pictureSource(renderer))
      try await viewer.run()
      // The picture fills the window, so a line above it would scroll off the screen.
      if let mark = context.presenter().cacheNotice(output) { context.console.report(mark) }
      return
    }
    if let renderer, try await draw(output, context, out, renderer) { return }
    guard case .listingStream = output else { return try await present(output, context, out) }
    try await presentStream(output, context, out)
  }

  /// Writes a list as its rows arrive. A reader who quits the pager cancels what is still being read.
  private func presentStream(
    _ output: Output, _ context: CommandContext, _ out: Capabilities
  ) async throws {
    let (pagers, begun) = AsyncStream.makeStream(of: PagerRun.self)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        defer { begun.finish() }
        try await present(output, context, out) { begun.yield($0) }
        return true
      }
      group.addTask {
        for await pager in pagers where await pager.isLeft() {
          throw TerminalError.closed(.output)
        }
        return false
      }
      // The watch of a pager ends before the pager, when it has received everything.
      while try await group.next() == false {}
    }
  }

  private func present(
    _ output: Output, _ context: CommandContext, _ out: Capabilities,
    onPager: @escaping @Sendable (PagerRun) -> Void = { _ in }
  ) async throws {
    let presenter = context.presenter()
    var paged = PagedOutput(
      context, out, mayPage: presenter.format.isForPeople && output.mayNeedPager, onPager: onPager)
    do {
      try await presenter.present(output) { piece in
        guard !piece.output.isEmpty || !piece.error.isEmpty else { return }
        core.activity.pause()
        try await paged.take(piece)
      }
    } catch {
      // Show the output before the error, and never leave a pager waiting.
      try? await paged.end()
      throw error
    }
    try await paged.end()
  }

  /// Draws an output with its pictures, never through the pager. Returns false if it has none.
  private func draw(
    _ output: Output, _ context: CommandContext, _ out: Capabilities,
    _ renderer: PictureRenderer
  ) async throws -> Bool {
    let presenter = context.presenter(pictures: PictureSpace(renderer.cell, in: out.size))
    let readsKeys = context.scope.isTyped && context.environment.terminal.canAsk
    var illustrated = IllustratedOutput(
      on: PictureScreen(out, readsKeys: readsKeys, in: context),
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

extension Interpreter {
  /// Writes what was done in spite of an error, and in JSON what became of changes.
  func writeOutput(before error: any Error, of parsed: Parsed, _ context: CommandContext) async {
    var output = (error as? any ErrorWithOutput)?.output
    if output == nil, context.options.format == .json {
      output = (error as? any ErrorWithSummary)?.jsonSummary.map { .summary($0) }
      output = output ?? nothingDone(error, parsed, context)
    }
    if let output { try? await write(output, context) }
  }

  /// What programs read of a command that has changed nothing, such as one that Ctrl-C stopped while it
  /// was reading listings; nil if they expect nothing.
  private func nothingDone(
    _ error: any Error, _ parsed: Parsed, _ context: CommandContext
  ) -> Output? {
    guard let (spec, input) = try? checked(parsed) else { return nil }
    let report = ErrorReport(error, at: try? context.market.profile())
    switch spec.effect {
    case .writesListings, .runsCommands: break
    default: return nil
    }
    guard spec.fields.isEmpty else {
      return report.exitCode == .interrupted ? .changes([]) : nil
    }
    let files: [FilePath] = spec.values(.script, in: input)
    return .summary(
      BatchSummary(
        title: "\(files.first?.text ?? spec.name)", counts: BatchCounts().items(),
        problems: report.sentences.map(\.text), try: report.suggestions))
  }
}

extension Output {
  /// Whether `--out` writes it to a file: not a message, and nothing that a change says.
  fileprivate var isAnswer: Bool {
    switch self {
    case .listings, .listingStream, .detail, .details, .record, .table, .report, .text, .events,
      .dryRun, .nothing:
      true
    default: false
    }
  }

  /// Not what is written as things happen, which a pager would show too late, and not a page that
  /// was made for the window.
  fileprivate var mayNeedPager: Bool {
    switch self {
    case .events: false
    case .listings(let page): !page.presentation.isFitted
    default: true
    }
  }
}
