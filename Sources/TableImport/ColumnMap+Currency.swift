import CommandLanguage
import MarketWire
import Messages
import SheetFiles

// The currency that names of columns and titles have.
extension ColumnMap {
  /// Takes the currency of names such as `Price (USD)` and of a title, if nothing else says it. What the
  /// seller set must be the same.
  func addHeaderCurrency(
    to values: inout [(field: String, value: String)], _ problems: inout [ImportProblem]
  ) {
    let titles = [ImportColumn.price, .salePrice, .discount].filter { name(of: $0) != nil }
      .compactMap(title)
    if titles.isEmpty { return }
    let named = (titles + shape.currencyTitles).map(CurrencySigns.all).filter { !$0.isEmpty }
    guard let first = named.first else { return }
    let common = first.filter { code in named.allSatisfy { $0.contains(code) } }
    let isSet = values.contains { ImportColumn(named: $0.field) == .currency }
    let set = values.last { ImportColumn(named: $0.field) == .currency }
      .flatMap { try? MoneyReader.read("1 \($0.value)") }?.currency?.rawValue
    if isSet {
      if set.map(common.contains) ?? true { return }
    } else if has(.currency) {
      if !common.isEmpty { return }
    } else if common.count == 1 {
      return values.append(("currency", common[0]))
    }
    var codes: [String] = []
    for code in named.flatMap(\.self) + [set].compactMap(\.self) where !codes.contains(code) {
      codes.append(code)
    }
    let list = Message.list(codes.map { "\($0)" }, .or)
    problems.append(
      ImportProblem(
        row: file.headerRow, column: nil,
        !isSet && !common.isEmpty
          ? """
          the amounts could be in \(list); say which with `\(command: "--set currency=\(common[0])")`
          """
          : """
          the amounts could be in \(list); correct the names of the columns or the options, and import \
          amounts of one currency only
          """))
  }
}
