import MarketRender
import SellerSession
import TerminalKit

/// Keeps the widths of the columns while a list is on the screen.
struct BrowseLines {
  private struct Key: Equatable {
    let tab: BrowseTab
    let size: TerminalSize
    let hasDetail: Bool
    let hasRows: Bool
  }

  private var key: Key?
  private var lines: ListingLines?

  mutating func screen(of model: BrowseModel) -> BrowseScreen {
    let key = Key(
      tab: model.tab, size: model.size, hasDetail: model.detail != nil,
      hasRows: model.list.total != nil)
    var lines =
      (key == self.key ? lines : nil)
      ?? ListingLines(
        viewport: model.viewport, own: model.list.own, isOwnOnly: model.list.query.filter.isMine)
    let screen = BrowseView(model).screen(&lines)
    self.key = key
    self.lines = lines
    return screen
  }
}
