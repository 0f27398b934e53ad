import MarketWire
import TerminalKit

/// Writes a stream of rows in any format, piece by piece.
///
/// The widths of a table fit its first 1,000 rows. A wider cell of a later row takes width from its
/// neighbors. A shorter list looks like one that is rendered at once.
struct StreamWriter {
  /// The number of rows that decide the widths of a table.
  static let sampleSize = 1000
  /// The number of bytes that are collected before they are written.
  static let chunkSize = 1 << 16

  let presenter: Presenter
  let stream: ListingStream
  private var viewport: Viewport { presenter.viewport }

  func run(write: (RenderedOutput) async throws -> Void) async throws {
    let fields = try OutputData.listingFields(presenter.fields)
    if presenter.format.isForPeople {
      try await show(fields, write: write)
    } else {
      try await export(fields, write: write)
    }
  }

  private func export(
    _ fields: [ListingField]?, write: (RenderedOutput) async throws -> Void
  ) async throws {
    var writer = RowWriter(format: presenter.format, fields: fields, file: presenter.file)
    var isEmpty = true
    writer.open()
    try await stream.read { rows in
      for row in rows {
        writer.append(row)
        guard writer.pending >= Self.chunkSize else { continue }
        try await write(RenderedOutput(output: presenter.data(writer.take())))
      }
      isEmpty = isEmpty && rows.isEmpty
      // The next piece may take long; its reader already gets this one.
      try await write(RenderedOutput(output: presenter.data(writer.take())))
    }
    writer.close()
    let messages = isEmpty ? MessageLines(viewport: viewport).lines(stream.page.emptyState) : []
    try await write(
      RenderedOutput(
        output: presenter.data(writer.take()), error: .styled(Presenter.text(messages))))
  }

  private func show(
    _ fields: [ListingField]?, write: (RenderedOutput) async throws -> Void
  ) async throws {
    // With the first rows, which decide about columns and widths.
    var page = stream.page
    page.rows = []
    let form = ListingScreen.Form(
      fields: fields, showsGrid: presenter.showsGrid(page.presentation), isStream: true)
    var screen: ListingScreen?
    try await stream.read { rows in
      var rest = rows[...]
      if screen == nil {
        let more = rest.prefix(Self.sampleSize - page.rows.count)
        page.rows += more
        rest = rest.dropFirst(more.count)
        guard !rest.isEmpty else { return }
        var first = ListingScreen(page, form, viewport: viewport)
        var block = RenderedBlock(lines: viewport.cacheNoticeLines(page.cachedAt))
        block.append(first.header())
        block.append(first.body(page.rows[...]))
        try await write(presenter.render(block))
        page.rows = []
        screen = first
      }
      let block = screen?.body(rest) ?? RenderedBlock()
      try await write(presenter.render(block))
    }
    guard var screen else {
      page.total = nil
      return try await write(try presenter.present(.listings(page)))
    }
    try await write(presenter.render(screen.footer()))
  }
}
