import MarketRender
package import TerminalKit

/// Where the parts of the window are.
package struct BrowseGeometry: Sendable {
  /// The smallest window.
  package static let minimumSize = TerminalSize(columns: 40, rows: 10)
  /// From this width on, the listing is beside the list.
  private static let besideWidth = 100

  package let isTooSmall: Bool
  /// Whether the open listing covers the list.
  package let detailCoversList: Bool
  /// The columns of the list, and of the open listing.
  package let listWidth: Int
  package let detailWidth: Int
  /// The lines between the head and the last line.
  package let bodyHeight: Int
  /// The listings side by side.
  package let perLine: Int
  /// The lines of a listing.
  package let lineHeight: Int
  /// The number of listings on the screen.
  package let visible: Int

  init(_ model: BrowseModel) {
    let size = model.size
    isTooSmall = size.columns < Self.minimumSize.columns || size.rows < Self.minimumSize.rows
    let hasDetail = model.detail != nil
    let isBeside = hasDetail && size.columns >= Self.besideWidth
    detailCoversList = hasDetail && !isBeside
    let width = max(size.columns - 1, 1)
    listWidth = isBeside ? width * 11 / 20 : width
    detailWidth = isBeside ? width - listWidth - 3 : width
    // The tabs and the last line.
    bodyHeight = max(size.rows - 2, 1)
    if model.tab == .drafts {
      (perLine, lineHeight, visible) = (1, 1, bodyHeight)
    } else if model.layout == .grid {
      let tiles = ListingTiles(
        viewport: model.viewport, own: nil, isOwnOnly: true, width: listWidth, rows: bodyHeight)
      perLine = tiles.perLine
      lineHeight = min(tiles.height, bodyHeight)
      visible = max(bodyHeight / lineHeight, 1) * perLine
    } else {
      perLine = 1
      lineHeight = model.showsDescriptions ? 2 : 1
      // The titles are one line.
      visible = max((bodyHeight - 1) / lineHeight, 1)
    }
  }
}
