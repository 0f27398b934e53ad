import MarketTestSupport
import MarketWire
import Messages
import TerminalKit
import Testing

@testable import MarketRender

@Suite(.timeLimit(.minutes(60))) struct FormatTests {
  private func present(
    _ output: Output, _ format: OutputFormat?, fields: [String]? = nil, isTerminal: Bool = false
  ) throws -> RenderedOutput {
    let viewport = RenderSamples.viewport(isTerminal: isTerminal)
    return try Presenter(format: format, fields: fields, viewport: viewport).present(output)
  }

  private let page = Output.listings(RenderSamples.listing())

  @Test(arguments: [OutputFormat.json, .jsonl, .csv, .tsv, .ids])
  func `a page of difficult listings matches its recorded data`(format: OutputFormat) throws {
    let presentation = try present(page, format)
    Golden.expect(presentation.output.plain, matches: "screens/list.\(format.rawValue)")
    #expect(presentation.error.isEmpty)
  }

  @Test(arguments: [OutputFormat.json, .csv, .tsv, .ids])
  func `a listing in full matches its recorded data`(format: OutputFormat) throws {
    let presentation = try present(.detail(RenderSamples.detail), format)
    Golden.expect(presentation.output.plain, matches: "screens/detail.\(format.rawValue)")
  }

  @Test func `the default format is TSV if stdout is not a terminal`() throws {
    #expect(try present(page, nil) == present(page, .tsv))
  }

  @Test func `amounts are exact decimals and keys are in order`() throws {
    let row = RenderSamples.difficult[4]
    let text = try present(.detail(ListingDetail(row)), .jsonl).output.plain
    let json = try JSON(parsing: text)
    #expect(json.objectValue?.members.map(\.key) == ListingField.standard.map(\.rawValue))
    #expect(text.contains(#""price":99999.995,"discount":0.005,"sale_price":99999.99,"#))
    let huge = try present(.detail(ListingDetail(RenderSamples.difficult[3])), .jsonl).output.plain
    #expect(huge.contains(#""price":1234567890123456,"#))
  }

  @Test func `the listing of a dry run has no id`() throws {
    let change = Output.change(
      ListingChange(.added, ListingRow(RenderSamples.product(0, "Mug", "1"))))
    #expect(try present(change, .ids).output.isEmpty)
    #expect(try present(change, .jsonl).output.plain.hasPrefix(#"{"id":null,"code":null,"#))
    #expect(
      try present(change, .csv, fields: ["id", "name"]).output.plain == "id,name\r\n,Mug\r\n")
  }

  @Test func `JSON has the original characters without raw controls`() throws {
    let text = try present(page, .json).output.plain
    #expect(!text.unicodeScalars.contains { $0 != "\n" && UntrustedText.isControl($0) })
    let name = try JSON(parsing: text).arrayValue?.last?.objectValue?["name"]?.stringValue
    #expect(name == RenderSamples.difficult.last?.product.name)
  }

  @Test func `--fields picks and orders fields`() throws {
    let fields = ["price", "name", "id"]
    #expect(
      try present(page, .csv, fields: fields).output.plain
        .hasPrefix("price,name,id\r\n12000,Oak mug,1201\r\n15000,\"참나무 머그컵, 손"))
    #expect(
      try present(page, .tsv, fields: fields).output.plain.hasPrefix("12000\tOak mug\t1201\n"))
    let detail = Output.detail(RenderSamples.detail)
    #expect(try present(detail, .tsv, fields: ["price"]).output.plain == "15000\n")
  }

  @Test func `former keys of fields still work`() throws {
    let text = try present(page, .csv, fields: ["ref", "seller"]).output.plain
    #expect(text.hasPrefix("code,shop\r\nMUG-01,도자기공방\r\n"))
  }

  @Test(arguments: [OutputFormat.table, .json, .csv, .tsv, .ids])
  func `the error for an unknown field has the known ones`(format: OutputFormat) {
    #expect(throws: OutputFormatError.unknownField("cost", known: ListingField.keys)) {
      try present(page, format, fields: ["id", "cost"])
    }
  }

  @Test func `CSV on a terminal has no control characters`() throws {
    let text = try present(page, .csv, isTerminal: true).output.encoded(by: .plain)
    #expect(!text.contains("\u{1B}"))
    #expect(try present(page, .csv).output.plain.contains("\u{1B}[31m"))
  }

  @Test func `an empty result is an empty array, with the reason on stderr`() throws {
    let nothing = Output.nothing(reason: "Nothing matches \"mug\".", try: "search mug")
    let json = try present(nothing, .json)
    #expect(json.output.plain == "[]\n")
    #expect(json.error.plain == "Nothing matches \"mug\". Try: search mug\n")
    let empty = Output.listings(ListingPage(rows: []))
    #expect(try present(empty, .tsv).output.isEmpty)
    #expect(try present(empty, .tsv).error.plain == "No listings.\n")
    #expect(try present(empty, .csv).output.plain.hasPrefix("id,code,name,"))
    #expect(try present(empty, nil, isTerminal: true).output.plain == "No listings.\n")
  }
}
