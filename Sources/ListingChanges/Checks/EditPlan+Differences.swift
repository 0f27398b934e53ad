import CommandLanguage
package import Formatting
import Foundation
package import MarketRender
package import MarketWire
import Messages
import SellerSession

extension EditPlan {
  /// The command that undoes the edit, as far as possible.
  ///
  /// - Parameter money: the format of amounts in warnings.
  package func undoCommand(_ money: MoneyText) -> String? {
    var words = ["edit \(before.id)"]
    // Other programs may have written texts that would be refused here.
    if fields.name != nil, ListingLimits.violation(name: before.name) == nil,
      ListingSanity.broken(byName: before.name) == nil,
      (try? Text(before.name)) != nil
    {
      words.append("--name \(Quoting.quote(before.name))")
    }
    if fields.description != nil, let old = before.description,
      ListingLimits.violation(description: old) == nil, (try? Text(old)) != nil
    {
      words.append("--description \(Quoting.quote(old))")
    }
    if fields.price != nil, let old = before.price {
      words.append("--price \(WrittenAmount(old.amount))")
    }
    if fields.currency != nil, let old = before.currency {
      words.append("--new-currency \(old.rawValue)")
    }
    // Without it, the discount would change in proportion to the price.
    if fields.discount != nil || fields.price != nil && before.isDiscounted,
      let old = before.discount
    {
      words.append("--discount \(WrittenAmount(old.amount))")
    }
    if fields.stock != nil, let old = before.stock { words.append("--stock \(old)") }
    if fields.thumbnailID != nil,
      let old = before.pictures?.firstIndex(where: { $0.thumbnailURL == before.thumbnail })
    {
      words.append("--thumbnail \(old + 1)")
    }
    if let oldCode { words.append("--code \(oldCode)") }
    guard words.count > 1 else { return nil }
    let allowed = allowancesToUndo(money)
    if !allowed.isEmpty {
      words.append("--allow \(allowed.map(\.rawValue).joined(separator: ","))")
    }
    return words.joined(separator: " ")
  }

  /// Undoing an unusual change is just as unusual, and intended.
  private func allowancesToUndo(_ money: MoneyText) -> [Allowance] {
    let warnings = PriceGuard(money: money).warnings(of: "", before: after, sending: opposite)
    return Allowance.allCases.filter { kind in warnings.contains { $0.kind == kind } }
  }

  /// The listing after the edit.
  package var after: Product {
    var product = before
    let currency = fields.currency ?? before.currency ?? .unknown
    func money(_ amount: Decimal?) -> Money? { amount.map { Money($0, currency) } }
    product.name = fields.name ?? before.name
    product.description = fields.description ?? before.description
    product.stock = fields.stock ?? before.stock
    product.price = money(fields.price ?? before.price?.amount)
    product.discount = money(fields.discount ?? before.discount?.amount)
    product.salePrice = product.price.map { price in
      Money(price.amount - (product.discount?.amount ?? 0), currency)
    }
    if let id = fields.thumbnailID,
      let picture = before.pictures?.first(where: { $0.id == id })
    {
      product.thumbnail = picture.thumbnailURL
    }
    return product
  }

  /// The fields that undo the changes of amounts.
  private var opposite: ListingFields {
    ListingFields(
      price: fields.price == nil ? nil : before.price?.amount,
      currency: fields.currency == nil ? nil : before.currency,
      discount: fields.discount == nil ? nil : before.discount?.amount,
      stock: fields.stock == nil ? nil : before.stock)
  }

  /// The changed values, each before and after.
  package func differences(to after: Product, _ money: MoneyText) -> [ListingChange.Difference] {
    var list: [ListingChange.Difference] = []
    func add(_ label: Message, _ old: Message?, _ new: Message?) {
      if old != new {
        list.append(ListingChange.Difference(label, from: old ?? "—", to: new ?? "—"))
      }
    }
    if let words = TextDifference(before.name, after.name) {
      list.append(ListingChange.Difference(.listingName, words: words.message(context: nil)))
    } else {
      add(.listingName, "\(before.name)", "\(after.name)")
    }
    if fields.description != nil, before.description != after.description {
      let words = TextDifference(before.description ?? "", after.description ?? "")
      list.append(ListingChange.Difference("description", words: words?.message(context: 3)))
    }
    func add(_ label: Message, _ old: Money?, _ new: Money?) {
      // An amount of 0 is the same in every currency.
      if old?.amount != 0 || new?.amount != 0 {
        add(
          label, old.map { "\(formatted: money.text($0))" },
          new.map { "\(formatted: money.text($0))" })
      }
    }
    add("price", before.price, after.price)
    add("discount", before.discount, after.discount)
    if before.discount?.amount ?? 0 != 0 || after.discount?.amount ?? 0 != 0 {
      add("buyers pay", before.salePrice, after.salePrice)
    }
    add("stock", before.stock.map { "\($0)" }, after.stock.map { "\($0)" })
    if before.thumbnail != after.thumbnail {
      list.append(ListingChange.Difference("thumbnail"))
    }
    return list
  }
}
