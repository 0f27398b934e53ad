import CommandLanguage
import Formatting
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession

// Changes of the words in many names and descriptions.
extension EditCommand {
  static let find = Option<PossiblyEmptyText?>(
    "find", help: "words to replace in names and descriptions; letter case counts",
    check: { (text) throws(ValueProblem) in if text.value.isEmpty { throw .empty } })
  static let replacement = Option<PossiblyEmptyText?>(
    "replace-with", help: "the words to write instead; \"\" removes them")
  static let fields = Option<CommaSeparated<TextChanges.Field>?>(
    "in", help: "where to change words: name or description or both")
  static let append = Option<Text?>("append", help: "text to add at the end of descriptions")
  static let prepend = Option<Text?>("prepend", help: "text to add in front of descriptions")
  static let ending = Option<PriceEnding?>(
    "ending", help: "the last digits of what buyers pay, such as 900 or .99; the nearest such price"
  )

  static let textChanges: [any Parameter] = [find, replacement, append, prepend]

  static func textChanges(_ input: Input) -> TextChanges {
    TextChanges(
      replacing: input[find].map { .init($0.value, with: input[replacement]?.value ?? "") },
      prepending: input[prepend]?.value, appending: input[append]?.value,
      in: input[fields].map { Set($0.items) })
  }

  /// Whether the change is about fields that rows of a list do not have.
  static func needsDetails(_ input: Input) -> Bool {
    detailed.contains { input.mentions($0) } || textChanges(input).touches(.description)
  }

  static func checkFields(_ input: Input) throws(InvalidListing) {
    if input[atLeast], !namesDiscount(input) {
      throw InvalidListing([
        .rule("\(formatted: "--at-least") needs \(formatted: "--discount")", at: "--at-least")
      ])
    }
    guard input.mentions(fields), !textChanges.contains(where: { input.mentions($0) }) else {
      return
    }
    throw InvalidListing([
      .rule(
        """
        \(command: "--in") needs \(command: "--find"), \(command: "--append") or \
        \(command: "--prepend")
        """, at: "--in")
    ])
  }

  /// Whether words are all that changes, so that listings without them are left alone.
  static func onlyReplacesWords(_ input: Input) -> Bool {
    let own = [find.key, replacement.key, fields.key]
    let others = changes.filter { !own.contains($0.key) }
    return input.mentions(find) && !others.contains { input.mentions($0) }
  }

  /// The reply if no text contains the words to replace; nil if other values change as well.
  static func noMatch(_ found: OwnTargets, _ input: Input) -> Message? {
    guard onlyReplacesWords(input), let words = input[find]?.value else { return nil }
    let count = found.products.count
    let fields = textChanges(input).replacedFields
    let reply: Message =
      if fields == [.name] {
        Message(
          count: count, one: "The name of 1 listing does not contain \(quoted: words).",
          other: "None of \(count) names contains \(quoted: words).")
      } else if fields == [.description] {
        Message(
          count: count, one: "The description of 1 listing does not contain \(quoted: words).",
          other: "None of \(count) descriptions contains \(quoted: words).")
      } else {
        Message(
          count: count,
          one: "Neither name nor description of 1 listing contains \(quoted: words).",
          other: "None of \(count) names and descriptions contains \(quoted: words).")
      }
    let folded = Folding.folded(words)
    let inOtherCase = found.products.contains { product in
      fields.contains(.name) && Folding.folded(product.name).contains(folded)
        || fields.contains(.description)
          && Folding.folded(product.description ?? "").contains(folded)
    }
    return inOtherCase
      ? .list([reply, "It is there in other letter case, which counts."], .sentences) : reply
  }

  /// The listings in whose currency a price can have the ending; all if there is none, so that each
  /// has its own error.
  static func withPricesFor(_ ending: PriceEnding?, _ found: OwnTargets) -> OwnTargets {
    guard let ending, found.products.count > 1 else { return found }
    let fitting = found.products.filter { $0.currency.map(ending.fits) ?? true }
    guard !fitting.isEmpty else { return found }
    var rest = found
    rest.inOtherCurrencies += found.products.count - fitting.count
    rest.products = fitting
    return rest
  }
}

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
    // A listing that the same file adds has no id yet.
    guard let code, let holder, holder > 0 else { return [] }
    let back = context.typedCommand.line(
      "edit \(holder) --code \(code) --allow \(Allowance.moveCode.rawValue)")
    return ["\(holder) has no code now. To move it back: \(command: back)"]
  }

  static func warnings(ofMoving code: String?, from holder: Int?) -> [ChangeWarning] {
    guard let code, let holder else { return [] }
    return [.moving(code, from: holder)]
  }

  /// The warning on larger discounts, if the same change is made to several listings.
  static func warnings(
    ofLesseningDiscountsIn plans: [EditPlan], of found: OwnTargets, _ input: Input
  ) -> [ChangeWarning] {
    let count = plans.count(where: \.lessensDiscount)
    guard found.products.count > 1, count > 0 else { return [] }
    return input.mentions(ListingOptions.discount)
      ? [.lesseningDiscounts(count: count, unless: atLeast.facts.shown)]
      : [.lesseningDiscounts(count: count)]
  }

  static func namesDiscount(_ input: Input) -> Bool {
    input.mentions(ListingOptions.discount) || input.mentions(ListingOptions.salePrice)
  }

  /// Returns how to keep the amount of a discount that changes with the price.
  static func discountNotes(
    on plan: EditPlan, _ input: Input, in context: CommandContext
  ) -> [Message] {
    // In another currency the amount would be another discount.
    guard !namesDiscount(input), plan.fields.discount != nil, plan.fields.price != nil,
      plan.fields.currency == nil, let off = plan.before.discount
    else { return [] }
    return [
      """
      The discount changes with the price. To keep \(formatted: context.money.text(off)): \
      \(command: context.typedCommand.line(plan.discountCommand))
      """
    ]
  }

  /// Returns the listings in the currency of the amounts of this command or of `sale`. Of several, those
  /// in other currencies are left alone and counted; a single one may get the currency of its new price.
  ///
  /// - Throws: `SellerError` if none is left.
  static func withCurrencyOfAmounts(
    _ found: OwnTargets, _ input: Input, in context: CommandContext
  ) async throws -> OwnTargets {
    guard (input.value(of: newCurrency) ?? nil) == nil,
      found.products.count > 1 || found.isByFilter,
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
    switch input.value(of: price) ?? nil {
    case .to(let amount)?: currencies.append(amount.currency)
    case .by(_, let currency)?: currencies.append(currency)
    case .percent?, nil: break
    }
    if case .amount(let amount)? = input.value(of: ListingOptions.discount) ?? nil {
      currencies.append(amount.currency)
    }
    for option in [ListingOptions.salePrice, ListingOptions.round] {
      if let amount = input.value(of: option) ?? nil { currencies.append(amount.currency) }
    }
    return currencies
  }
}
