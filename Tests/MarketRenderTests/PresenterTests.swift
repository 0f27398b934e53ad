import MarketTestSupport
import MarketWire
import Messages
import TerminalKit
import Testing

@testable import MarketRender

@Suite(.timeLimit(.minutes(60))) struct PresenterTests {
  private func present(
    _ output: Output, _ format: OutputFormat? = nil, fields: [String]? = nil,
    columns: Int? = 60, isTerminal: Bool = true
  ) throws -> RenderedOutput {
    let viewport = RenderSamples.viewport(columns: columns, isTerminal: isTerminal)
    return try Presenter(format: format, fields: fields, viewport: viewport).present(output)
  }

  @Test func `messages go to stdout on a terminal and to stderr in a pipe`() throws {
    let text = "Added 12, Oak mug.\n  try: show 12\n  try: undo\n"
    #expect(try present(OutputSamples.reply).output.plain == text)
    #expect(try present(OutputSamples.reply).error.isEmpty)
    let piped = try present(OutputSamples.reply, isTerminal: false)
    #expect(piped.output.isEmpty)
    #expect(piped.error.plain == text)
  }

  @Test func `a reply as JSON is one object on stdout`() throws {
    let piped = try present(OutputSamples.reply, .jsonl, isTerminal: false)
    #expect(
      piped.output.plain == #"{"id":12,"message":"Added 12, Oak mug.","try":["show 12","undo"]}"#
        + "\n")
    #expect(piped.error.isEmpty)
    #expect(
      try present(OutputSamples.reply, .ids, isTerminal: false).output.plain == "12\n")
    #expect(throws: OutputFormatError.noIdentifiers) { try present(.reply("Done."), .ids) }
  }

  @Test func `a summary has a count for each outcome`() throws {
    #expect(
      try present(OutputSamples.summary, .jsonl).output.plain.hasPrefix(
        #"{"title":"autumn.market","done":38,"unchanged":0,"failed":2,"not_run":11,"#
          + #""problems":["14: "#))
  }

  @Test func `a record has labels and values`() throws {
    let record = OutputSamples.record
    #expect(
      try present(record, .jsonl).output.plain
        == #"{"market":"home","vendor_id":7,"identifier":"00000000-0000-1000-8000-000000000000","shop":null}"#
        + "\n")
    #expect(
      try present(record, isTerminal: false).output.plain
        == "market\thome\nvendor_id\t7\nidentifier\t00000000-0000-1000-8000-000000000000\nshop\t\n")
    #expect(try present(record, .tsv, fields: ["vendor_id"]).output.plain == "7\n")
    #expect(throws: OutputFormatError.noIdentifiers) { try present(record, .ids) }
  }

  @Test func `a plain table is data for programs`() throws {
    let table = OutputSamples.table
    #expect(
      try present(table, .csv, fields: ["name", "default"], isTerminal: false).output.plain
        == "name,default\r\nhome,true\r\n\"학교 장터\n\u{1B}[2J\",false\r\n")
    #expect(
      try present(table, isTerminal: false).output.plain
        == "home\thttp://market.local\t12\ttrue\n"
        + "학교 장터\\n\\x1b[2J\thttps://openmarket.example.org/with/a/long/path\t\tfalse\n")
  }

  @Test func `the data of a change is the changed listing`() throws {
    let change = OutputSamples.change
    let json = try present(.change(change), .json, isTerminal: false)
    let detail = try present(.detail(ListingDetail(change.row)), .json, isTerminal: false)
    #expect(json.output == detail.output)
    #expect(json.error.isEmpty)
    let ids = try present(.changes([change, change]), .ids, isTerminal: false)
    #expect(ids.output.plain == "236\n236\n")
    #expect(ids.error.plain.hasPrefix("changed 236 @MUG-01 Oak mug\n"))
  }

  @Test func `plain text is written unchanged`() throws {
    let text = Output.text("market 1.0\n")
    #expect(try present(text, isTerminal: false).output == .exact("market 1.0\n"))
    #expect(try present(text, .csv).output.plain == "market 1.0\n")
    #expect(try present(text, .jsonl).output.plain == #"{"text":"market 1.0\n"}"# + "\n")
  }

  @Test func `help goes to stdout, on a terminal or not`() throws {
    let help = Output.help([StyledText("list", .bold) + "  show listings"])
    #expect(try present(help, isTerminal: false).output.plain == "list  show listings\n")
    #expect(try present(help, .jsonl).output.plain == #"{"help":"list  show listings"}"# + "\n")
  }

  @Test(arguments: OutputFormat.allCases)
  func `no output has no text in any format`(format: OutputFormat) throws {
    let rendered = try present(.none, format)
    #expect(rendered.output.isEmpty && rendered.error.isEmpty)
  }

  @Test func `output and errors are written to their streams`() throws {
    let terminal = FakeTerminal(isTTY: false)
    let rendered = try present(.listings(ListingPage(rows: [])), .json, isTerminal: false)
    try rendered.write(to: terminal, output: .plain, error: .plain)
    #expect(terminal.output == "[]\n")
    #expect(terminal.error == "No listings.\n")
  }
}
