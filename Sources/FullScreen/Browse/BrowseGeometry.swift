import MarketRender
import TerminalKit

/// The sizes of the parts of the window, in columns and lines.
struct BrowseGeometry: Sendable {
  /// The window width from which an open listing is beside the list instead of over it.
  private static let besideWidth = 100

  let isTooSmall: Bool
  /// Whether the open listing covers the list.
  let detailCoversList: Bool
  /// The width of the list.
  let listWidth: Int
  /// The width of the open listing.
  let detailWidth: Int
  /// The number of lines between the tabs and the last line.
  let bodyHeight: Int
  /// The number of listings side by side.
  let perLine: Int
  /// The height of a listing.
  let lineHeight: Int
  /// The number of listings that fit on the screen.
  let visible: Int

  init(_ model: BrowseModel) {
    let size = model.size
    isTooSmall = WindowScreen.isTooSmall(size)
    let hasDetail = model.detail != nil
    let isBeside = hasDetail && size.columns >= Self.besideWidth
    detailCoversList = hasDetail && !isBeside
    let width = max(size.columns - 1, 1)
    listWidth = isBeside ? width * 11 / 20 : width
    detailWidth = isBeside ? width - listWidth - 3 : width
    // The tabs and the last line take one line each.
    bodyHeight = max(size.rows - 2, 1)
    if model.tab == .drafts {
      (perLine, lineHeight, visible) = (1, 1, bodyHeight)
    } else if model.layout == .grid {
      let grid = ListingGrid(
        viewport: model.viewport, own: nil, isOwnOnly: true, width: listWidth, rows: bodyHeight)
      perLine = grid.perLine
      lineHeight = min(grid.height ?? bodyHeight, bodyHeight)
      visible = max(bodyHeight / lineHeight, 1) * perLine
    } else {
      perLine = 1
      lineHeight = model.showsDescriptions ? 2 : 1
      // The column titles take one line.
      visible = max((bodyHeight - 1) / lineHeight, 1)
    }
  }
}
