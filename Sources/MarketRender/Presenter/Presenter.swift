import Formatting
import MarketWire
public import Messages
import TerminalKit

/// The renderer of outputs: decides how each looks in a format and a viewport.
///
/// Data goes to stdout. Messages go to stdout on a terminal, otherwise to stderr, so that a pipe
/// gets only data.
public struct Presenter: Sendable {
  public let format: OutputFormat
  /// The keys of `--fields` in order; nil for the default fields.
  public let fields: [String]?
  public let viewport: Viewport
  /// Whether a format was given; otherwise the layout of a list decides on a terminal.
  let hasExplicitFormat: Bool
  /// The style of a file; nil for a terminal or a pipe.
  let file: SheetStyle?

  /// - Parameters:
  ///   - format: nil means a table or a grid on a terminal, as the list says, and TSV elsewhere.
  ///   - file: the style of a file; nil for a terminal or a pipe.
  public init(
    format: OutputFormat? = nil, fields: [String]? = nil, viewport: Viewport,
    file: SheetStyle? = nil
  ) {
    self.file = file
    self.format = format ?? .standard(isTerminal: viewport.isTerminal)
    self.fields = fields
    self.viewport = viewport
    hasExplicitFormat = format != nil
  }

  /// Writes an output: a stream of rows and a long dry run in several pieces, anything else in one.
  ///
  /// - Throws: what `present`, the stream and `write` throw.
  public func present(
    _ output: Output, write: (RenderedOutput) async throws -> Void
  ) async throws {
    if let chosen = inChosenLayout(output) { return try await chosen.present(output, write: write) }
    if case .events(let stream) = output { return try await present(stream, write: write) }
    if case .dryRun(let result) = output, result.parts.count > 1 {
      return try await present(result, write: write)
    }
    guard case .listingStream(let stream) = output else {
      return try await write(try present(output))
    }
    let writer = StreamWriter(presenter: self, stream: stream)
    try await writer.run(write: write)
  }

  /// The text of an output; empty for a stream of rows, which is only written in pieces.
  ///
  /// - Throws: if a field is unknown, or if the output has no ids for `--format ids`.
  public func present(_ output: Output) throws(OutputFormatError) -> RenderedOutput {
    if let chosen = inChosenLayout(output) { return try chosen.present(output) }
    if !isJSON {
      if case .help(let lines) = output { return RenderedOutput(output: .styled(Self.text(lines))) }
      if case .text(let text) = output { return RenderedOutput(output: exact(text)) }
    }
    let messages = MessageLines(viewport: viewport).lines(output)
    let notice = viewport.cacheNoticeLines(output.cachedAt)
    guard !format.isForPeople else {
      let block = try block(of: output)
      return render(output, block: block, messages: messages, cacheNotice: notice)
    }
    let text = try text(of: output)
    let errors = notice + (dataIncludesMessages(of: output) ? [] : messages)
    return RenderedOutput(output: data(text), error: .styled(Self.text(errors)))
  }

  /// The presenter with the layout that an option of the list has chosen, in a pipe; nil if the
  /// format decides.
  private func inChosenLayout(_ output: Output) -> Presenter? {
    let presentation: ListingPresentation
    switch output {
    case .listings(let page): presentation = page.presentation
    case .listingStream(let stream): presentation = stream.page.presentation
    default: return nil
    }
    guard presentation.isLayoutChosen, !hasExplicitFormat, !viewport.isTerminal else { return nil }
    return Presenter(
      format: presentation.layout == .grid ? .grid : .table, fields: fields, viewport: viewport)
  }

  /// Adds the notice on cached data below the output.
  ///
  /// An output higher than the window is read from its top, so the notice is there as well.
  private func render(
    _ output: Output, block: RenderedBlock, messages: [StyledText], cacheNotice: [StyledText]
  ) -> RenderedOutput {
    guard !cacheNotice.isEmpty else { return render(block, messages: messages) }
    var block = block
    switch output {
    // The footer of a list has the notice.
    case .listings(let page) where !page.rows.isEmpty: break
    case .detail, .details: block.append([""] + cacheNotice)
    case .photo: block.append(cacheNotice)
    default: return render(block, messages: messages + cacheNotice)
    }
    guard let rows = viewport.rows, block.lines.count >= rows else {
      return render(block, messages: messages)
    }
    var noticed = RenderedBlock(lines: cacheNotice)
    noticed.append(block)
    return render(noticed, messages: messages)
  }

  func render(_ block: RenderedBlock, messages: [StyledText] = []) -> RenderedOutput {
    guard !viewport.isTerminal else {
      return RenderedOutput(
        output: .styled(Self.text(block.lines + messages)), pictures: block.pictures)
    }
    return RenderedOutput(
      output: .styled(Self.text(block.lines)), error: .styled(Self.text(messages)))
  }

  /// The notice on the date of a cached output; nil if the output is current.
  public func cacheNotice(_ output: Output) -> Message? { viewport.cacheNotice(output.cachedAt) }

  /// Text that files and pipes get unchanged; on a terminal, controls are escaped.
  func exact(_ text: String) -> RenderedOutput.Body {
    viewport.isTerminal ? .styled(StyledText(text)) : .exact(text)
  }

  /// Text in a format for programs; only CSV has unescaped controls.
  func data(_ text: String) -> RenderedOutput.Body { format == .csv ? exact(text) : .exact(text) }

  static func text(_ lines: [StyledText]) -> StyledText {
    lines.isEmpty ? StyledText() : lines.joined(separator: "\n") + "\n"
  }
}

extension Presenter {
  private var isJSON: Bool { format == .json || format == .jsonl }

  private func text(of output: Output) throws(OutputFormatError) -> String {
    switch output {
    case .listings(let page): return try rows(page.rows, .element)
    case .dryRun(let result): return try rows(result.steps.map(\.row), .element)
    case .changes(let changes): return try rows(changes.map(\.row), .element)
    case .change(let change): return try rows([change.row], .single)
    case .details(let details): return try rows(details.map(\.row), .element)
    case .detail(let detail):
      guard format == .tsv, fields == nil, file == nil else {
        return try rows([detail.row], .single)
      }
      var writer = RowWriter(format: format, fields: nil, nesting: .single)
      writer.appendFields(of: detail.row)
      return writer.take()
    default: return try text(of: OutputData(output, fields: fields))
    }
  }

  private func rows(
    _ rows: [ListingRow], _ nesting: RowWriter.Nesting
  ) throws(OutputFormatError) -> String {
    var writer = RowWriter(
      format: format, fields: try OutputData.listingFields(fields), nesting: nesting, file: file)
    writer.open()
    for row in rows { writer.append(row) }
    writer.close()
    return writer.take()
  }

  /// Writes a long dry run in parts.
  private func present(
    _ result: DryRunResult, write: (RenderedOutput) async throws -> Void
  ) async throws {
    guard !format.isForPeople else {
      for part in result.parts { try await write(try present(.dryRun(part))) }
      return
    }
    var writer = RowWriter(
      format: format, fields: try OutputData.listingFields(fields), file: file)
    writer.open()
    for part in result.parts {
      for step in part.steps { writer.append(step.row) }
      let lines = MessageLines(viewport: viewport).lines(.dryRun(part))
      try await write(
        RenderedOutput(output: data(writer.take()), error: .styled(Self.text(lines))))
    }
    writer.close()
    try await write(RenderedOutput(output: data(writer.take())))
  }

  /// Writes events one by one: lines for people, otherwise objects or rows.
  private func present(
    _ stream: EventStream, write: (RenderedOutput) async throws -> Void
  ) async throws {
    let keys = try OutputData.check(fields, known: stream.keys)
    if format == .csv {
      var header = UTF8Buffer()
      header.append(csvRow: keys)
      try await write(RenderedOutput(output: data(header.take())))
    }
    try await stream.read { event in
      guard format.isForPeople else {
        let row = OutputData.list([event.object.selected(keys)], keys: keys)
        return try await write(RenderedOutput(output: data(eventText(row))))
      }
      let time = String(viewport.dates.local(event.date).suffix(5))
      let line = StyledText(time + "  ", viewport.theme.quiet) + viewport.text(event.text)
      let lines = Wrapping(width: viewport.columns ?? .max / 2, indent: 7).lines(line)
      try await write(RenderedOutput(output: .styled(Self.text(lines))))
    }
  }

  /// An event in a format for programs; JSON, too, has one object per line.
  private func eventText(_ row: OutputData) -> String {
    switch format {
    case .csv: String(row.csv().drop { $0 != "\r\n" }.dropFirst())
    case .ids: row.identifiers() ?? ""
    case .json, .jsonl: row.jsonLines()
    case .table, .grid, .tsv: row.tsv(hasSelectedFields: fields != nil)
    }
  }

  private func text(of data: OutputData) throws(OutputFormatError) -> String {
    switch format {
    case .json: return data.json()
    case .jsonl: return data.jsonLines()
    case .csv: return data.csv(file)
    case .tsv where file != nil: return data.tsvFile()
    case .table, .grid, .tsv: return data.tsv(hasSelectedFields: fields != nil)
    case .ids:
      guard let ids = data.identifiers() else { throw .noIdentifiers }
      return ids
    }
  }

  /// Whether the data says what the messages of the output say.
  private func dataIncludesMessages(of output: Output) -> Bool {
    switch output {
    case .reply, .summary, .change, .changes: isJSON
    default: false
    }
  }
}
