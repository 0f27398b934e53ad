package import MarketRender
package import MarketWire
package import Messages
package import SellerSession
package import TerminalKit

/// Something that happens while the window is open.
package enum BrowseEvent: Sendable {
  case input(TerminalInput)
  case resized(Viewport, TerminalSize)
  /// A page that ``BrowseEffect/load(_:)`` asked for.
  case page(BrowseRequest, Result<BrowsePage, BrowseFailure>)
  case detail(Int, Result<Product, BrowseFailure>)
  /// An action ended. Its text is shown, and the lists are read again.
  case acted(Message)
}

/// An error, in words for the last line of the window.
package struct BrowseFailure: Error, Hashable, Sendable {
  package let text: Message

  package init(_ text: Message) {
    self.text = text
  }
}

/// Rows of a list and their positions.
package struct BrowsePage: Sendable {
  package var rows: [ListingRow]
  /// The number of listings on all pages; nil if the market does not say.
  package var total: Int?
  package var own: OwnShop?

  package init(rows: [ListingRow], total: Int?, own: OwnShop?) {
    self.rows = rows
    self.total = total
    self.own = own
  }
}

/// A request for a page. A page of an older question is ignored.
package struct BrowseRequest: Hashable, Sendable {
  package let tab: BrowseTab
  /// Increases with each question of a tab.
  package let question: Int
  package let query: ListQuery
}

/// What the window asks of its driver.
package enum BrowseEffect: Sendable, Equatable {
  case load(BrowseRequest)
  case loadDetail(Int)
  case perform(BrowseAction)
  /// Stops the program until the user continues it, as Ctrl-Z does.
  case suspend
  case leave(BrowseEnd)
}

/// A change that the user has confirmed.
package enum BrowseAction: Hashable, Sendable {
  case remove([Int])
  case undo
  case star([Int])
  case unstar([Int])
}

/// How the window was left.
package enum BrowseEnd: Hashable, Sendable {
  /// The listing that the cursor was on stays on the screen.
  case quit(last: ListingRow?)
  /// This text is put into the prompt.
  case prompt(String)
}

/// The lists of the window.
package enum BrowseTab: Int, CaseIterable, Sendable {
  case all, mine, starred

  var title: Message {
    switch self {
    case .all: "All"
    case .mine: "Mine"
    case .starred: "Starred"
    }
  }
}
