import Batches
import Foundation
import MarketWire
import Messages
import SellerFiles
import SellerSession

/// Discounts that begin and end by themselves.
struct Sale: Sendable {
  enum State: String, Sendable {
    case planned, running, ended

    var word: Message {
      switch self {
      case .planned: "planned"
      case .running: "running"
      case .ended: "ended"
      }
    }
  }

  /// A listing with its amounts as they were planned.
  struct Item: Sendable {
    let listing: Int
    let price: Decimal
    /// The discount before and after the sale.
    let before: Decimal
    let during: Decimal
    /// Whether the sale has set its discount, or may have, which its end takes back.
    var isSet = false
  }

  var number = 0
  /// The command that planned it.
  let command: String
  let from: WireDate
  let until: WireDate
  var state = State.planned
  var items: [Item]

  var hasBegun: Bool { items.contains(where: \.isSet) }

  mutating func mark(_ listings: [Int], isSet: Bool) {
    let listings = Set(listings)
    for index in items.indices where listings.contains(items[index].listing) {
      items[index].isSet = isSet
    }
  }

  /// What lists of batches say about its beginning.
  var beginCommand: String { "tick, begin of sale \(number)" }

  /// What is due: whether it begins or ends; nil for neither.
  func due(at now: WireDate) -> State? {
    switch state {
    case .planned where until <= now: .ended
    case .planned where from <= now: .running
    case .running where until <= now: .ended
    default: nil
    }
  }
}

extension CommandContext {
  /// The sales of the account. One whose beginning was taken back has ended.
  func sales() throws -> [Sale] {
    try SaleStore(market).sales().map { sale in
      var sale = sale
      if sale.state == .running, try isUndone(sale) { sale.state = .ended }
      return sale
    }
  }

  private func isUndone(_ sale: Sale) throws -> Bool {
    try beginning(of: sale, onlyUndoable: false) != nil
      && beginning(of: sale, onlyUndoable: true) == nil
  }

  /// The batch that began a sale; nil if there is none, or the journal has forgotten it.
  func beginning(of sale: Sale, onlyUndoable: Bool) throws -> Int? {
    var filter = try changeFilter()
    (filter.since, filter.limit) = (.milliseconds(sale.from.milliseconds), .max)
    filter.onlyUndoable = onlyUndoable
    return try market.journal.counts(of: filter).first {
      $0.batch.plan.command == sale.beginCommand
    }?.batch.id
  }
}

/// The sales of an account, in a file of this computer.
struct SaleStore: Sendable {
  private let file: PrivateFile

  init(_ market: CurrentMarket) throws {
    file = PrivateFile(path: try DraftStore(market).salesPath)
  }

  func sales() throws(FileError) -> [Sale] {
    guard let value = try file.read() else { return [] }
    guard let array = value.objectValue?["sales"]?.arrayValue else {
      throw FileError(path: file.path, reason: .damaged("it has no sales"))
    }
    return array.compactMap(\.objectValue).compactMap(Self.sale)
  }

  /// Changes the sales while no other process does.
  func change(_ change: (inout [Sale]) -> Void) throws(FileError) {
    try file.withLock { () throws(FileError) in
      var sales = try self.sales()
      change(&sales)
      try file.write(.object(["sales": .array(sales.map { .object(Self.object($0)) })]))
    }
  }

  /// Adds a sale, and returns its number.
  func add(_ sale: Sale) throws(FileError) -> Int {
    var number = 0
    try change { sales in
      number = (sales.map(\.number).max() ?? 0) + 1
      var sale = sale
      sale.number = number
      sales.append(sale)
    }
    return number
  }

  /// Stores how far a sale is, unless it was forgotten.
  func update(_ sale: Sale) throws(FileError) {
    try change { sales in
      for index in sales.indices where sales[index].number == sale.number { sales[index] = sale }
    }
  }

  private static func sale(_ object: JSONObject) -> Sale? {
    guard let number = object["number"]?.intValue, let command = object["command"]?.stringValue,
      let from = object["from"]?.stringValue.flatMap(WireDate.init(text:)),
      let until = object["until"]?.stringValue.flatMap(WireDate.init(text:)),
      let state = object["state"]?.stringValue.flatMap(Sale.State.init)
    else { return nil }
    let items = (object["listings"]?.arrayValue ?? []).compactMap(\.objectValue)
      .compactMap { item($0, isSet: state == .running) }
    return Sale(
      number: number, command: command, from: from, until: until, state: state, items: items)
  }

  /// - Parameter isSet: what earlier versions did not store.
  private static func item(_ object: JSONObject, isSet: Bool) -> Sale.Item? {
    func amount(_ name: String) -> Decimal? {
      object[name]?.stringValue.flatMap { Decimal(string: $0) }
    }
    guard let id = object["id"]?.intValue, let price = amount("price"),
      let before = amount("before"), let during = amount("during")
    else { return nil }
    return Sale.Item(
      listing: id, price: price, before: before, during: during,
      isSet: object["set"]?.boolValue ?? isSet)
  }

  private static func object(_ sale: Sale) -> JSONObject {
    let items = sale.items.map { item -> JSON in
      .object([
        "id": .integer(item.listing), "price": .string("\(item.price)"),
        "before": .string("\(item.before)"), "during": .string("\(item.during)"),
        "set": .bool(item.isSet),
      ])
    }
    return [
      "number": .integer(sale.number), "command": .string(sale.command),
      "from": .string(sale.from.exactText), "until": .string(sale.until.exactText),
      "state": .string(sale.state.rawValue), "listings": .array(items),
    ]
  }
}
