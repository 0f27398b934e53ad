import MarketRender
import SellerSession
import TerminalKit

/// Draws the screens of a model. Caches the column widths of a list and the cards of a grid.
struct BrowseLines {
  /// What a screen reuses from the previous one.
  struct Cache {
    var list: ListingLines
    var cards = ListingGrid.Cache()
  }

  private struct Key: Equatable {
    let tab: BrowseTab
    let size: TerminalSize
    let hasDetail: Bool
    let hasRows: Bool
  }

  private var key: Key?
  private var cache: Cache?

  mutating func screen(of model: BrowseModel) -> WindowScreen {
    let key = Key(
      tab: model.tab, size: model.size, hasDetail: model.detail != nil,
      hasRows: model.list.total != nil)
    var cache =
      (key == self.key ? cache : nil)
      ?? Cache(
        list: ListingLines(
          viewport: model.viewport, own: model.list.own, isOwnOnly: model.list.query.filter.isMine))
    // With a single reference, the cards are changed in place instead of being copied.
    self.cache = nil
    let screen = BrowseView(model).screen(&cache)
    self.key = key
    self.cache = cache
    return screen
  }
}
