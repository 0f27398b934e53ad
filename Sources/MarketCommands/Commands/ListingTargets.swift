import CommandLanguage
import Messages

/// The argument of commands that take listings.
enum ListingTargets {
  static let one = Argument<ListingTarget>("listing", help: "an id, or a code such as @MUG-01")
    .role(.targets)
  /// Listings, or filters instead of them.
  static let withFilters = Argument<[ListingTarget]>(
    "listing",
    help: "such as 12, 12,15, 12..20, @MUG-01 or @MUG-*; - reads standard input; or filters"
  ).role(.targets)
  static let plain = Argument<[ListingTarget]>(
    "listing", help: "such as 12, 12,15, 12..20, @MUG-01 or @MUG-*; - reads standard input"
  ).role(.targets)
  static let required = Argument<[ListingTarget]>(
    "listing", help: "such as 12, 12,15, 12..20, @MUG-01 or @MUG-*; - reads standard input",
    isRequired: true
  ).role(.targets)
}
