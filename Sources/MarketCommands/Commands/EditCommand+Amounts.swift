import CommandLanguage
import ListingWrites
import MarketRender
import MarketWire
import Messages
import SellerSession
import WritePlans

// Which listings the amounts of an edit apply to, and what happens to their discounts.
extension EditCommand {
  /// The other listing that has the code of `--code`.
  static func codeHolder(
    _ input: Input, besides plan: EditPlan?, in context: CommandContext
  ) async throws -> Int? {
    guard let code = input[ref] else { return nil }
    let holder = try await context.market.holder(ofCode: code.text)
    return holder == plan?.before.id ? nil : holder
  }

  /// Returns the note on a code that another listing lost, with the command that moves it back.
  static func notes(
    onMoving code: String?, from holder: Int?, in context: CommandContext
  ) -> [Message] {
    guard let code, let holder else { return [] }
    let back = context.typedCommand.line(
      "edit \(holder) --code \(code) --allow \(Allowance.moveCode.rawValue)")
    return ["\(holder) has no code now. To move it back: \(command: back)"]
  }

  static func warnings(ofMoving code: SellerCode?, from holder: Int?) -> [ChangeWarning] {
    guard let code, let holder else { return [] }
    return [.moving(code.text, from: holder)]
  }

  static func namesDiscount(_ input: Input) -> Bool {
    input.mentions(ListingOptions.discount) || input.mentions(ListingOptions.salePrice)
  }

  /// Returns how to keep the amount of a discount that changes with the price.
  static func discountNotes(
    on plan: EditPlan, _ input: Input, in context: CommandContext
  ) -> [Message] {
    // In another currency the amount would be another discount.
    guard !namesDiscount(input), plan.fields.discount != nil, plan.fields.currency == nil,
      let off = plan.before.discount
    else { return [] }
    return [
      """
      The discount changes with the price. To keep \(formatted: context.money.text(off)): \
      \(command: context.typedCommand.line(plan.discountCommand))
      """
    ]
  }

  /// Returns the listings in the currency of the amounts. Of several listings, those in other
  /// currencies are left alone and counted; a single one may get the currency of its new price.
  ///
  /// - Throws: `SellerError` if none is left.
  static func withCurrencyOfAmounts(
    _ found: OwnTargets, _ input: Input, in context: CommandContext
  ) async throws -> OwnTargets {
    guard input[newCurrency] == nil, found.products.count > 1 || found.isByFilter,
      !amounts(of: input).isEmpty, let currency = try await currency(of: found, input, in: context)
    else { return found }
    let fitting = found.products.filter { $0.currency == currency }
    let others = found.products.count - fitting.count
    guard others > 0 else { return found }
    guard !fitting.isEmpty else {
      throw SellerError.noneFits(
        ["in \(formatted: currency.rawValue)"], among: .named(found.products.count))
    }
    var rest = found
    rest.products = fitting
    rest.inOtherCurrencies = others
    return rest
  }

  /// Returns the written currency, the only one of the listings, or the seller's.
  private static func currency(
    of found: OwnTargets, _ input: Input, in context: CommandContext
  ) async throws -> Currency? {
    if let written = amounts(of: input).compactMap(\.self).first { return written }
    let all = Set(found.products.map(\.currency))
    if all.count == 1 { return nil }
    return try await context.market.currency(nil, savesAnswer: !WriteTerms(input).isDry)
  }

  /// Returns the currency that is written with each amount of money, nil for those without one.
  private static func amounts(of input: Input) -> [Currency?] {
    var currencies: [Currency?] = []
    switch input[price] {
    case .to(let amount)?: currencies.append(amount.currency)
    case .by(_, let currency)?: currencies.append(currency)
    case .percent?, nil: break
    }
    if case .amount(let amount)? = input[ListingOptions.discount] {
      currencies.append(amount.currency)
    }
    for amount in [input[ListingOptions.salePrice], input[ListingOptions.round]].compactMap(\.self)
    {
      currencies.append(amount.currency)
    }
    return currencies
  }
}
