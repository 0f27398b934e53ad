import Batches
import SellerSession

// Photos that were exchanged more than once.
extension BatchUndo {
  /// The photos that an exchange left, or those of them that its redo or the undo of the next exchange
  /// has sent again.
  func photosLeft(by exchange: RecordedChange) throws -> [Int]? {
    if let sent = try photosSentAgain(after: exchange) { return sent }
    guard let redo = exchange.redoneBy else { return exchange.record.photoIDs }
    let again = try exchanges(of: exchange.record.listing).first { $0.batch.id == redo }
    return (again ?? exchange).record.photoIDs
  }

  /// The photos that a listing has since the next exchange after a change was taken back; nil if it was
  /// not, or more has happened.
  func photosSentAgain(after change: RecordedChange) throws -> [Int]? {
    let exchanges = try exchanges(of: change.record.listing)
    let place = (change.batch.id, change.step.number)
    let next = exchanges.last {
      $0.step.undoes == nil && ($0.batch.id, $0.step.number) > place
    }
    guard let next, let last = exchanges.first, last.step.undoes == next.reference else {
      return nil
    }
    return last.record.photoIDs
  }

  /// The exchanges of the photos of a listing, newest first.
  private func exchanges(of listing: Int?) throws -> [RecordedChange] {
    guard let listing else { return [] }
    let profile = try context.market.profile()
    var filter = BatchJournal.ChangeFilter(
      market: profile.url, account: profile.accountDigest ?? "")
    (filter.listing, filter.limit) = (listing, .max)
    return try context.market.journal.changes(filter).filter {
      if case .setPhotos = $0.step.change { true } else { false }
    }
  }
}
