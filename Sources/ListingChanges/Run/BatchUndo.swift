import Base
package import Batches
import CommandLanguage
import MarketRender
import MarketWire
package import Messages
import OpenMarketClient
package import SellerSession

/// Plans that take recorded changes back.
///
/// A listing is changed only if the market still holds what the change left, in the fields that it
/// touched.
package struct BatchUndo: Sendable {
  package let context: CommandContext

  /// A plan, and the changes that cannot be taken back as they are.
  package struct Plan: Sendable {
    package var changes: [PlannedChange] = []
    /// Why changes are left out or need a decision, one line each.
    package var conflicts: [Message] = []
    /// Why changes can never be taken back, one line each.
    package var obstacles: [Message] = []
  }

  package init(context: CommandContext) {
    self.context = context
  }

  private var market: CurrentMarket { context.market }

  /// Plans to take changes back, the newest first.
  ///
  /// - Parameter overwrites: whether listings that were changed since are changed nevertheless.
  package func plan(
    of recorded: [RecordedChange], overwrites: Bool
  ) async throws -> Plan {
    let client = try await market.client()
    var plan = Plan()
    // A replacement is taken back as one change; its parts have later numbers than its head.
    let groups = Dictionary(grouping: recorded, by: \.head)
    let heads = groups.keys.sorted { ($0.batch, $0.step) > ($1.batch, $1.step) }
    let listings = context.listings
    // A row that was not read ahead is read later, and its error is reported.
    let edited = recorded.filter(\.step.isEditOfRow).compactMap(\.record.listing)
    let rows = (try? await listings.ownRows(of: Set(edited))) ?? [:]
    var state = UndoState(
      listings: listings, client: client, rows: rows, added: Self.added(by: recorded))
    for head in heads {
      let parts = (groups[head] ?? []).sorted { $0.step.number < $1.step.number }
      do {
        if let change = try await inverse(of: parts, &state, overwrites) {
          plan.changes.append(change)
        }
        if let head = parts.first, let change = try await returned(head, &state) {
          plan.changes.append(change)
        }
      } catch let conflict as UndoConflict {
        if conflict.isFinal {
          plan.obstacles.append(conflict.text)
        } else {
          plan.conflicts.append(conflict.text)
        }
      }
    }
    return plan
  }

  /// The listings that changes added, except those that replaced others.
  private static func added(by recorded: [RecordedChange]) -> Set<Int> {
    let listings = recorded.compactMap { change -> Int? in
      guard case .create = change.step.change, change.step.partOf == nil else { return nil }
      return change.record.listing
    }
    return Set(listings)
  }

  /// The change that takes back a head with its parts; nil if nothing is left to do.
  private func inverse(
    of parts: [RecordedChange], _ state: inout UndoState, _ overwrites: Bool
  ) async throws -> PlannedChange? {
    guard let head = parts.first else { return nil }
    let removal = parts.last { if case .remove = $0.step.change { true } else { false } }
    switch head.step.change {
    case .create:
      guard let made = try await created(head, &state, overwrites) else { return nil }
      guard let removal else { return made }
      let old = try await recreated(removal, &state, overwrites)
      return reversed(head, made, removal, to: old)
    case .edit(_, let before, let after):
      let edited = try await edited(head, before, after, &state, overwrites)
      return try await withOldPhotos(edited, parts, &state, overwrites)
    case .setPhotos: return try await withOldPhotos(nil, parts, &state, overwrites)
    case .chooseThumbnail: return nil
    case .remove:
      // A listing that the same batch added and removed stays removed.
      if let listing = head.record.listing, state.added.contains(listing) { return nil }
      return try await recreated(head, &state, overwrites)
    }
  }

  /// The listing that a change was about, under its present id.
  private func present(_ listing: Int) throws -> Int {
    let profile = try market.profile()
    return try context.market.journal.successor(
      of: listing, market: profile.url, account: profile.accountDigest ?? "")
  }

  /// The removal of a listing that was added.
  private func created(
    _ change: RecordedChange, _ state: inout UndoState, _ overwrites: Bool
  ) async throws -> PlannedChange? {
    guard let id = try change.record.listing.map(present), let now = try await state.product(id)
    else { return nil }
    if let content = change.step.content, !overwrites,
      !content.agrees(with: ListingContent(now), in: content.fields)
    {
      throw UndoConflict("\(id) \(now.name) was changed after it was added")
    }
    let code = change.step.code.map { BatchStep.CodeChange(before: nil, after: $0.after) }
    let reversed = try await state.reversed(code, of: now, overwrites)
    state.plan(id, nil)
    var inverse = PlannedChange(
      .removed, before: now, requests: [.remove(.listing(id), before: ListingContent(now))],
      code: reversed)
    inverse.undoes = [change.reference]
    return inverse
  }

  private func edited(
    _ change: RecordedChange, _ before: ListingContent, _ after: ListingFields,
    _ state: inout UndoState, _ overwrites: Bool
  ) async throws -> PlannedChange? {
    guard let recorded = change.record.listing else { return nil }
    let id = try present(recorded)
    guard let now = try await state.product(id, rowIsEnough: change.step.isEditOfRow) else {
      throw UndoConflict(
        "\(id) \(before.fields.name ?? "") does not exist any more", isFinal: true)
    }
    let content = ListingContent(now)
    var wanted = before.changed(by: after)
    var old = before.values(of: after)
    if after.thumbnailID != nil, let ids = before.photoIDs,
      let sent = try photosSentAgain(after: change), sent.count == ids.count
    {
      let new = Dictionary(zip(ids, sent)) { first, _ in first }
      wanted.fields.thumbnailID = wanted.fields.thumbnailID.flatMap { new[$0] }
      old.thumbnailID = old.thumbnailID.flatMap { new[$0] }
    }
    if !overwrites, !wanted.agrees(with: content, in: after) {
      throw UndoConflict(
        "\(id) \(now.name) was changed since: \(differences(wanted, content, after))")
    }
    // A thumbnail of a removed listing has no id in the new one.
    if id != recorded { old.thumbnailID = nil }
    let code = try await state.reversed(change.step.code, of: now, overwrites)
    guard !old.isEmpty || code != nil else { return nil }
    state.plan(id, EditPlan(now, sending: old).after)
    var inverse = PlannedChange(
      .changed, before: now, requests: [.edit(.listing(id), before: content, after: old)],
      code: code)
    inverse.undoes = [change.reference]
    return inverse
  }

  /// The change that gives a code back to the listing that a change took it from; nil if that listing
  /// was removed or has another code now.
  private func returned(
    _ change: RecordedChange, _ state: inout UndoState
  ) async throws -> PlannedChange? {
    guard let code = change.step.code, let text = code.after, let taken = code.takenFrom, taken > 0,
      let now = try await state.product(try present(taken)), try state.code(of: now) == nil
    else { return nil }
    state.plan(code: text, of: now.id)
    var inverse = PlannedChange(
      .changed, before: now,
      requests: [.edit(.listing(now.id), before: ListingContent(now), after: ListingFields())],
      code: .init(before: nil, after: text))
    inverse.undoes = [change.reference]
    return inverse
  }

  /// The new listing for one that was removed.
  private func recreated(
    _ change: RecordedChange, _ state: inout UndoState, _ overwrites: Bool
  ) async throws -> PlannedChange {
    guard let before = change.step.before else { throw UndoConflict("a removal is unknown") }
    let name = before.fields.name ?? ""
    let copies = change.step.copies
    guard !copies.isEmpty else {
      throw UndoConflict(
        "no photos of \(change.record.listing ?? 0) \(name) were kept", isFinal: true)
    }
    let code = change.step.code?.before
    let holder = try await state.holder(of: code, unless: overwrites)
    var fields = before.fields
    fields.thumbnailID = nil
    var requests: [BatchStep.Change] = [.create(fields, photos: [])]
    if let thumbnail = copies.firstIndex(where: { $0.isThumbnail }), thumbnail > 0 {
      requests.append(.chooseThumbnail(.step(0), photo: thumbnail + 1))
    }
    var inverse = PlannedChange(
      .added, before: nil, requests: requests,
      code: code.map { .init(before: nil, after: $0, takenFrom: holder) })
    inverse.undoes = [change.reference]
    inverse.copies = copies
    inverse.source = folder(of: change)
    return inverse
  }

  private func folder(of change: RecordedChange) -> BatchFolder {
    BatchFolder(root: context.environment.paths.batches, salt: change.batch.salt)
  }

  /// The change that takes back the fields, with the photos that the listing had, if one of the parts
  /// exchanged them.
  private func withOldPhotos(
    _ edited: PlannedChange?, _ parts: [RecordedChange], _ state: inout UndoState,
    _ overwrites: Bool
  ) async throws -> PlannedChange? {
    let exchange = parts.first { if case .setPhotos = $0.step.change { true } else { false } }
    guard let exchange, case .setPhotos(_, _, let order, _, let copies) = exchange.step.change,
      let recorded = exchange.record.listing
    else { return edited }
    let id = try present(recorded)
    guard let now = try await state.product(id) else {
      throw UndoConflict(
        "\(id) \(exchange.step.before?.fields.name ?? "") does not exist any more", isFinal: true)
    }
    guard !copies.isEmpty else {
      throw UndoConflict("no photos of \(id) \(now.name) were kept", isFinal: true)
    }
    let before = ListingContent(now)
    var left = ListingContent(ListingFields(), photoCount: order.count)
    left.photoIDs = try photosLeft(by: exchange)
    if !overwrites, before.photoCount != left.photoCount || !before.agreesInPhotos(with: left) {
      throw UndoConflict("\(id) \(now.name) was changed since: \("photos" as Message)")
    }
    var inverse = edited ?? PlannedChange(.changed, before: now, requests: [])
    let first = inverse.requests.count
    inverse.requests.append(
      .setPhotos(.listing(id), before: before, order: copies.map { _ in nil }, photos: []))
    if let thumbnail = copies.firstIndex(where: \.isThumbnail), thumbnail > 0 {
      inverse.requests.append(.chooseThumbnail(.listing(id), photo: thumbnail + 1))
    }
    var old = state.planned(id) ?? now
    old.pictures = copies.map { _ in .planned }
    state.plan(id, old)
    inverse.copies = copies
    inverse.source = folder(of: exchange)
    inverse.undoes += Array(
      repeating: exchange.reference, count: inverse.requests.count - first)
    return inverse
  }

  /// The old listing instead of the one that replaced it.
  private func reversed(
    _ head: RecordedChange, _ removed: PlannedChange, _ removal: RecordedChange,
    to old: PlannedChange
  ) -> PlannedChange {
    var inverse = PlannedChange(
      .replaced, before: removed.before, requests: old.requests + removed.requests,
      code: head.step.code.map { .init(before: $0.after, after: $0.before) })
    inverse.copies = old.copies
    inverse.source = old.source
    inverse.undoes =
      [removal.reference] + Array(repeating: head.reference, count: inverse.requests.count - 1)
    return inverse
  }

  /// What the market has instead of the values that a change left.
  private func differences(
    _ wanted: ListingContent, _ now: ListingContent, _ touched: ListingFields
  ) -> Message {
    let plan = EditPlan(Product(0, wanted), sending: now.values(of: touched))
    return .list(plan.differences(to: plan.after, context.money).map(\.message))
  }
}

/// Why a change cannot be taken back as it is.
private struct UndoConflict: Error {
  let text: Message
  /// Whether the change cannot be taken back, whatever the seller decides.
  let isFinal: Bool

  init(_ text: Message, isFinal: Bool = false) {
    self.text = text
    self.isFinal = isFinal
  }
}

/// The listings as they will be after the changes that are taken back first.
private struct UndoState {
  let listings: Listings
  let client: OpenMarketClient
  /// Rows of listings that were read ahead.
  let rows: [Int: Product]
  /// The listings that the changes added.
  let added: Set<Int>
  private var planned: [Int: Product?] = [:]
  private var codes: [Int: String?] = [:]

  init(
    listings: Listings, client: OpenMarketClient, rows: [Int: Product], added: Set<Int>
  ) {
    self.listings = listings
    self.client = client
    self.rows = rows
    self.added = added
  }

  func product(_ id: Int, rowIsEnough: Bool = false) async throws -> Product? {
    if let planned = planned[id] {
      guard !rowIsEnough, let planned else { return planned }
      return try await listings.completed(planned, client)
    }
    if rowIsEnough, let row = rows[id] { return row }
    return try await listings.existing(id, client)
  }

  mutating func plan(_ id: Int, _ product: Product?) { planned[id] = .some(product) }

  /// The listing after the changes that are taken back first; nil if none is about it.
  func planned(_ id: Int) -> Product? { planned[id] ?? nil }

  func code(of product: Product) throws -> String? {
    try codes[product.id] ?? listings.market.recordedCode(of: product)
  }

  mutating func plan(code: String?, of id: Int) { codes[id] = .some(code) }

  /// The change of a code back; nil if it does not change.
  mutating func reversed(
    _ change: BatchStep.CodeChange?, of now: Product, _ overwrites: Bool
  ) async throws -> BatchStep.CodeChange? {
    guard let change, change.before != change.after else { return nil }
    let present = try code(of: now)
    guard overwrites || present == change.after else {
      throw UndoConflict(
        """
        \(now.id) \(now.name) was changed since: \
        code \(Self.text(change.after)) → \(Self.text(present))
        """)
    }
    let holder = try await holder(of: change.before, besides: now.id, unless: overwrites)
    plan(code: change.before, of: now.id)
    return .init(before: present, after: change.before, takenFrom: holder)
  }

  /// The listing that would lose a code; nil if there is none.
  ///
  /// - Parameter overwrites: whether it may lose it.
  func holder(
    of code: String?, besides id: Int? = nil, unless overwrites: Bool
  ) async throws -> Int? {
    guard let code else { return nil }
    // Of the listings that are changed first, one may get the code, or lose it.
    var holder = codes.first { $0.value == code }?.key
    if holder == nil, let known = try await listings.market.holder(ofCode: code),
      codes[known] == nil
    {
      holder = known
    }
    guard let holder, holder != id, !isRemoved(holder) else { return nil }
    guard overwrites else { throw UndoConflict("@\(code) is the code of listing \(holder) now") }
    return holder
  }

  private func isRemoved(_ id: Int) -> Bool {
    if case .some(.none) = planned[id] { true } else { false }
  }

  private static func text(_ code: String?) -> String { code.map { "@\($0)" } ?? "–" }
}

extension BatchStep {
  /// Whether it changes only fields that a row of a list has.
  fileprivate var isEditOfRow: Bool {
    guard case .edit(_, _, let after) = change else { return false }
    return after.description == nil && after.thumbnailID == nil
  }
}
