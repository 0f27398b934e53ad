import CommandLanguage
import MarketWire
import Messages
import SellerSession

/// The filter options of lists and of write targets.
enum FilterOptions {
  static let search = Option<Text?>(
    "search", short: "s", help: "part of a name, in any case of letters", valueName: "word"
  ).role(.filter)
  static let mine = Flag("mine", short: "m", help: "your own listings only").role(.filter)
  static let seller = Option<Text?>(
    "shop", otherNames: ["seller"], help: "listings of this shop only, by its whole name",
    valueName: "name"
  ).role(.filter).offering(.shop)
  static let currency = Option<CurrencyCode?>(
    "currency", help: "listings with prices in this currency only"
  ).role(.filter)
  static let minPrice = Option<WrittenAmount?>(
    "min-price", help: "listings for which a buyer pays this or more"
  ).role(.filter)
  static let maxPrice = Option<WrittenAmount?>(
    "max-price", help: "listings for which a buyer pays this or less"
  ).role(.filter)
  static let inStock = Flag("in-stock", help: "listings with something left only").role(.filter)
  static let soldOut = Flag("sold-out", help: "listings with nothing left only").role(.filter)
  static let below = Option<Count?>("below", help: "listings with fewer pieces left than this")
    .role(.filter)
  static let discounted = Flag("discounted", help: "listings with a discount only").role(.filter)
  static let on = Option<CalendarDay?>("on", help: "listings made on this day").role(.filter)
  static let since = Option<CalendarDay?>("since", help: "listings made on this day or later").role(
    .filter)
  static let until = Option<CalendarDay?>("until", help: "listings made on this day or before")
    .role(.filter)

  /// The options for reading listings of any shop.
  static let looking: [any Parameter] = [
    search, mine, seller, currency, minPrice, maxPrice, inStock, soldOut, below, discounted, on,
    since, until,
  ]

  /// The options for writes, which concern the seller's listings only. `--currency` has another
  /// meaning there.
  static let writing: [any Parameter] = [
    search, mine, minPrice, maxPrice, inStock, soldOut, below, discounted, on, since, until,
  ]

  /// The mutually exclusive options of reads and writes.
  static let rules: [GrammarRule] = [
    .atMostOne([inStock, soldOut]), .atMostOne([on, since]), .atMostOne([on, until]),
  ]

  /// The mutually exclusive options of reads.
  static let lookingRules: [GrammarRule] = rules + [.atMostOne([mine, seller])]
}
