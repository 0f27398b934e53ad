import Foundation
package import MarketWire

/// How the product file of another program becomes listings: which columns it has, and what its
/// rows mean. Read from lines of `key: value`; see ``KnownLayouts``.
package struct TableLayout: Sendable {
  /// A column of the file with some values of it.
  struct Condition: Sendable {
    /// The names of the column.
    let columns: [String]
    /// In lowercase; empty for a blank cell.
    let values: [String]
  }

  package let name: String
  /// The name of the program.
  package let title: String
  /// The columns by which a file is recognized; one of each list.
  package private(set) var marks: [[String]] = []
  /// The columns of a field: the first that has a value counts; those of photos all do.
  private(set) var columns: [(field: ImportColumn, names: [String])] = []
  /// The columns whose same value makes rows, each directly below the other, one product.
  private(set) var keys: [String] = []
  /// The columns that are blank in a row that belongs to the one above it.
  private(set) var heads: [String] = []
  /// The columns whose values name a variant.
  private(set) var options: [String] = []
  /// Option values that name no variant, in lowercase.
  private(set) var plainOptions: Set<String> = []
  /// Whether the first row of a product with variants only describes it, if it has no price or names
  /// the values of all its variants.
  private(set) var hasHeads = false
  /// The rows that only describe their variants, wherever these are.
  private(set) var parents: Condition?
  /// The names of the column that has the parent of a variant, and the columns by which it does.
  private(set) var parentColumn: (names: [String], keys: [(prefix: String, column: String)])?
  /// The columns with a list of variants in a cell: their names, prices on top, stocks and codes.
  private(set) var lists: [String: [String]] = [:]
  /// The rows that are not for sale.
  private(set) var skips: [Condition] = []
  /// The columns with the first and the last day of the sale price.
  private(set) var saleDays: [String] = []
  /// The rows whose sale price counts; nil if all do.
  private(set) var sales: Condition?
  /// The column with what a variant costs more than its product.
  private(set) var surcharges: [String] = []
  /// The rows whose stock is not tracked.
  private(set) var uncounted: Condition?
  /// The columns that say 0 for what is sold out, and something else for what is not, where no stock is
  /// written.
  private(set) var inStock: [String] = []
  /// Whether a backslash with `n` is a line break.
  private(set) var hasEscapedBreaks = false
  /// The columns whose name has the currency.
  private(set) var currencyNames: [String] = []
  /// The currency of all its files.
  private(set) var currency: String?
  /// The columns that `export` writes, with what they hold, such as `{name}`.
  package private(set) var written: [(column: String, template: String)] = []

  /// Whether its files have only what buyers pay.
  var hasOnlyPaidPrice: Bool {
    func names(_ field: ImportColumn) -> [String] {
      columns.filter { $0.field == field }.flatMap(\.names)
    }
    return Set(names(.price)).isSubset(of: names(.salePrice))
  }

  /// Whether each row of its files says its currency.
  var namesCurrency: Bool {
    written.contains { $0.template.contains("{currency}") || $0.template.contains("_money}") }
  }

  /// The only currency of a file with these listings; nil if each row says its own.
  package func onlyCurrency(of currencies: [Currency]) -> Currency? {
    namesCurrency ? nil : currency.map(Currency.init(rawValue:)) ?? currencies.first
  }

  /// Whether `export` writes the addresses of pages.
  package var needsPages: Bool { written.contains { $0.template.contains("{page}") } }

  /// Whether `export` writes photos, which lists of the market do not have.
  package var needsPhotos: Bool { written.contains { $0.template.contains("photo") } }

  /// The layout of a table of the seller's own.
  init() { (name, title) = ("", "") }

  /// Reads the lines of a layout; what they do not know is a mistake in the table, found by a test.
  init?(name: String, title: String, lines: some Sequence<Substring>) {
    self.name = name
    self.title = title
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let key = line[..<colon].trimmingCharacters(in: .whitespaces)
      let value = String(line[line.index(after: colon)...])
      guard read(key, Self.parts(value)) else { return nil }
    }
  }

  private static func parts(_ text: String) -> [String] {
    text.components(separatedBy: " | ").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static func condition(_ parts: [String]) -> Condition? {
    let halves = parts.joined(separator: " | ").components(separatedBy: " = ")
    guard halves.count == 2 else { return nil }
    return Condition(
      columns: Self.parts(halves[0]),
      values: Self.parts(halves[1]).map { $0 == "-" ? "" : $0.lowercased() })
  }

  private mutating func read(_ key: String, _ parts: [String]) -> Bool {
    switch key {
    case "mark": marks.append(parts)
    case "rows of": keys = parts
    case "blank continues": heads = parts
    case "options": options = parts
    case "plain options": plainOptions = Set(parts.map { $0.lowercased() })
    case "heads": hasHeads = true
    case "parents": parents = Self.condition(parts)
    case "parent":
      guard let first = parts.first else { return false }
      parentColumn = (first.components(separatedBy: ", "), parts.dropFirst().map(Self.parentKey))
    case "skip":
      guard let condition = Self.condition(parts) else { return false }
      skips.append(condition)
    case "sale days": saleDays = parts
    case "sale if": sales = Self.condition(parts)
    case "uncounted": uncounted = Self.condition(parts)
    case "in stock": inStock = parts
    case "surcharge": surcharges = parts
    case "escaped breaks": hasEscapedBreaks = true
    case "currency in": currencyNames = parts
    case "only currency": currency = parts[0]
    case "write":
      let halves = parts.joined(separator: " | ").components(separatedBy: " = ")
      written.append((halves[0], halves.dropFirst().joined(separator: " = ")))
    case "list names", "list prices", "list stocks", "list codes":
      lists[String(key.dropFirst(5))] = parts
    default:
      guard let field = ImportColumn(named: key) else { return false }
      columns.append((field, parts))
    }
    return true
  }

  /// `id:ID` is the column `ID` after the text `id:`.
  private static func parentKey(_ text: String) -> (prefix: String, column: String) {
    guard let colon = text.lastIndex(of: ":") else { return ("", text) }
    return (String(text[...colon]), String(text[text.index(after: colon)...]))
  }

  /// Whether a file with this header has this layout.
  func fits(_ header: [String]) -> Bool {
    let folded = header.map(ImportColumn.folded)
    return !marks.isEmpty
      && marks.allSatisfy { names in
        names.contains { name in
          Self.indices(of: name, in: folded).first != nil
        }
      }
  }

  /// The columns with a name, which may end in `*`, in a header of folded names.
  static func indices(of name: String, in folded: [String]) -> [Int] {
    let wanted = ImportColumn.folded(name)
    guard name.hasSuffix("*") else { return folded.firstIndex(of: wanted).map { [$0] } ?? [] }
    return folded.indices.filter { folded[$0].hasPrefix(wanted) }
  }
}
