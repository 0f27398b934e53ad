/// Turns what a command answered into text.
import MarketWire
import TerminalKit

/// The one place that decides how an answer looks. Data goes to stdout. Talk goes to stdout on a
/// terminal and to stderr off one, so that a pipe carries nothing but data.
public struct Presenter: Sendable {
  public let format: OutputFormat
  /// The keys that `--fields` picked, in order; nil for the usual ones.
  public let fields: [String]?
  public let viewport: Viewport

  /// `format` nil takes the table on a terminal and TSV off one.
  public init(format: OutputFormat? = nil, fields: [String]? = nil, viewport: Viewport) {
    self.format = format ?? .standard(isTerminal: viewport.isTerminal)
    self.fields = fields
    self.viewport = viewport
  }

  /// The text of an answer. Throws where a field does not exist or the answer has no ids.
  public func present(_ output: Output) throws(PresentationError) -> Presentation {
    if !isJSON {
      if case .help(let lines) = output { return Presentation(output: .styled(Self.text(lines))) }
      if case .text(let text) = output { return Presentation(output: exact(text)) }
    }
    let talk = Talk(viewport: viewport).lines(output)
    guard !format.isForPeople else { return present(talk: talk, body: try screen(output)) }
    let data = try AnswerData(output, fields: fields)
    let text = try text(of: data)
    return Presentation(
      output: format == .csv ? exact(text) : .exact(text),
      error: .styled(Self.text(isSaid(output) ? [] : talk)))
  }

  /// The true characters are for files and pipes; a terminal would obey them.
  private func exact(_ text: String) -> Presentation.Body {
    viewport.isTerminal ? .styled(StyledText(text)) : .exact(text)
  }

  private func present(talk: [StyledText], body: [StyledText]) -> Presentation {
    if viewport.isTerminal { return Presentation(output: .styled(Self.text(body + talk))) }
    return Presentation(
      output: .styled(Self.text(body)), error: .styled(Self.text(talk)))
  }

  private func text(of data: AnswerData) throws(PresentationError) -> String {
    switch format {
    case .json: return data.json()
    case .jsonl: return data.jsonLines()
    case .csv: return data.csv()
    case .table, .tsv: return data.tsv(fieldsPicked: fields != nil)
    case .ids:
      guard let ids = data.identifiers() else { throw .noIdentifiers }
      return ids
    }
  }

  private var isJSON: Bool { format == .json || format == .jsonl }

  /// Whether the JSON already holds what there is to say.
  private func isSaid(_ output: Output) -> Bool {
    switch output {
    case .message, .summary, .change, .changes: isJSON
    default: false
    }
  }

  /// The lines of data for people.
  private func screen(_ output: Output) throws(PresentationError) -> [StyledText] {
    switch output {
    case .products(let listing):
      let picked = fields == nil ? nil : try AnswerData.productFields(fields)
      return ProductTable(listing: listing, viewport: viewport).lines(fields: picked)
    case .detail(let detail) where fields == nil:
      return ProductSheet(detail: detail, viewport: viewport).lines
    case .detail(let detail):
      let picked = try AnswerData.productFields(fields)
      let listing = ProductListing(rows: [detail.row])
      return ProductTable(listing: listing, viewport: viewport).facts(of: detail.row, picked)
    case .record(let record):
      return try RecordScreen(viewport: viewport).lines(record, fields: fields)
    case .table(let table):
      return try RecordScreen(viewport: viewport).lines(table, fields: fields)
    case .help(let lines): return lines
    case .plan(let plan):
      return plan.draft.map { ProductSheet(detail: $0, viewport: viewport).lines + [""] } ?? []
    case .change, .changes, .message, .nothing, .summary, .text, .none: return []
    }
  }

  private static func text(_ lines: [StyledText]) -> StyledText {
    lines.isEmpty ? StyledText() : lines.joined(separator: "\n") + "\n"
  }
}
