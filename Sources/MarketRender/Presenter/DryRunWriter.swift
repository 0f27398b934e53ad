import TerminalKit

/// Writes a dry run, piece by piece if it has many changes.
struct DryRunWriter {
  /// The number of changes or notes in a piece.
  private static let pieceSize = 500

  let presenter: Presenter
  let result: DryRunResult
  private var viewport: Viewport { presenter.viewport }

  init(presenter: Presenter, result: DryRunResult) {
    self.presenter = presenter
    self.result = result
  }

  func run(write: (RenderedOutput) async throws -> Void) async throws {
    guard result.steps.count > Self.pieceSize else {
      return try await write(try presenter.present(.dryRun(result)))
    }
    var writer: RowWriter?
    if !presenter.format.isForPeople {
      writer = RowWriter(
        format: presenter.format, fields: try OutputData.listingFields(presenter.fields),
        file: presenter.file)
    }
    writer?.open()
    try await write(piece(result.headLines(viewport), &writer))
    for range in Self.pieces(result.steps.count) {
      let steps = result.steps[range].map { $0 }
      for step in steps { writer?.append(step.row) }
      try await write(piece(result.lines(of: steps, viewport), &writer))
    }
    writer?.close()
    try await write(piece([], &writer))
    for range in Self.pieces(result.notes.count) {
      try await write(piece(result.lines(of: result.notes[range], viewport), &writer))
    }
  }

  private static func pieces(_ count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: pieceSize).map { $0..<min($0 + pieceSize, count) }
  }

  /// Lines for people, and the rows that a writer has collected for programs.
  private func piece(_ lines: [StyledText], _ writer: inout RowWriter?) -> RenderedOutput {
    let lines = MessageLines(viewport: viewport).wrapped(lines)
    guard writer != nil else { return presenter.render(RenderedBlock(), messages: lines) }
    return RenderedOutput(
      output: presenter.data(writer?.take() ?? ""), error: .styled(Presenter.text(lines)))
  }
}
