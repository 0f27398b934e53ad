/// JSON, CSV, TSV and ids: what programs read.
import MarketTestSupport
import MarketWire
import Messages
import TerminalKit
import Testing

@testable import MarketRender

struct FormatTests {
  private func present(
    _ output: Output, _ format: OutputFormat?, fields: [String]? = nil, isTerminal: Bool = false
  ) throws -> RenderedOutput {
    let viewport = RenderSamples.viewport(isTerminal: isTerminal)
    return try Presenter(format: format, fields: fields, viewport: viewport).present(output)
  }

  private let listing = Output.listings(RenderSamples.listing())

  @Test(arguments: [OutputFormat.json, .jsonl, .csv, .tsv, .ids])
  func `a page of difficult listings is data as recorded`(format: OutputFormat) throws {
    let presentation = try present(listing, format)
    Golden.expect(presentation.output.plain, matches: "screens/list.\(format.rawValue)")
    #expect(presentation.error.isEmpty)
  }

  @Test(arguments: [OutputFormat.json, .csv, .tsv, .ids])
  func `a listing in full is data as recorded`(format: OutputFormat) throws {
    let presentation = try present(.detail(RenderSamples.detail), format)
    Golden.expect(presentation.output.plain, matches: "screens/detail.\(format.rawValue)")
  }

  @Test func `off a terminal the format is TSV`() throws {
    #expect(try present(listing, nil) == present(listing, .tsv))
  }

  @Test func `amounts are exact decimals and keys are in order`() throws {
    let row = RenderSamples.difficult[4]
    let text = try present(.detail(ListingDetail(row)), .jsonl).output.plain
    let json = try JSON(parsing: text)
    #expect(json.objectValue?.members.map(\.key) == ListingField.keys)
    #expect(text.contains(#""price":99999.995,"discount":0.005,"sale_price":99999.99,"#))
    let huge = try present(.detail(ListingDetail(RenderSamples.difficult[3])), .jsonl).output.plain
    #expect(huge.contains(#""price":1234567890123456,"#))
  }

  @Test func `a listing that is not up yet has no number`() throws {
    let change = Output.change(
      ListingChange("would add", ListingRow(RenderSamples.product(0, "Mug", "1"))))
    #expect(try present(change, .ids).output.isEmpty)
    #expect(try present(change, .jsonl).output.plain.hasPrefix(#"{"id":null,"ref":null,"#))
    #expect(
      try present(change, .csv, fields: ["id", "name"]).output.plain == "id,name\r\n,Mug\r\n")
  }

  @Test func `JSON holds the true characters and no control`() throws {
    let text = try present(listing, .json).output.plain
    #expect(!text.unicodeScalars.contains { $0 != "\n" && UntrustedText.isControl($0) })
    let name = try JSON(parsing: text).arrayValue?.last?.objectValue?["name"]?.stringValue
    #expect(name == RenderSamples.difficult.last?.product.name)
  }

  @Test func `fields are picked and ordered`() throws {
    let fields = ["price", "name", "id"]
    #expect(
      try present(listing, .csv, fields: fields).output.plain
        .hasPrefix("price,name,id\r\n12000,Oak mug,1201\r\n15000,\"참나무 머그컵, 손"))
    #expect(
      try present(listing, .tsv, fields: fields).output.plain.hasPrefix("12000\tOak mug\t1201\n"))
    let detail = Output.detail(RenderSamples.detail)
    #expect(try present(detail, .tsv, fields: ["price"]).output.plain == "15000\n")
  }

  @Test(arguments: [OutputFormat.table, .json, .csv, .tsv, .ids])
  func `an unknown field is an error with the known ones`(format: OutputFormat) {
    #expect(throws: OutputFormatError.unknownField("cost", known: ListingField.keys)) {
      try present(listing, format, fields: ["id", "cost"])
    }
  }

  @Test func `on a terminal CSV does not steer it`() throws {
    let text = try present(listing, .csv, isTerminal: true).output.encoded(by: .plain)
    #expect(!text.contains("\u{1B}"))
    #expect(try present(listing, .csv).output.plain.contains("\u{1B}[31m"))
  }

  @Test func `nothing is an empty array, with the reason beside it`() throws {
    let nothing = Output.nothing(reason: "Nothing matches \"mug\".", try: "search mug")
    let json = try present(nothing, .json)
    #expect(json.output.plain == "[]\n")
    #expect(json.error.plain == "Nothing matches \"mug\". Try: search mug\n")
    let empty = Output.listings(ListingPage(rows: []))
    #expect(try present(empty, .tsv).output.isEmpty)
    #expect(try present(empty, .tsv).error.plain == "There is no listing here.\n")
    #expect(try present(empty, .csv).output.plain.hasPrefix("id,ref,name,"))
    #expect(try present(empty, nil, isTerminal: true).output.plain == "There is no listing here.\n")
  }
}
