import MarketWire
import TerminalKit

extension Presenter {
  /// Whether a list is shown as cards; with selected fields it is always a table.
  func showsGrid(_ presentation: ListingPresentation) -> Bool {
    fields == nil && (hasExplicitFormat ? format == .grid : presentation.layout == .grid)
  }

  /// The data of an output for people, with slots for its pictures.
  func block(of output: Output) throws(OutputFormatError) -> RenderedBlock {
    guard try listingFields(output) == nil else { return RenderedBlock(lines: try lines(output)) }
    switch output {
    case .listings(let page) where showsGrid(page.presentation):
      return ListingGrid(page: page, viewport: viewport).block
    case .listings(let page) where page.presentation.hasThumbnails:
      return ListingTable(page: page, viewport: viewport).blockWithThumbnails()
    case .detail(let detail): return DetailScreen(detail: detail, viewport: viewport).block
    case .details(let details): return DetailScreen.block(of: details, viewport: viewport)
    default: return RenderedBlock(lines: try lines(output))
    }
  }

  /// The lines of an output without pictures, or with selected fields only.
  private func lines(_ output: Output) throws(OutputFormatError) -> [StyledText] {
    let selected = try listingFields(output)
    switch output {
    case .listings(let page):
      return ListingTable(page: page, viewport: viewport).lines(fields: selected)
    case .detail(let detail):
      let page = ListingPage(rows: [detail.row])
      return ListingTable(page: page, viewport: viewport).values(of: detail.row, selected ?? [])
    case .details(let details):
      let page = ListingPage(rows: details.map(\.row))
      return ListingTable(page: page, viewport: viewport).lines(fields: selected)
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
    case .change, .changes, .reply, .nothing, .summary, .text, .listingStream, .events,
      .none:
      return []
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
