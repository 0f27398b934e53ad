import MarketWire
import TerminalKit

extension Presenter {
  /// Whether a list is shown as cards; with selected fields it is always a table.
  func showsGrid(_ presentation: ListingPresentation) -> Bool {
    fields == nil && (hasExplicitFormat ? format == .grid : presentation.layout == .grid)
  }

  /// The data of an output for people, with slots for its pictures.
  func block(of output: Output) throws(OutputFormatError) -> RenderedBlock {
    let selected = try listingFields(output)
    switch output {
    case .listings(let page):
      let form = ListingScreen.Form(fields: selected, showsGrid: showsGrid(page.presentation))
      return ListingScreen.block(of: page, form, viewport)
    case .detail(let detail):
      guard let selected else { return DetailScreen(detail: detail, viewport: viewport).block }
      return RenderedBlock(lines: ListingScreen.values(of: detail.row, selected, viewport))
    case .details(let details):
      guard let selected else { return DetailScreen.block(of: details, viewport: viewport) }
      let page = ListingPage(rows: details.map(\.row))
      return ListingScreen.block(of: page, ListingScreen.Form(fields: selected), viewport)
    default: return RenderedBlock(lines: try lines(output))
    }
  }

  /// The lines of an output without listings.
  private func lines(_ output: Output) throws(OutputFormatError) -> [StyledText] {
    switch output {
    case .record(let record):
      return try RecordScreen(viewport: viewport).lines(record, fields: fields)
    case .table(let table):
      return try RecordScreen(viewport: viewport).lines(table, fields: fields)
    case .report(let report): return report.lines(viewport)
    case .help(let lines): return lines
    case .photo(let photo): return photo.lines(viewport)
    case .dryRun(let result):
      guard let draft = result.draft else { return [] }
      return DetailScreen(detail: draft, viewport: viewport).lines + [""]
    default: return []
    }
  }

  private func listingFields(_ output: Output) throws(OutputFormatError) -> [ListingField]? {
    switch output {
    case .listings, .detail, .details: try OutputData.listingFields(fields)
    default: nil
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
}
