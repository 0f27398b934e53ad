import Foundation
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

@testable import FullScreen

/// A sheet over listings in memory. Answers come when a test wants them.
struct SheetSample {
  /// Simple rules: whole numbers, `+5` and `-5`, and no empty name.
  static let rules = SheetRules(
    text: { row, column in
      switch column {
      case .code: row.code ?? ""
      case .name: row.product.name
      case .price: row.product.price.map { "\($0.amount)" } ?? ""
      case .sale: row.product.isDiscounted ? row.product.salePrice.map { "\($0.amount)" } : ""
      case .stock: row.product.stock.map(String.init) ?? ""
      case .description: row.product.description
      }
    },
    read: { row, column, typed in
      guard column.isNumber else {
        let isEmpty = typed.isEmpty && column != .code
        return isEmpty ? .failure(FormFault("it cannot be empty")) : .success(typed)
      }
      if column == .sale, typed.isEmpty { return .success("") }
      guard let typedNumber = Int(typed) else { return .failure(FormFault("this is no number")) }
      let isRelative = typed.hasPrefix("+") || typed.hasPrefix("-")
      let now = column == .stock ? row.product.stock ?? 0 : number(row.product.price)
      let new = isRelative ? now + typedNumber : typedNumber
      return new < 0 ? .failure(FormFault("it would be below 0")) : .success("\(new)")
    },
    changed: { row, texts in
      var row = row
      func money(_ text: String?) -> Money? {
        text.flatMap { Decimal(string: $0) }.map { Money($0, .krw) }
      }
      if let name = texts[.name] { row.product.name = name }
      if let text = texts[.description] { row.product.description = text }
      if let code = texts[.code] { row.code = code }
      if let price = money(texts[.price]) { row.product.price = price }
      if let paid = money(texts[.sale]) { row.product.salePrice = paid }
      if let stock = texts[.stock].flatMap({ Int($0) }) { row.product.stock = stock }
      return .success(row)
    })

  private static func number(_ money: Money?) -> Int { money.flatMap { Int("\($0.amount)") } ?? 0 }

  var model: SheetModel
  /// The listings of the market, the newest first.
  var rows: [ListingRow]
  var requests: [BrowseRequest] = []
  var details: [Int] = []
  var allQueries: [ListQuery] = []
  var saved: SheetPlace?
  var copied: String?
  var end: SheetEnd?

  init(
    count: Int = 250, columns: Int = 100, rows height: Int = 24,
    changes: SheetChanges = SheetChanges(), search: String? = nil,
    catalog: MessageCatalog = .english
  ) {
    rows = (0..<count).map {
      var product = BrowseSample.product(1000 - $0)
      product.vendor = Vendor(id: 7, name: "도자기공방")
      return ListingRow(product, code: $0.isMultiple(of: 3) ? "M-\(1000 - $0)" : nil)
    }
    var filter = ListQuery.Filter()
    filter.isMine = true
    filter.search = search
    var place = SheetPlace(
      BrowsePlace.List(
        query: ListQuery(filter: filter, perPage: 100), rows: [:], total: nil, own: nil, cursor: 0,
        top: 0))
    place.changes = changes
    let size = TerminalSize(columns: columns, rows: height)
    model = SheetModel(
      place, rules: Self.rules, viewport: BrowseSample.viewport(size, catalog), size: size)
    carryOut(model.start())
  }

  /// The rows of the window as text.
  var text: [String] { mutating get { model.screen()?.frame.rows.map(\.plain) ?? [] } }

  mutating func handle(_ event: SheetEvent) { carryOut(model.handle(event)) }

  mutating func press(_ keys: Key...) { for key in keys { handle(.input(.key(key))) } }

  mutating func type(_ text: String) {
    for character in text { press(character == "\r" ? Key(.enter) : .text(String(character))) }
  }

  mutating func answer(at index: Int = 0) {
    let request = requests.remove(at: index)
    let start = (request.query.page - 1) * request.query.perPage
    let page = Array(rows.dropFirst(start).prefix(request.query.perPage))
    handle(
      .page(request, .success(BrowsePage(rows: page, total: rows.count, own: BrowseSample.own))))
  }

  /// Answers everything that was asked.
  mutating func answerAll() {
    while !requests.isEmpty || !details.isEmpty || !allQueries.isEmpty {
      if !requests.isEmpty { answer() }
      if allQueries.popLast() != nil { handle(.all(.success(rows))) }
      guard let id = details.popLast(), let row = rows.first(where: { $0.product.id == id })
      else { continue }
      var product = row.product
      product.description = product.description ?? "Loaded text of \(id)."
      handle(.detail(id, .success(product)))
    }
  }

  private mutating func carryOut(_ effects: [SheetEffect]) {
    for effect in effects {
      switch effect {
      case .load(let request): requests.append(request)
      case .loadDetail(let id): details.append(id)
      case .loadAll(let query): allQueries.append(query)
      case .save(let place): saved = place
      case .copy(let text): copied = text
      case .leave(let end): self.end = end
      case .suspend, .forgetLists: break
      }
    }
  }

  /// The value that was typed into a cell.
  func typed(_ listing: Int, _ column: SheetColumn) -> String? {
    model.changes.cells[listing]?[column]?.new
  }
}
