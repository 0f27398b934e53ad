import MarketRender
import MarketWire
package import Messages
import OpenMarketClient
import ScreenPictures
package import SellerSession
import TerminalKit

/// What the window needs from its command.
package protocol BrowseHost: Sendable {
  /// Carries out a change, and returns a message about what was done.
  func perform(_ action: BrowseAction) async throws -> Message
  /// Returns the change that `u` undoes; nil if it has to be undone at the prompt.
  func findUndo() throws -> BrowseUndo?
  /// Returns the drafts of the account, the newest first.
  func drafts() throws -> [BrowseDraft]
  /// Saves the words of a search, for `recent`.
  func recordSearch(_ words: String)
}

/// The market in the whole window: loads what the model asks for, and carries out changes.
package struct BrowseWindow: WindowDriver {
  typealias Model = BrowseModel

  private let context: WindowContext
  private let host: any BrowseHost
  private var command: CommandContext { context.command }

  package init(_ context: WindowContext, host: any BrowseHost) {
    self.context = context
    self.host = host
  }

  /// Shows the window until the user leaves it.
  ///
  /// - Parameters:
  ///   - place: the place to return to; nil to start at the first listing.
  ///   - status: a message to show until the first key.
  /// - Returns: how the user left the window, and the place to return to.
  package func run(
    _ filter: ListQuery.Filter, from place: BrowsePlace?, saying status: Message?
  ) async throws -> (end: BrowseEnd, place: BrowsePlace) {
    var model = BrowseModel(
      filter, sort: command.listings.sort, layout: command.listings.layout,
      viewport: context.viewport, size: context.size)
    if let place { model.resume(place) }
    model.status = status
    var loop = WindowLoop(self, in: context)
    let end = try await loop.run(&model)
    return (end, model.place)
  }

  func resized() -> BrowseEvent { .resized(context.viewport, context.size) }

  func step(_ effect: BrowseEffect) -> WindowStep<BrowseEvent, BrowseEnd> {
    switch effect {
    case .leave(let end): return .leave(end)
    case .suspend: return .suspend
    case .forgetLists:
      context.forgetLists()
      return .done
    case .recordSearch(let words):
      host.recordSearch(words)
      return .done
    case .load(let request):
      return .load("page \(request.query.page) of \(request.tab)") {
        .page(request, await context.result { try await context.page(request.query) })
      }
    case .loadDetail(let id):
      return .load("detail") {
        .detail(id, await context.result { try await context.product(id) })
      }
    case .loadDrafts:
      return .load("drafts") { .drafts(await context.result { try host.drafts() }) }
    case .findUndo:
      return .load("undo") { .undoable(await context.result { try host.findUndo() }) }
    case .perform(let action):
      return .change {
        .acted(action, await context.result { try await host.perform(action) })
      }
    }
  }

  func picture(_ key: WindowPictures.Key) async -> DrawnPicture? { await context.picture(key) }
}
