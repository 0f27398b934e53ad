package import CommandLanguage
import MarketWire
import Messages

/// The filter options of lists and of write targets.
package enum FilterOptions {
  package static let search = Option<Text?>(
    "search", short: "s", help: "part of a name, ignoring case", valueName: "word"
  ).role(.filter)
  package static let descriptions = Flag(
    "descriptions", help: "search descriptions, too; reads the whole list"
  ).role(.filter)
  package static let mine = Flag("mine", short: "m", help: "your own listings only").role(.filter)
  package static let seller = Option<Text?>(
    "shop", otherNames: ["seller"],
    help: "listings of this shop only, by its full name in any case",
    valueName: "name"
  ).role(.filter).offering(.shop)
  package static let currency = Option<CurrencyCode?>(
    "currency", help: "listings with prices in this currency only"
  ).role(.filter)
  package static let minPrice = Option<WrittenAmount?>(
    "min-price", help: "listings for which a buyer pays at least this"
  ).role(.filter)
  package static let maxPrice = Option<WrittenAmount?>(
    "max-price", help: "listings for which a buyer pays at most this"
  ).role(.filter)
  package static let inStock = Flag("in-stock", help: "listings in stock only").role(.filter)
  package static let soldOut = Flag("sold-out", help: "sold-out listings only").role(.filter)
  package static let below = Option<Count?>("below", help: "listings with fewer in stock than this")
    .role(.filter)
  package static let discounted = Flag("discounted", help: "discounted listings only").role(.filter)
  package static let on = Option<CalendarDay?>(
    "on", help: "listings created on this day: 2026-11-03, 11/3, today, yesterday, 7d or mon"
  ).role(.filter)
  package static let since = Option<CalendarDay?>(
    "since", help: "listings created on this day or later"
  )
  .role(
    .filter)
  package static let until = Option<CalendarDay?>(
    "until", help: "listings created on this day or earlier"
  )
  .role(.filter)

  package static let starred = Flag("starred", help: "starred listings only").role(.filter)
  package static let changed = Flag(
    "changed", help: "listings that are new or have changed since your last visit"
  ).role(.filter)

  /// The options for reading listings of any shop.
  package static let looking: [any Parameter] = [
    search, descriptions, mine, seller, currency, minPrice, maxPrice, inStock, soldOut, below,
    discounted, on,
    since, until, starred, changed,
  ]

  /// The options for writes, which concern the seller's listings only.
  package static let writing: [any Parameter] = choosing + [on, since, until]

  /// Those without days.
  package static let choosing: [any Parameter] = [
    search, mine, currency, minPrice, maxPrice, inStock, soldOut, below, discounted,
  ]

  /// The mutually exclusive options of reads and writes.
  package static let rules: [GrammarRule] = [
    .atMostOne([inStock, soldOut]), .atMostOne([on, since]), .atMostOne([on, until]),
  ]

  /// The mutually exclusive options of reads.
  package static let lookingRules: [GrammarRule] = rules + [.atMostOne([mine, seller])]
}
