import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession

/// The options for the page, the sort and the layout of a list; ``FilterOptions`` choose its
/// listings.
enum PageOptions {
  static let page = Option<Count>(
    "page", short: "p", help: "the number of the page, from 1", default: Count(1))
  static let perPage = Option<Count?>(
    "per-page", help: "listings per page, at most 1,000", check: Count.within(1...1000))
  static let limit = Option<Count?>(
    "limit", help: "the same as --per-page", check: Count.within(1...1000))
  static let all = Flag("all", short: "a", help: "all pages as one list")
  static let sort = Option<SortWord?>(
    "sort",
    help: "newest, oldest, name, price, stock, discount or code; -price or --desc is descending",
    valueName: "key")
  static let desc = Flag("desc", help: "reverse the order")
  static let grid = Flag("grid", help: "cards side by side")
  static let table = Flag("table", help: "one line per listing")
  static let pictures = Flag(
    "pictures",
    help: "draw pictures, or show their names; without them, more listings fit on a page",
    default: .whenTerminalCan)
  static let lines = Option<Count?>(
    "lines", help: "2 shows the beginning of the description below each line",
    check: Count.within(1...2))
  static let thumbs = Flag("thumbs", help: "a small picture beside each line")

  static let parameters: [any Parameter] = [
    page, perPage, limit, all, sort, desc, grid, table, lines, thumbs, pictures,
  ]

  static let rules: [GrammarRule] = [
    .atMostOne([perPage, limit]), .atMostOne([all, page]), .atMostOne([all, perPage]),
    .atMostOne([all, limit]), .atMostOne([grid, table]), .atMostOne([grid, lines]),
    .atMostOne([thumbs, lines]),
  ]
}

extension FilterOptions {
  /// The filters of listings without some that a command has in another way.
  static func looking(without others: [any Parameter]) -> [any Parameter] {
    let names = others.map(\.facts.name)
    return looking.filter { !names.contains($0.facts.name) }
  }
}

extension PicturePreference {
  /// Converts `--pictures` and `--no-pictures` to a preference.
  init(_ setting: SwitchSetting) {
    switch setting {
    case .on: self = .always
    case .off: self = .never
    case .whenTerminalCan: self = .automatic
    }
  }
}

/// A sort key of `--sort`, descending with `-` in front.
struct SortWord: Hashable, ParameterValue {
  let sort: ListingSort
  /// The order by code, instead of `sort`.
  var codeOrder: CodeOrder?

  static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> SortWord {
    let text = word.text.lowercased()
    if let sort = ListingSort(text: text) { return SortWord(sort: sort) }
    if let order = CodeOrder(text: text) { return SortWord(sort: .newest, codeOrder: order) }
    let name = text.hasPrefix("-") ? String(text.dropFirst()) : text
    throw .none(of: names, for: name)
  }

  private static let names = ListingSort.Key.allCases.map(\.rawValue) + [CodeOrder.name]

  static let valueName: Message = "key"
  static let sample = "price"
  static var completion: CompletionKind { .choice(names) }
  var description: String {
    codeOrder.map { $0.isDescending ? "-\(CodeOrder.name)" : CodeOrder.name } ?? sort.text
  }
}
