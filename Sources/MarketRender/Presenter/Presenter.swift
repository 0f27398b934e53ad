/// Turns what a command answered into text.
import MarketWire
import TerminalKit

/// The one place that decides how an answer looks. Data goes to stdout. MessageLines goes to stdout on a
/// terminal and to stderr off one, so that a pipe carries nothing but data.
public struct Presenter: Sendable {
  public let format: OutputFormat
  /// The keys that `--fields` picked, in order; nil for the usual ones.
  public let fields: [String]?
  public let viewport: Viewport
  /// Whether the format was asked for; otherwise the answer's own layout counts on a terminal.
  private let isAskedFor: Bool

  /// `format` nil takes the table or the grid on a terminal, as the answer has it, and TSV off one.
  public init(format: OutputFormat? = nil, fields: [String]? = nil, viewport: Viewport) {
    self.format = format ?? .standard(isTerminal: viewport.isTerminal)
    self.fields = fields
    self.viewport = viewport
    isAskedFor = format != nil
  }

  /// Writes an answer piece by piece: one piece for most of them, many for a stream of rows, of
  /// which no more than a thousand are held at a time. Throws what `present` throws, what the
  /// stream throws and what `write` throws.
  public func present(
    _ output: Output, write: (RenderedOutput) async throws -> Void
  ) async throws {
    guard case .listingStream(let stream) = output else {
      return try await write(try present(output))
    }
    let writer = StreamWriter(presenter: self, stream: stream)
    try await writer.run(write: write)
  }

  /// The text of an answer. Throws where a field does not exist or the answer has no ids. A stream
  /// of rows has no text as a whole and gives none.
  public func present(_ output: Output) throws(OutputFormatError) -> RenderedOutput {
    if !isJSON {
      if case .help(let lines) = output { return RenderedOutput(output: .styled(Self.text(lines))) }
      if case .text(let text) = output { return RenderedOutput(output: exact(text)) }
    }
    let talk = MessageLines(viewport: viewport).lines(output)
    let mark = viewport.cacheNotice(output.cachedAt)
    guard !format.isForPeople else {
      return marked(output, talk: talk, screen: try screen(output), with: mark)
    }
    let text = try text(of: output)
    return RenderedOutput(
      output: data(text), error: .styled(Self.text(mark + (isSaid(output) ? [] : talk))))
  }

  /// The mark stands last, where the eye is. What is longer than the window is read from its
  /// beginning, in the pager or by scrolling back, so it stands there as well.
  private func marked(
    _ output: Output, talk: [StyledText], screen: RenderedBlock, with mark: [StyledText]
  ) -> RenderedOutput {
    guard !mark.isEmpty else { return present(talk: talk, screen: screen) }
    var whole = screen
    switch output {
    case .listings(let listing) where !listing.rows.isEmpty: break
    case .detail, .details: whole.append([""] + mark)
    case .photo: whole.append(mark)
    default: return present(talk: talk + mark, screen: screen)
    }
    guard let rows = viewport.rows, whole.lines.count >= rows else {
      return present(talk: talk, screen: whole)
    }
    var top = RenderedBlock(lines: mark)
    top.append(whole)
    return present(talk: talk, screen: top)
  }

  /// The line that says from when an answer is that was kept; nil for one of this moment.
  public func cacheNotice(_ output: Output) -> String? {
    output.cachedAt.map { viewport.cacheNotice($0).map(\.plain).joined(separator: " ") }
  }

  /// The true characters are for files and pipes; a terminal would obey them.
  func exact(_ text: String) -> RenderedOutput.Body {
    viewport.isTerminal ? .styled(StyledText(text)) : .exact(text)
  }

  /// The text of a format for programs. Of these only CSV keeps controls as they are.
  func data(_ text: String) -> RenderedOutput.Body { format == .csv ? exact(text) : .exact(text) }

  func present(talk: [StyledText], screen: RenderedBlock) -> RenderedOutput {
    let body = screen.lines
    guard !viewport.isTerminal else {
      return RenderedOutput(
        output: .styled(Self.text(body + talk)), pictures: screen.pictures)
    }
    return RenderedOutput(
      output: .styled(Self.text(body)), error: .styled(Self.text(talk)))
  }

  private func text(of output: Output) throws(OutputFormatError) -> String {
    switch output {
    case .listings(let listing): return try rows(listing.rows, .element)
    case .dryRun(let plan): return try rows(plan.steps.map(\.row), .element)
    case .changes(let changes): return try rows(changes.map(\.row), .element)
    case .change(let change): return try rows([change.row], .single)
    case .details(let details): return try rows(details.map(\.row), .element)
    case .detail(let detail):
      guard format == .tsv, fields == nil else { return try rows([detail.row], .single) }
      var writer = RowWriter(format: format, fields: nil, nesting: .single)
      writer.appendFacts(of: detail.row)
      return writer.take()
    default: return try text(of: OutputData(output, fields: fields))
    }
  }

  private func rows(
    _ rows: [ListingRow], _ nesting: RowWriter.Nesting
  ) throws(OutputFormatError) -> String {
    var writer = RowWriter(
      format: format, fields: try OutputData.listingFields(fields), nesting: nesting)
    writer.open()
    for row in rows { writer.append(row) }
    writer.close()
    return writer.take()
  }

  private func text(of data: OutputData) throws(OutputFormatError) -> String {
    switch format {
    case .json: return data.json()
    case .jsonl: return data.jsonLines()
    case .csv: return data.csv()
    case .table, .grid, .tsv: return data.tsv(fieldsPicked: fields != nil)
    case .ids:
      guard let ids = data.identifiers() else { throw .noIdentifiers }
      return ids
    }
  }

  private var isJSON: Bool { format == .json || format == .jsonl }

  /// Whether the JSON already holds what there is to say.
  private func isSaid(_ output: Output) -> Bool {
    switch output {
    case .reply, .summary, .change, .changes: isJSON
    default: false
    }
  }

  /// Whether rows stand as cards; a pick of fields is a table, since a card has its own.
  func showsGrid(_ presentation: ListingPresentation) -> Bool {
    fields == nil && (isAskedFor ? format == .grid : presentation.layout == .grid)
  }

  /// The lines of data for people, with the room for pictures in them.
  private func screen(_ output: Output) throws(OutputFormatError) -> RenderedBlock {
    guard try listingFields(output) == nil else { return RenderedBlock(lines: try lines(output)) }
    switch output {
    case .listings(let listing) where showsGrid(listing.presentation):
      return ListingGrid(listing: listing, viewport: viewport).screen
    case .listings(let listing) where listing.presentation.hasThumbnails:
      return ListingTable(listing: listing, viewport: viewport).screenWithThumbnails()
    case .detail(let detail): return DetailScreen(detail: detail, viewport: viewport).screen
    case .details(let details): return DetailScreen.screen(of: details, viewport: viewport)
    default: return RenderedBlock(lines: try lines(output))
    }
  }

  /// The lines of what has no pictures, or only some fields of what has.
  private func lines(_ output: Output) throws(OutputFormatError) -> [StyledText] {
    let picked = try listingFields(output)
    switch output {
    case .listings(let listing):
      return ListingTable(listing: listing, viewport: viewport).lines(fields: picked)
    case .detail(let detail):
      let listing = ListingPage(rows: [detail.row])
      return ListingTable(listing: listing, viewport: viewport).facts(of: detail.row, picked ?? [])
    case .details(let details):
      let listing = ListingPage(rows: details.map(\.row))
      return ListingTable(listing: listing, viewport: viewport).lines(fields: picked)
    case .record(let record):
      return try RecordScreen(viewport: viewport).lines(record, fields: fields)
    case .table(let table):
      return try RecordScreen(viewport: viewport).lines(table, fields: fields)
    case .help(let lines): return lines
    case .photo(let photo): return photo.lines(viewport)
    case .dryRun(let plan):
      return plan.draft.map { DetailScreen(detail: $0, viewport: viewport).lines + [""] } ?? []
    case .change, .changes, .reply, .nothing, .summary, .text, .listingStream, .none: return []
    }
  }

  /// Whether the pictures of an output are drawn; never if it has none on this screen.
  public func picturePreference(_ output: Output) -> PicturePreference {
    guard format.isForPeople, fields == nil else { return .never }
    switch output {
    case .listings(let page): return picturePreference(page.presentation)
    case .listingStream(let stream): return picturePreference(stream.page.presentation)
    case .detail(let detail): return detail.pictures
    case .details(let details):
      return details.first { $0.pictures != .never }?.pictures ?? .never
    case .photo(let photo): return photo.pictures
    default: return .never
    }
  }

  private func picturePreference(_ presentation: ListingPresentation) -> PicturePreference {
    showsGrid(presentation) || presentation.hasThumbnails ? presentation.pictures : .never
  }

  private func listingFields(_ output: Output) throws(OutputFormatError) -> [ListingField]? {
    switch output {
    case .listings, .detail, .details: try OutputData.listingFields(fields)
    default: nil
    }
  }

  static func text(_ lines: [StyledText]) -> StyledText {
    lines.isEmpty ? StyledText() : lines.joined(separator: "\n") + "\n"
  }
}
