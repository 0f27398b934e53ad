import Base
import Batches
import Foundation
import MarketWire
import Messages
import OpenMarketClient
import SellerFiles
import SellerSession

/// What is saved on this machine of an account of a market. The history is the seller's own; `history
/// delete` is for it.
struct LocalTraces {
  private let profile: MarketProfile
  private let context: CommandContext
  private let notebook: Notebook.Contents
  private let batches: [StoredBatch]

  init(of profile: MarketProfile, in context: CommandContext) {
    self.profile = profile
    self.context = context
    let market = context.market
    notebook = (try? market.notebook.contents(of: profile.notebookAccount)) ?? .init()
    batches =
      profile.accountDigest.flatMap {
        try? market.journal.batches(market: profile.url, account: $0)
      } ?? []
  }

  var isEmpty: Bool { notebook.isEmpty && batches.isEmpty }

  /// `3 codes, 12 stars, 40 searches`.
  var list: Message {
    let unfinished = batches.count { $0.state == .open }
    let (codes, stars, notes) = (notebook.codes, notebook.stars, notebook.notes)
    let (searches, seen) = (notebook.searches, notebook.seen)
    let parts: [(Int, Message)] = [
      (codes, Message(count: codes, one: "1 code", other: "\(codes) codes")),
      (stars, Message(count: stars, one: "1 star", other: "\(stars) stars")),
      (notes, Message(count: notes, one: "1 note", other: "\(notes) notes")),
      (searches, Message(count: searches, one: "1 search", other: "\(searches) searches")),
      (seen, Message(count: seen, one: "1 listing you saw", other: "\(seen) listings you saw")),
      (
        batches.count,
        Message(count: batches.count, one: "1 batch", other: "\(batches.count) batches")
      ),
      (unfinished, "\("\(unfinished) of them unfinished", .failure)"),
    ]
    return .list(parts.filter { $0.0 > 0 }.map(\.1))
  }

  /// Deletes all of it, with cached lists and the listings for completion.
  func remove() throws {
    let market = context.market
    try market.notebook.removeAll(of: profile.notebookAccount)
    if let number = profile.vendorID {
      try market.notebook.remove(vendorNumber: number, in: profile.url)
    }
    try market.journal.remove(batches)
    for batch in batches {
      BatchFolder(root: context.environment.paths.batches, salt: batch.salt).remove()
    }
    if let address = try? MarketAddress(profile.url) {
      market.caches.writer.enqueueListRemoval(of: address)
    }
    market.shown.forgetAll(of: profile)
  }
}
