/// Writes rows that come in pieces, in any format, without holding them.
import MarketWire
import TerminalKit

/// One answer in pieces.
///
/// A table takes its widths from the first thousand rows; what comes later in a wider cell takes
/// room from its neighbors. Fewer rows than that look as if they had come at once.
struct StreamWriter {
  /// Rows that are looked at before the first is written.
  static let sampleSize = 1000
  /// Bytes collected before they are written.
  static let chunkSize = 1 << 16

  let presenter: Presenter
  let stream: ListingStream
  private var viewport: Viewport { presenter.viewport }

  init(presenter: Presenter, stream: ListingStream) {
    self.presenter = presenter
    self.stream = stream
  }

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
    var writer = RowWriter(format: presenter.format, fields: fields)
    var isEmpty = true
    writer.open()
    try await stream.read { rows in
      for row in rows {
        writer.append(row)
        guard writer.pending >= Self.chunkSize else { continue }
        try await write(RenderedOutput(output: presenter.data(writer.take())))
      }
      isEmpty = isEmpty && rows.isEmpty
      // What a market takes its time for is seen as it comes.
      try await write(RenderedOutput(output: presenter.data(writer.take())))
    }
    writer.close()
    let talk = isEmpty ? MessageLines(viewport: viewport).emptyState(stream.page.emptyState) : []
    try await write(
      RenderedOutput(
        output: presenter.data(writer.take()), error: .styled(Presenter.text(talk))))
  }

  private func show(
    _ fields: [ListingField]?, write: (RenderedOutput) async throws -> Void
  ) async throws {
    var sample: [ListingRow] = []
    var screen: StreamScreen?
    try await stream.read { rows in
      var rest = rows[...]
      if screen == nil {
        let more = rest.prefix(Self.sampleSize - sample.count)
        sample += more
        rest = rest.dropFirst(more.count)
        guard !rest.isEmpty else { return }
        var begun = StreamScreen(
          stream: stream, sample: sample, fields: fields, viewport: viewport,
          showsGrid: presenter.showsGrid(stream.page.presentation))
        var beginning = RenderedBlock(lines: viewport.cacheNotice(stream.page.cachedAt))
        beginning.append(begun.open())
        beginning.append(begun.lines(sample[...]))
        try await write(presenter.present(talk: [], screen: beginning))
        sample = []
        screen = begun
      }
      let lines = screen?.lines(rest) ?? RenderedBlock()
      try await write(presenter.present(talk: [], screen: lines))
    }
    guard var screen else {
      return try await write(try presenter.present(.listings(stream.page.filled(with: sample))))
    }
    try await write(presenter.present(talk: [], screen: screen.close()))
  }
}
