import MarketTestSupport
import MarketWire
import Messages
import TerminalKit
import Testing

@testable import MarketRender

@Suite(.timeLimit(.minutes(60))) struct ScreenTests {
  private func screen(
    _ output: Output, _ format: OutputFormat = .table, columns: Int, theme: Theme = .dark,
    hyperlinks: Bool = false, usesScreenReader: Bool = false, catalog: MessageCatalog = .english
  ) throws -> StyledText {
    var viewport = RenderSamples.viewport(
      columns: columns, hyperlinks: hyperlinks, usesScreenReader: usesScreenReader)
    viewport.theme = theme
    viewport.catalog = catalog
    let presentation = try Presenter(format: format, viewport: viewport).present(output)
    guard case .styled(let text) = presentation.output else { return "" }
    return text
  }

  /// All widths as plain text, then both themes as markup.
  private func sheet(
    _ output: Output, _ format: OutputFormat = .table, in language: String = "en"
  ) throws -> ScreenSheet {
    var sheet = ScreenSheet()
    let catalog = DisplayLanguage.catalog(of: language)
    for columns in ScreenSheet.widths {
      sheet.add(
        "\(columns) columns", try screen(output, format, columns: columns, catalog: catalog))
    }
    guard language == "en" else { return sheet }
    sheet.add(markup: "60 columns, dark", try screen(output, format, columns: 60))
    sheet.add(markup: "60 columns, light", try screen(output, format, columns: 60, theme: .light))
    return sheet
  }

  @Test(arguments: Golden.languages)
  func `a page of difficult listings`(language: String) throws {
    let sheet = try sheet(.listings(RenderSamples.listing()), in: language)
    Golden.expect(sheet.text, matchesScreen: "list-difficult", in: language)
  }

  @Test(arguments: Golden.languages)
  func `an ordinary page`(language: String) throws {
    let sheet = try sheet(.listings(RenderSamples.ordinary), in: language)
    Golden.expect(sheet.text, matchesScreen: "list", in: language)
  }

  @Test(arguments: Golden.languages)
  func `cards of difficult listings`(language: String) throws {
    let sheet = try sheet(.listings(RenderSamples.listing()), .grid, in: language)
    Golden.expect(sheet.text, matchesScreen: "grid-difficult", in: language)
  }

  @Test(arguments: Golden.languages)
  func `cards of an ordinary page`(language: String) throws {
    let sheet = try sheet(.listings(RenderSamples.ordinary), .grid, in: language)
    Golden.expect(sheet.text, matchesScreen: "grid", in: language)
  }

  @Test(arguments: Golden.languages)
  func `a listing in full`(language: String) throws {
    var sheet = try sheet(.detail(RenderSamples.detail), in: language)
    sheet.add(
      markup: "60 columns with links",
      try screen(
        .detail(RenderSamples.detail), columns: 60, hyperlinks: true,
        catalog: DisplayLanguage.catalog(of: language)))
    Golden.expect(sheet.text, matchesScreen: "detail", in: language)
  }

  @Test func `listings with few fields or hostile text in full`() throws {
    var sheet = ScreenSheet()
    for columns in [30, 60] {
      for row in RenderSamples.difficult.suffix(2) {
        let detail = Output.detail(ListingDetail(row))
        sheet.add("\(row.product.id) in \(columns) columns", try screen(detail, columns: columns))
      }
    }
    Golden.expect(sheet.text, matches: "screens/detail-difficult.txt")
  }

  @Test func `screens for screen readers`() throws {
    var sheet = ScreenSheet()
    for (title, output) in [
      ("list", Output.listings(RenderSamples.ordinary)), ("detail", .detail(RenderSamples.detail)),
      ("table", OutputSamples.table), ("record", OutputSamples.record),
      ("summary", OutputSamples.summary),
    ] {
      sheet.add(title, try screen(output, columns: 80, usesScreenReader: true))
    }
    Golden.expect(sheet.text, matches: "screens/spoken.txt")
  }

  @Test(
    arguments: [
      (.table, false), (.table, true), (.grid, false),
    ] as [(OutputFormat, usesScreenReader: Bool)])
  func `listings have no words outside of messages, except values`(
    format: OutputFormat, usesScreenReader: Bool
  ) throws {
    var known = WordsOutsideBrackets(specs: [], process: [], topics: [])
    for row in RenderSamples.difficult + RenderSamples.ordinary.rows + [RenderSamples.detail.row] {
      for value in [row.product.name, row.product.vendor.name, row.code, row.product.description] {
        let text = UntrustedText(value ?? "")
        known.allow(text.line + " " + text.block)
      }
    }
    // Commands, a currency and a time zone.
    known.allow("next prev page N search resume autumn US UTC")
    for output in [
      .listings(format == .grid ? RenderSamples.ordinary : RenderSamples.listing()),
      .detail(RenderSamples.detail), OutputSamples.nothing, OutputSamples.summary,
    ] as [Output] {
      let text = try screen(
        output, format, columns: 500, usesScreenReader: usesScreenReader, catalog: .bracketing)
      #expect(known.find(in: text.plain).isEmpty)
    }
  }

  @Test(arguments: OutputSamples.all)
  func `outputs that are not listings`(name: String, output: Output) throws {
    Golden.expect(try sheet(output).text, matches: "screens/\(name).txt")
  }
}
