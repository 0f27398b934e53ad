package import MarketRender
import MarketWire
import Messages
package import SellerSession
import TerminalKit

/// Something that happens while a sheet is open.
enum SheetEvent: WindowEvent {
  case input(TerminalInput)
  case resized(Viewport, TerminalSize)
  case page(BrowseRequest, Result<BrowsePage, WindowFailure>)
  /// What ``SheetEffect/loadDetail(_:)`` asked for.
  case detail(Int, Result<Product, WindowFailure>)
  /// What ``SheetEffect/loadAll(_:)`` asked for: all listings that match.
  case all(Result<[ListingRow], WindowFailure>)
  case saved(WindowFailure?)
}

/// What a sheet asks of its driver.
enum SheetEffect: Sendable {
  case load(BrowseRequest)
  case loadDetail(Int)
  case loadAll(ListQuery)
  /// Keeps the changes on this computer.
  case save(SheetPlace)
  /// What is loaded from now on comes from the market, not from a cache.
  case forgetLists
  /// Puts a text on the clipboard of the terminal.
  case copy(String)
  case suspend
  case leave(SheetEnd)
}

/// How a sheet was left.
package enum SheetEnd: Hashable, Sendable {
  case quit
  /// The changes are planned, asked about and sent; then the sheet comes back.
  case send
  /// A sale of some listings is planned, with the words that were typed; then the sheet comes back.
  case sale(String, listings: [Int])
}

/// Where a sheet is or was, and what was typed into it.
package struct SheetPlace: Sendable {
  package var list: BrowsePlace.List
  package var marked: [Int: ListingRow] = [:]
  package var changes = SheetChanges()
  package var columns = SheetColumn.allCases
  /// By how many columns of the screen a column is wider than usual.
  package var widening: [SheetColumn: Int] = [:]
  /// The column with the cursor.
  package var column = SheetColumn.price
  /// The filter as it was typed.
  package var filter = ""

  package init(_ list: BrowsePlace.List) { self.list = list }
}
