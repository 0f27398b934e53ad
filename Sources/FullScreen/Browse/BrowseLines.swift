import MarketRender
import SellerSession
import TerminalKit

/// Draws the screens of a model. Keeps the column widths of a list and the cards of a grid for the
/// next screen.
struct BrowseLines {
  private struct Key: Equatable {
    let tab: BrowseTab
    let size: TerminalSize
    let hasDetail: Bool
    let hasRows: Bool
  }

  private var key: Key?
  /// nil before the first screen.
  var list: ListingLines?
  var cards = ListingGrid.Cache()

  mutating func screen(of model: BrowseModel) -> WindowScreen {
    let key = Key(
      tab: model.tab, size: model.size, hasDetail: model.detail != nil,
      hasRows: model.list.total != nil)
    if key != self.key {
      let list = ListingLines(
        viewport: model.viewport, own: model.list.own, isOwnOnly: model.list.query.filter.isMine)
      (self.key, self.list, cards) = (key, list, ListingGrid.Cache())
    }
    return BrowseView(model).screen(&self)
  }
}
