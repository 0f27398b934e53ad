import MarketRender
import MarketWire
package import Messages
import SellerSession
import TerminalKit

/// Something that happens while the window is open.
enum BrowseEvent: WindowEvent {
  case input(TerminalInput)
  case resized(Viewport, TerminalSize)
  /// A page that ``BrowseEffect/load(_:)`` asked for.
  case page(BrowseRequest, Result<BrowsePage, WindowFailure>)
  case detail(Int, Result<Product, WindowFailure>)
  /// An action ended. Its text is shown, and the lists are read again.
  case acted(BrowseAction, Result<Message, WindowFailure>)
  /// The change to undo, for ``BrowseEffect/findUndo``; nil if `undo` has to be run at the prompt.
  case undoable(Result<BrowseUndo?, WindowFailure>)
  /// What ``BrowseEffect/loadDrafts`` asked for, the newest first.
  case drafts(Result<[BrowseDraft], WindowFailure>)
}

/// One page of a list, with the number of all listings and the number of the seller's own shop.
struct BrowsePage: Sendable {
  var rows: [ListingRow]
  /// The number of listings on all pages; nil if the market does not say.
  var total: Int?
  var own: OwnShop?
}

/// A request for a page. The answer to an outdated query is ignored.
struct BrowseRequest: Hashable, Sendable {
  let tab: BrowseTab
  /// The version of the query of the tab; it increases with each change and reload.
  let queryVersion: Int
  let query: ListQuery
}

/// What the window asks of its driver.
enum BrowseEffect: Sendable, Equatable {
  case load(BrowseRequest)
  case loadDetail(Int)
  case loadDrafts
  case perform(BrowseAction)
  /// Looks for the change that `u` takes back.
  case findUndo
  /// What is loaded from now on comes from the market, not from a cache.
  case forgetLists
  /// Saves a search that the user ended with Enter, for `recent`.
  case recordSearch(String)
  /// Stops the program until the user continues it, as Ctrl-Z does.
  case suspend
  case leave(BrowseEnd)

  var leaves: Bool { if case .leave = self { true } else { false } }
}

/// A change that the window carries out, after a confirmation where one is needed.
package enum BrowseAction: Hashable, Sendable {
  case remove([Int])
  case undo(BrowseUndo)
  case star([Int])
  case unstar([Int])
  case note(Int, String)
  case removeDraft(String)

  /// The listings to unmark after the action has succeeded.
  var targets: [Int] {
    switch self {
    case .remove(let ids), .star(let ids), .unstar(let ids): ids
    case .undo, .note, .removeDraft: []
    }
  }

  /// What is shown while it runs.
  var progress: Message {
    switch self {
    case .remove(let ids):
      ids.count == 1 ? "Removing listing \(ids[0]) …" : "Removing \(ids.count) listings …"
    case .undo(let undo): "Undoing \(undo.title) …"
    case .star, .unstar: "Changing stars …"
    case .note(let id, _): "Saving the note on listing \(id) …"
    case .removeDraft: "Deleting the draft …"
    }
  }
}

/// A change of one listing, made in this shell, that `u` and then `y` undo.
package struct BrowseUndo: Hashable, Sendable {
  /// The number of its batch.
  package let batch: Int
  /// Its command and its time.
  package let title: Message

  package init(batch: Int, title: Message) {
    self.batch = batch
    self.title = title
  }
}

/// How the window was left.
package enum BrowseEnd: Hashable, Sendable {
  /// The screen is as it was before.
  case quit
  /// This text is put into the prompt.
  case prompt(String)
  /// A form is opened. Then the window comes back.
  case form(BrowseForm)
  /// The sheet of the own listings is opened. Then the window comes back.
  case sheet
}

/// A form that the window opens.
package enum BrowseForm: Hashable, Sendable {
  /// For a new listing; with a name, it continues the draft of that name.
  case add(draft: String?)
  /// For a listing, with its draft if there is one.
  case edit(Int)
}

/// A row of the drafts.
package struct BrowseDraft: Hashable, Sendable {
  package let name: String
  /// The listing to be changed; nil for a new one.
  package let listing: Int?
  /// The name of the listing; nil if it has none yet.
  package let title: String?
  package let price: String?
  package let photoCount: Int
  /// When it was saved.
  package let time: Message

  package init(
    name: String, listing: Int?, title: String?, price: String?, photoCount: Int, time: Message
  ) {
    self.name = name
    self.listing = listing
    self.title = title
    self.price = price
    self.photoCount = photoCount
    self.time = time
  }

  /// The form that continues it.
  var form: BrowseForm { listing.map(BrowseForm.edit) ?? .add(draft: name) }
}

/// The lists of the window.
enum BrowseTab: Int, CaseIterable, Sendable {
  case all, mine, starred, drafts

  /// The tabs with listings.
  static let ofListings: [BrowseTab] = [.all, .mine, .starred]

  var title: Message {
    switch self {
    case .all: "All"
    case .mine: "Mine"
    case .starred: "Starred"
    case .drafts: "Drafts"
    }
  }
}
