import CommandLanguage
import Formatting
import Foundation
import FullScreen
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession

/// What is typed into the cells of a sheet, by the rules of `edit`.
struct SheetCells: Sendable {
  let context: CommandContext
  private var money: MoneyText { context.money }

  var rules: SheetRules {
    SheetRules(
      text: text,
      read: { row, column, typed in
        result(typed) {
          try read(row.product, column, try Self.calculated(typed, row.product, column))
        }
      },
      changed: { row, texts in
        result("") {
          var changed = row
          changed.product = try plan(row.product, texts).after
          if let code = texts[.code] { changed.code = code.isEmpty ? nil : code }
          return changed
        }
      })
  }

  private func result<Value>(
    _ typed: String, _ body: () throws -> Value
  ) -> Result<Value, FormFault> {
    do {
      return .success(try body())
    } catch let fault as FormFault {
      return .failure(fault)
    } catch let problem as ValueProblem {
      return .failure(FormFault(problem.message(typed: typed)))
    } catch let error as InvalidListing {
      return .failure(FormFault(Self.text(of: error)))
    } catch {
      return .failure(FormFault(ErrorReport(error, at: nil).message))
    }
  }

  /// What is wrong with a listing in the words of the sheet, which has columns in place of options.
  private static func text(of error: InvalidListing) -> Message {
    let own = error.faults.map { fault -> ListingFault in
      switch fault {
      case .limit(let broken, of: _): .limit(broken, of: nil)
      case .discountAbovePrice(let discount, let price, of: _):
        .discountAbovePrice(discount: discount, price: price, of: nil)
      default: fault
      }
    }
    var words = ["--discount": SheetColumn.sale.title, "--sale-price": SheetColumn.sale.title]
    for column in SheetColumn.allCases { words["--\(column.rawValue)"] = column.title }
    return ErrorReport(InvalidListing(own), at: nil).message.replacing(words)
  }

  /// The value of a cell as it would be typed; nil if it is not loaded.
  func text(_ row: ListingRow, _ column: SheetColumn) -> String? {
    let product = row.product
    return switch column {
    case .code: row.code ?? ""
    case .name: product.name
    case .price: product.price.map { "\(WrittenAmount($0.amount))" } ?? ""
    case .sale:
      product.isDiscounted ? product.salePrice.map { "\(WrittenAmount($0.amount))" } ?? "" : ""
    case .stock: product.stock.map(String.init) ?? ""
    case .description: product.description
    }
  }

  /// The change of a listing to values that were read.
  func edit(_ before: Product, _ texts: [SheetColumn: String]) -> Result<EditPlan, FormFault> {
    result("") { try plan(before, texts) }
  }

  private func plan(_ before: Product, _ texts: [SheetColumn: String]) throws -> EditPlan {
    var plan = EditPlan(before)
    plan.set(name: texts[.name], description: texts[.description])
    if let amount = texts[.price].flatMap(Self.amount) {
      try plan.set(price: .to(amount), currency: nil, step: nil, money: money)
    }
    switch texts[.sale] {
    case nil: try plan.keepDiscountShare()
    case ""?: try plan.set(discount: .amount(WrittenAmount(0)), left: nil)
    case let text?:
      let paid = Self.amount(text)
      if let paid, let price = plan.after.price, paid.amount > price.amount {
        throw FormFault("the sale price would be more than the price")
      }
      try plan.set(discount: nil, left: paid)
    }
    if let stock = texts[.stock].flatMap({ Int($0) }) { try plan.set(stock: .to(stock)) }
    try plan.check(money)
    return plan
  }

  private static func amount(_ text: String) -> WrittenAmount? {
    Decimal(string: text).map { WrittenAmount($0) }
  }

  private func word(_ text: String) -> Word { Word.words(arguments: [text])[0] }

  /// What was typed for a listing, as it would be typed in full.
  private func read(_ product: Product, _ column: SheetColumn, _ typed: String) throws -> String {
    let reading = context.settings.readingContext
    switch column {
    case .code: return typed.isEmpty ? "" : try SellerCode.read(word(typed), in: reading).text
    case .name, .description: return try Text(typed).value
    case .price: return try price(of: product, typed)
    case .sale: return try sale(of: product, typed)
    case .stock:
      var plan = EditPlan(product)
      try plan.set(stock: try stock(of: product, typed))
      return plan.after.stock.map(String.init) ?? ""
    }
  }

  /// `5`, `+5` or, rounded to whole pieces, `+10%`.
  private func stock(of product: Product, _ typed: String) throws -> StockChange {
    let reading = context.settings.readingContext
    guard NumberText.plain(typed).hasSuffix("%"), let now = product.stock,
      case .percent(let percent) = try PriceChange.read(word(typed), in: reading)
    else { return try StockChange.read(word(typed), in: reading) }
    let new = Self.whole(Decimal(now) * (100 + percent) / 100)
    return try StockChange.read(word("\(new)"), in: reading)
  }

  private static func whole(_ number: Decimal) -> Decimal {
    Money(number, .unknown).rounded(to: 0).amount
  }

  private func price(of product: Product, _ typed: String) throws -> String {
    var plan = EditPlan(product)
    let change = try PriceChange.read(word(typed), in: context.settings.readingContext)
    try plan.set(price: change, currency: nil, step: nil, money: money)
    guard plan.fields.currency == nil else {
      throw FormFault("another currency needs the form: \(command: "edit \(product.id)")")
    }
    return plan.after.price.map { "\(WrittenAmount($0.amount))" } ?? ""
  }

  /// `9000` is what buyers pay, `20%` is off the price, and `+500` changes what they pay.
  private func sale(of product: Product, _ typed: String) throws -> String {
    guard !typed.isEmpty, let price = product.price else { return "" }
    if typed.hasSuffix("%"), typed.first.map({ !"+-".contains($0) }) == true {
      var plan = EditPlan(product)
      let discount = try Discount.read(word(typed), in: context.settings.readingContext)
      try plan.set(discount: discount, left: nil)
      let after = plan.after
      return after.isDiscounted ? after.salePrice.map { "\(WrittenAmount($0.amount))" } ?? "" : ""
    }
    var paid = product
    paid.price = product.salePrice ?? price
    let text = try self.price(of: paid, typed)
    return text == "\(WrittenAmount(price.amount))" ? "" : text
  }
}

// A calculation such as `=12000*0.9`.
extension SheetCells {
  private static func calculated(
    _ typed: String, _ product: Product, _ column: SheetColumn
  ) throws -> String {
    let text = NumberText.plain(typed)
    guard text.hasPrefix("="), [.price, .sale, .stock].contains(column) else { return typed }
    guard let value = value(of: text.dropFirst()) else {
      throw FormFault("\(quoted: typed) cannot be calculated: write such as =12000*0.9")
    }
    // A sign would be a step.
    guard value >= 0 else { throw ValueProblem.negativeAmount }
    let currency = product.currency ?? .unknown
    let rounded = column == .stock ? whole(value) : Money(value, currency).rounded().amount
    return "\(WrittenAmount(rounded))"
  }

  /// A sum of products; nil if it is none, or would divide by 0.
  private static func value(of text: Substring) -> Decimal? {
    var (sum, product, sign) = (Decimal(0), Decimal(1), Decimal(1))
    var (number, divides) = ("", false)
    func multiply() -> Bool {
      guard let factor = Decimal(string: number), number.last != ".", !divides || factor != 0
      else { return false }
      product = divides ? product / factor : product * factor
      number = ""
      return true
    }
    for character in text where !character.isWhitespace && character != "," {
      switch character {
      case "0"..."9", ".": number.append(character)
      case "*", "×", "/", "÷":
        guard multiply() else { return nil }
        divides = character == "/" || character == "÷"
      case "+", "-":
        guard multiply() else { return nil }
        sum += sign * product
        (product, divides, sign) = (1, false, character == "-" ? -1 : 1)
      default: return nil
      }
    }
    return multiply() ? sum + sign * product : nil
  }
}
