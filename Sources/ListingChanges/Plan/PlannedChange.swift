package import Batches
import CommandLanguage
import Foundation
package import MarketRender
package import MarketWire
package import Messages
package import SellerSession

/// A change that a command plans: its requests, and what is shown of it.
package struct PlannedChange: Sendable {
  package let action: ListingChange.Action
  /// The listing before the change; nil for a new one.
  package var before: Product? { old?.value }
  private let old: Shared<Product>?
  /// The requests, the head first. The target `.step(0)` is the listing that the head creates.
  package var requests: [BatchStep.Change]
  /// The photos of a new listing, which become files of the batch.
  package var photos: [ListingPhoto] = []
  package var code: BatchStep.CodeChange?
  /// Whether the discount becomes smaller, and nothing else of the price changes.
  package var lessensDiscount = false
  /// Further facts, such as how a photo was prepared.
  package var notes: [Message] = []
  /// Copies of photos in the folder of an earlier batch, instead of `photos`.
  package var copies: [StepPhoto] = []
  package var source: BatchFolder?
  /// The change of an earlier batch that each request takes back.
  package var undoes: [StepReference] = []

  package init(
    _ action: ListingChange.Action, before: Product?, requests: [BatchStep.Change],
    photos: [ListingPhoto] = [], code: BatchStep.CodeChange? = nil, notes: [Message] = []
  ) {
    self.action = action
    old = before.map(Shared.init)
    self.requests = requests
    self.photos = photos
    self.code = code
    self.notes = notes
  }

  /// A change that a batch stored earlier.
  ///
  /// - Parameter steps: the head and its parts.
  package init(stored steps: [BatchStep]) {
    let head = steps[0]
    let removal = steps.dropFirst().first { if case .remove = $0.change { true } else { false } }
    switch head.change {
    case .create: action = removal == nil ? .added : .replaced
    case .edit, .setPhotos, .chooseThumbnail: action = .changed
    case .remove: action = .removed
    }
    let step = removal ?? head
    let id =
      switch step.target {
      case .listing(let listing)?: listing
      case .step(let number)?: -number
      case nil: 0
      }
    old = step.before.map { Shared(Product(id, $0)) }
    requests = steps.map(\.change)
    code = head.code
  }

  /// The fields that the head sends.
  package var fields: ListingFields {
    switch requests.first {
    case .create(let fields, _)?: fields
    case .edit(_, _, let after)?: after
    case .setPhotos?, .chooseThumbnail?, .remove?, nil: ListingFields()
    }
  }

  /// The listing as it should be afterwards; for a removal, as it was.
  package var after: Product {
    switch action {
    case .added, .replaced:
      var product = Product(0, ListingContent(new: fields, photoCount: photos.count))
      product.vendor = before?.vendor ?? product.vendor
      return product
    case .changed:
      guard var after = before.map({ EditPlan($0, sending: fields).after }) else {
        return Product(0, .init(fields))
      }
      for case .setPhotos(_, _, let order, _, _) in requests {
        after.pictures = order.map { _ in .planned }
      }
      return after
    case .removed: return before ?? Product(0, ListingContent(fields))
    }
  }

  /// The fields that an edit sends.
  package var changedFields: [ListingField] {
    let fields = fields
    let sent: [(ListingField, Bool)] = [
      (.name, fields.name != nil), (.description, fields.description != nil),
      (.currency, fields.currency != nil), (.price, fields.price != nil),
      (.discount, fields.discount != nil), (.stock, fields.stock != nil),
      (.thumbnail, fields.thumbnailID != nil),
    ]
    return sent.compactMap { $1 ? $0 : nil }
  }

  /// Whether a listing that was in stock is sold out afterwards.
  package var sellsOut: Bool {
    (action == .changed || action == .replaced) && (before?.stock ?? 0) > 0 && fields.stock == 0
  }

  /// Whether it removes a listing.
  package var removesListing: Bool { action == .removed || action == .replaced }

  /// What becomes of the photos of a listing that stays; nil if they stay, too.
  package var photoDifference: ListingChange.Difference? {
    for case .setPhotos(_, let before, let order, _, _) in requests {
      return ListingChange.Difference(
        photosOf: before.photoCount ?? before.photoIDs?.count, becoming: order)
    }
    return nil
  }

  /// Whether photos of a listing go, so that copies are needed for undo.
  package var losesPhotos: Bool { removesListing || photoDifference != nil }

  /// The name of the listing.
  package var name: String { before?.name ?? fields.name ?? "" }

  /// The code that changes; nil if it stays.
  package var codeDifference: ListingChange.Difference? {
    guard let code, code.before != code.after else { return nil }
    return ListingChange.Difference(
      "code", from: code.before.map { "@\($0)" }, to: code.after.map { "@\($0)" })
  }

  /// The change as a plan shows it, with a code that changes.
  package func planned(in market: CurrentMarket) -> ListingChange {
    var shown = self.shown(after, in: market)
    if action == .changed || action == .replaced, let codeDifference {
      shown.differences.append(codeDifference)
    }
    return shown
  }

  /// The change as it is shown.
  ///
  /// - Parameter product: the listing after the change, as the market returned it.
  package func shown(_ product: Product, in market: CurrentMarket) -> ListingChange {
    let money = market.settings.money
    let row = ListingRow(product, code: code?.after ?? market.code(of: product))
    switch action {
    case .added: return ListingChange(.added, row, notes: notes, undoCommand: "undo")
    case .removed:
      return ListingChange(
        .removed, ListingRow(product, code: code?.before), undoCommand: "undo")
    case .changed:
      guard var before else { return ListingChange(.changed, row, notes: notes) }
      // A listing that the same batch adds has neither an id nor a thumbnail when it is planned.
      before.id = product.id
      before.thumbnail = before.thumbnail ?? product.thumbnail
      var plan = EditPlan(before, sending: fields)
      plan.oldCode = code?.before
      guard let photoDifference else {
        return ListingChange(
          .changed, row, differences: plan.differences(to: product, money), notes: notes,
          undoCommand: plan.undoCommand(money))
      }
      return ListingChange(
        .changed, row,
        differences: plan.differences(to: plan.after, money) + [photoDifference], notes: notes,
        undoCommand: "undo")
    case .replaced:
      guard let before else { return ListingChange(.replaced, row, notes: notes) }
      var changed = EditPlan(before, sending: fields).after
      changed.thumbnail = before.thumbnail
      var differences = [
        ListingChange.Difference("id", from: "\(before.id)", to: "\(product.id)")
      ]
      differences += EditPlan(before, sending: fields).differences(to: changed, money)
      differences.append(ListingChange.Difference("photos"))
      return ListingChange(
        .replaced, row, differences: differences, notes: notes, undoCommand: "undo")
    }
  }
}

extension ProductImage {
  /// A photo of a listing whose photos are still to be changed: it has no id yet.
  package static let planned = ProductImage(id: nil, url: "", thumbnailURL: nil)
}

/// A value in memory of its own, so that arrays and dictionaries of a long table have only references.
package final class Shared<Value: Sendable>: Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}

extension Product {
  /// A listing with the known fields of a plan.
  package init(_ id: Int, _ content: ListingContent) {
    let fields = content.fields
    let currency = fields.currency ?? .unknown
    func money(_ amount: Decimal?) -> Money? { amount.map { Money($0, currency) } }
    self.init(
      id: id, vendor: Vendor(name: nil), name: fields.name ?? "", description: fields.description,
      price: money(fields.price),
      salePrice: money(fields.price.map { $0 - (fields.discount ?? 0) }),
      discount: money(fields.discount), stock: fields.stock)
  }
}
