package import CommandLanguage
import MarketRender
import Messages
import TerminalKit

/// A warning that `--allow` skips.
package enum Allowance: String, ChoiceValue, Hashable {
  /// The final price changes by more than a factor of 3.
  case priceJump = "price-jump"
  /// The final price is 0.
  case zero
  /// The discount is more than 90 %.
  case discount
  /// The currency changes.
  case currency
  /// Phone apps do not know the currency.
  case unusualCurrency = "unusual-currency"
  /// An amount cannot be paid in the currency's coins.
  case fraction
  /// The stock of several listings becomes 0.
  case soldOut = "sold-out"
  /// The stock is unusually large.
  case stock
  /// A code moves from another listing.
  case moveCode = "move-code"
  /// The discounts of some of several listings become smaller.
  case smallerDiscount = "smaller-discount"
  /// A table gives a listing another code, or one that is almost that of another listing.
  case code
}

/// The options `--yes`, `--dry-run` and `--allow` of a command. A batch passes its own to each
/// command.
package struct WriteTerms: Hashable, Sendable {
  /// Whether all questions are answered with yes.
  package var isAnswered = false
  /// Whether it is a dry run, so that nothing is sent.
  package var isDry = false
  package var allowed: Set<Allowance> = []

  package init(isAnswered: Bool = false, isDry: Bool = false, allowed: Set<Allowance> = []) {
    self.isAnswered = isAnswered
    self.isDry = isDry
    self.allowed = allowed
  }
}

/// The options for ``WriteTerms``.
package enum WriteOptions {
  package static let yes = Flag("yes", short: "y", help: "do not ask for confirmation")
  package static let dryRun = Flag("dry-run", help: "show what would be sent, and send nothing")
    .role(
      .dryRun)
  package static let keep = Flag(
    "keep", help: "remove without copies of the photos, so that it cannot be undone", default: true)
  package static let allow = Option<CommaSeparated<Allowance>?>(
    "allow", help: "changes that need no confirmation")
}

extension WriteTerms {
  /// Reads the options of a command.
  package init(_ input: Input) {
    self.init(
      isAnswered: input.value(of: WriteOptions.yes) ?? false,
      isDry: input.value(of: WriteOptions.dryRun) ?? false,
      allowed: Set((input.value(of: WriteOptions.allow) ?? nil)?.items ?? []))
  }
}
