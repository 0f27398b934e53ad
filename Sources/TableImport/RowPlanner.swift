import Batches
import CommandLanguage
import Formatting
import Foundation
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession
import SheetFiles

/// What a row of a table does.
enum RowPlan {
  /// A new listing may have the code of one that was removed.
  case change(PlannedChange, warnings: [ChangeWarning], after: Int? = nil)
  /// The market has these values already.
  case unchanged
  /// The listing to remove is not there any more.
  case gone
  /// Nothing is sent: the row is skipped, already done, of unknown outcome, or has problems.
  case skipped
}

/// Plans rows: compares each with the listing that its key names.
struct RowPlanner {
  let context: CommandContext
  let listings: KeyedListings
  /// The currency of new listings without one; nil if the seller has none.
  let currency: Currency?
  let allowed: Set<Allowance>
  /// The paths of photos, absolute, for a row.
  let photos: (ImportRow) -> [String]
  /// The folder in which photos are found by their names, as the seller typed it.
  let photoFolder: String?
  let options: PhotoOptions
  /// Whether the photos of a row take the place of those of an existing listing.
  let exchangesPhotos: Bool
  /// Whether photos of a row are only fetched when it is not a dry run.
  var hasUnfetched: (ImportRow) -> Bool = { _ in false }

  private var money: MoneyText { context.money }

  /// Plans a row. Its problems are in the row.
  func plan(_ row: inout ImportRow) async throws -> RowPlan {
    if row.isDoneBefore { return .skipped }
    let action = row.action
    if action == .skip { return .skipped }
    if row.isUnknown, row.id == nil {
      row.report(
        "it is not known whether this row was carried out; finish its batch with \(command: "resume")"
      )
      return .skipped
    }
    let (id, code) = (row.id, row.code)
    let target = row.problems.isEmpty ? try await target(id, code, &row) : nil
    guard let target else {
      if row.problems.isEmpty { return .gone }
      // What else is wrong with the row is said at once.
      _ = (row.amount(.price, current: nil), discounts(&row, nil), stock(&row))
      return .skipped
    }
    if case .existing(let product) = target { listings.forget(product.id) }
    switch (action, target) {
    case (.add, .existing(let product)):
      row.report(
        "\(row.title(.action)): listing \(product.id) exists already; leave the action out",
        at: .action)
      return .skipped
    case (.remove, .new) where try isRemoved(code, row.text(.name)): return .gone
    case (.edit, .new), (.remove, .new):
      row.report(missing(id, code), at: code == nil ? .action : .code)
      return .skipped
    case (.remove, .existing(let product)): return removal(of: product)
    case (_, .existing(let product)): return try await edit(product, code, &row)
    case (_, .new(let holder)): return try await add(code, after: holder, &row)
    }
  }

  private enum Target {
    case existing(Product)
    /// A listing to add, and the removed one that had its code.
    case new(after: Int?)
  }

  private func missing(_ id: Int?, _ code: String?) -> Message {
    guard let code else {
      return "a row with this action needs an id, a code or the name of a listing"
    }
    return "no listing has the code \(code)"
  }

  /// Whether a listing with the code or the name was removed.
  private func isRemoved(_ code: String?, _ name: String?) throws -> Bool {
    if let code, listings.holders[code] != nil { return true }
    let profile = try context.market.profile()
    return try context.market.journal.hasRemoved(
      code: code, name: name, market: profile.url, account: profile.accountDigest ?? "")
  }

  /// The listing of a row; nil if there is a problem, or if the row removes one that is not there.
  private func target(
    _ id: Int?, _ code: String?, _ row: inout ImportRow
  ) async throws -> Target? {
    let holder = code.flatMap { listings.holders[$0] }
    let needsDescription = row.map.has(.description)
    do {
      if let id {
        if let code, let holder, holder != id,
          try await listings.own(holder, needsDescription: false, in: context) != nil
        {
          row.report("\(quoted: code) is the code of listing \(holder)", at: .code)
          return nil
        }
        guard
          let product = try await listings.own(
            id, needsDescription: needsDescription, in: context)
        else {
          if row.action == .remove { return nil }
          row.report(
            foreign("\(row.title(.id)): there is no listing \(id)", row.ignoringForeignID), at: .id)
          return nil
        }
        return isStranger(product, id, code, &row) ? nil : .existing(product)
      }
      guard let holder else { return try await targetByName(code, &row) }
      if let product = try await listings.own(
        holder, needsDescription: needsDescription, in: context)
      {
        return .existing(product)
      }
      return .new(after: holder)
    } catch let error as SellerError {
      let text = ErrorReport(error, at: try? context.market.profile()).message
      let isOthers = if case .notYours = error { true } else { false }
      row.report(isOthers ? foreign(text, row.ignoringForeignID) : text, at: .id)
      return nil
    }
  }

  /// An error about an id, and how to leave out the ids of another program.
  private func foreign(_ text: Message, _ option: String?) -> Message {
    option.map { "\(text); if it is the number of another program, add `\(command: $0)`" } ?? text
  }

  /// Whether the id of a table of another program happens to be that of an unlike listing; notes it.
  private func isStranger(
    _ product: Product, _ id: Int, _ code: String?, _ row: inout ImportRow
  ) -> Bool {
    guard let option = row.ignoringForeignID, let name = row.text(.name),
      code == nil || listings.code(of: id) != code
    else { return false }
    let words = Set(Folding.folded(name).split { !$0.isLetter && !$0.isNumber })
    let others = Folding.folded(product.name).split { !$0.isLetter && !$0.isNumber }
    guard words.isDisjoint(with: others) else { return false }
    let text: Message =
      "\(row.title(.id)): listing \(id) is \(quoted: product.name), not \(quoted: name)"
    row.report(foreign(text, option), at: .id)
    return true
  }

  /// The listing with the name of a row without a known key.
  private func targetByName(_ code: String?, _ row: inout ImportRow) async throws -> Target? {
    guard row.action != .add, let name = row.text(.name) else { return .new(after: nil) }
    switch listings.match(named: name, code: code) {
    case .none: return .new(after: nil)
    case .listing(let id):
      let product = try await listings.own(
        id, needsDescription: row.map.has(.description), in: context)
      return product.map { .existing($0) } ?? .new(after: nil)
    case .several(let ids):
      row.report(
        ids.count == 1
          ? """
          \(row.title(.name)): several rows have the name of listing \(ids[0]); name it in a column \
          \(formatted: "id") or \(formatted: "code"), or add the others with the action \
          \(formatted: "add")
          """
          : """
          \(row.title(.name)): \(ids.count) listings have this name, \
          \(Message.list(ids.prefix(5).map { "\($0)" })); name one in a column \(formatted: "id") or \
          \(formatted: "code"), or add one with the action \(formatted: "add")
          """, at: .name)
      return nil
    }
  }

  private func removal(of product: Product) -> RowPlan {
    .change(Self.removal(of: product, code: listings.code(of: product.id)), warnings: [])
  }

  static func removal(of product: Product, code: String?) -> PlannedChange {
    PlannedChange(
      .removed, before: product,
      requests: [.remove(.listing(product.id), before: ListingContent(product))],
      code: code.map { BatchStep.CodeChange(before: $0, after: nil) })
  }
}

// Existing listings.
extension RowPlanner {
  private func edit(
    _ product: Product, _ code: String?, _ row: inout ImportRow
  ) async throws -> RowPlan {
    var plan = EditPlan(product)
    plan.set(
      name: row.text(.name, current: product.name),
      description: row.text(.description, current: product.description))
    setPrice(of: &plan, &row)
    if let stock = stock(&row) { attempt(&row) { try plan.set(stock: .to(stock)) } }
    attempt(&row) { try plan.check(money) }
    guard row.problems.isEmpty else { return .skipped }
    let old = listings.code(of: product.id)
    let isAttached = code != nil && code != old
    let moved = isAttached ? BatchStep.CodeChange(before: old, after: code) : nil
    let exchange = await exchange(plan, moved, &row)
    guard row.problems.isEmpty else { return .skipped }
    guard !plan.fields.isEmpty || isAttached || exchange != nil else { return .unchanged }
    var change =
      exchange
      ?? PlannedChange(
        .changed, before: product,
        requests: [
          .edit(.listing(product.id), before: ListingContent(product), after: plan.fields)
        ], code: moved)
    change.lessensDiscount = plan.lessensDiscount
    var warnings = PriceGuard(money: money).warnings(
      of: subject(row, product.name), before: product, sending: plan.fields)
    if isAttached, let code {
      let subject = subject(row, product.name)
      if let old {
        warnings.append(CodeCheck.warning(of: subject, from: old, to: code))
      } else if let warning = listings.codeCheck.warning(of: subject, new: code) {
        warnings.append(warning)
      }
    }
    return .change(change, warnings: warnings)
  }

  /// The change with the photos of the row; nil if they stay.
  private func exchange(
    _ plan: EditPlan, _ code: BatchStep.CodeChange?, _ row: inout ImportRow
  ) async -> PlannedChange? {
    let paths = exchangesPhotos && !hasUnfetched(row) ? photos(row) : []
    guard !paths.isEmpty else { return nil }
    do {
      return try await PhotoExchange(
        plan, removing: nil, adding: paths.map { PhotoPath(FilePath($0)) }, options, thumbnail: nil,
        money, in: context.files
      ).change(code)
    } catch {
      report(error as? InvalidListing ?? InvalidListing([.other(error)]), &row)
      return nil
    }
  }

  func subject(_ row: ImportRow, _ name: String) -> String {
    "\(row.map.file.path.split(separator: "/").last ?? ""):\(row.number) \(name)"
  }

  func stock(_ row: inout ImportRow) -> Int? {
    let (context, uncounted) = (row.context, row.map.uncountedStock)
    return row.whole(.stock) { text throws(ValueProblem) in
      let text = CellValue.stock(text, uncounted: uncounted)
      return try WholeNumber.read(Word.words(arguments: [text])[0], in: context).value
    }
  }

  private func setPrice(of plan: inout EditPlan, _ row: inout ImportRow) {
    let before = plan.before
    let price = row.amount(.price, current: before.price?.amount)
    let currency = self.currency(of: price, &row)
    let (discount, sale) = discounts(&row, before)
    guard row.problems.isEmpty else { return }
    // A file with nothing but what buyers pay, which they pay already, changes neither amount.
    if row.map.shape.layout?.hasOnlyPaidPrice == true, price?.amount == sale?.amount,
      sale?.amount == before.salePrice?.amount, currency == nil || currency == before.currency
    {
      return
    }
    var edited = plan
    attempt(&row) {
      try edited.set(
        price: price.map { .to(WrittenAmount($0.amount)) }, currency: currency, step: nil,
        money: money)
    }
    let hasColumn =
      [.discount, .salePrice, .discountedPrice].contains { row.map.has($0) }
    if !hasColumn {
      attempt(&row) { try edited.keepDiscountShare() }
    } else if row.problems.isEmpty {
      let amount = price?.amount ?? before.price?.amount ?? 0
      let arithmetic = PriceArithmetic(
        currency: currency ?? before.currency ?? .unknown, listing: before.id)
      if let agreed = agreed(discount, sale, of: amount, arithmetic, before, &row) {
        attempt(&row) {
          try edited.set(discount: .amount(WrittenAmount(agreed)), left: nil)
        }
      }
    }
    plan = edited
  }

  /// The currency of a row, written with the price or in a column of its own.
  func currency(of price: WrittenAmount?, _ row: inout ImportRow) -> Currency? {
    let column: CurrencyCode? = row.value(.currency)
    if let written = price?.currency, let other = column?.currency, written != other {
      row.report(
        """
        \(row.title(.price)): the amount is in \(formatted: written.rawValue), but \
        \(row.title(.currency)) is \(formatted: other.rawValue)
        """, at: .price)
    }
    return column?.currency ?? price?.currency
  }

  /// The discount and the sale price of a row, as far as they are not blank.
  func discounts(
    _ row: inout ImportRow, _ before: Product?
  ) -> (Discount?, WrittenAmount?) {
    let column: ImportColumn = row.map.has(.discount) ? .discount : .discountedPrice
    return (row.discount(column), row.amount(.salePrice, current: nil))
  }

  /// The amount off. Where a row has both amounts and they disagree, the one that differs from the
  /// listing is meant.
  func agreed(
    _ discount: Discount?, _ sale: WrittenAmount?, of price: Decimal,
    _ arithmetic: PriceArithmetic, _ before: Product?, _ row: inout ImportRow
  ) -> Decimal? {
    var off: Decimal?
    attempt(&row) {
      off = try arithmetic.discount(discount, left: nil, of: price, step: nil)
    }
    var left: Decimal?
    attempt(&row) { left = try sale.map { amount in try arithmetic.amount(amount) } }
    guard let left else { return off }
    if let off, off != price - left {
      if left == before?.salePrice?.amount { return off }
      guard off == before?.discount?.amount else {
        row.report(
          """
          \(row.title(.discount)) and \(row.title(.salePrice)) disagree: a price of \
          \(formatted: "\(price)") less \(formatted: "\(off)") is not \(formatted: "\(left)")
          """, at: .salePrice)
        return off
      }
    }
    if left > price {
      row.report(
        """
        \(row.title(.salePrice)): \(formatted: "\(left)") is more than the price, \
        \(formatted: "\(price)")
        """, at: .salePrice)
    }
    return price - left
  }

  /// Reports what is wrong with a listing at the columns that caused it.
  private func attempt(_ row: inout ImportRow, _ body: () throws -> Void) {
    do {
      try body()
    } catch let error as InvalidListing {
      report(error, &row)
    } catch {
      report(InvalidListing([.other(error)]), &row)
    }
  }
}
