import CommandLanguage
import ListingWrites
import MarketRender
import MarketWire
import Messages
import SellerSession
import WritePlans

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
    "ending", help: "the last digits of prices, such as 900 or .99; the nearest such price")

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
    guard input.mentions(fields), !textChanges.contains(where: { input.mentions($0) }) else {
      return
    }
    throw InvalidListing([
      .rule(
        """
        \(formatted: "--in") needs \(formatted: "--find"), \(formatted: "--append") or \
        \(formatted: "--prepend")
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
