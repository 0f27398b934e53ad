/// Filters and orders as items of a query, written by the client and read by the service (API 7).
import Foundation

extension ListingFilter {
  /// The items that say it, in a fixed order; none for all listings.
  var queryItems: [RequestTarget.Item] {
    var items: [RequestTarget.Item] = []
    func add(_ name: String, _ value: String?) {
      if let value { items.append(.init(name: name, value: value)) }
    }
    if let search, !search.isEmpty { add("search_value", search) }
    add("min_price", minPrice.map { JSONNumber.decimal($0).literal })
    add("max_price", maxPrice.map { JSONNumber.decimal($0).literal })
    add("currency", currency?.rawValue)
    add("vendor", vendor?.queryText)
    add("below", below.map(String.init))
    add("since", since?.exactText)
    add("until", until?.exactText)
    add("in_stock", isInStock ? "1" : nil)
    add("sold_out", isSoldOut ? "1" : nil)
    add("discounted", isDiscounted ? "1" : nil)
    return items
  }

  /// Reads the items of a query; other items are passed over.
  init(target: RequestTarget) throws(RequestError) {
    self.init()
    let query = QueryReader(target: target)
    search = target["search_value"].flatMap { $0.isEmpty ? nil : $0 }
    minPrice = try query.amount("min_price")
    maxPrice = try query.amount("max_price")
    currency = try query.value("currency", "three letters such as KRW") { text in
      text.utf8.count == 3 && text.utf8.allSatisfy { (65...90).contains($0 & 0xDF) }
        ? Currency(rawValue: text) : nil
    }
    vendor = try query.value("vendor", "the id or the name of a shop", VendorFilter.init)
    below = try query.wholeNumber("below", Int.min...Int.max)
    since = try query.moment("since")
    until = try query.moment("until")
    isInStock = try query.flag("in_stock")
    isSoldOut = try query.flag("sold_out")
    isDiscounted = try query.flag("discounted")
  }
}

extension VendorFilter {
  /// A name that would be taken for a number stands in quotes, and so does one that begins with a
  /// quote.
  fileprivate var queryText: String {
    switch self {
    case .id(let id): String(id)
    case .name(let name):
      name.utf8.allSatisfy(Self.isDigit) || name.utf8.first == UInt8(ascii: "\"")
        ? "\"\(name)\"" : name
    }
  }

  fileprivate init?(queryText text: String) {
    let bytes = text.utf8
    if bytes.isEmpty { return nil }
    if bytes.allSatisfy(Self.isDigit) {
      // What does not fit in 64 bits is no shop's number.
      self = .id(Int(text) ?? .max)
    } else if bytes.count > 1, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") {
      self = .name(String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self))
    } else {
      self = .name(text)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}

extension ListingSort {
  /// The item that says it; none for the order that every market has.
  var queryItems: [RequestTarget.Item] { isDefault ? [] : [.init(name: "sort", value: text)] }

  /// Reads the item of a query; the newest first where there is none.
  init(target: RequestTarget) throws(RequestError) {
    let keys = Key.allCases.map(\.rawValue).joined(separator: ", ")
    self =
      try QueryReader(target: target).value(
        "sort", "\(keys), or one of them with - in front", ListingSort.init(text:)) ?? .newest
  }
}

/// Reads the items of a query, each by what it has to be.
struct QueryReader {
  let target: RequestTarget

  /// The value that `read` makes of an item; nil where the item is not there.
  func value<T>(
    _ name: String, _ expected: String, _ read: (String) -> T?
  ) throws(RequestError) -> T? {
    guard let text = target[name] else { return nil }
    guard let value = read(text) else {
      throw .query(name: name, value: text, expected: expected)
    }
    return value
  }

  /// Digits, with `-` in front where the range allows it.
  func wholeNumber(_ name: String, _ range: ClosedRange<Int>) throws(RequestError) -> Int? {
    let expected =
      switch (range.lowerBound, range.upperBound) {
      case (.min, .max): "a whole number"
      case (let low, .max): "a whole number from \(low)"
      case (let low, let high): "a whole number from \(low) to \(high)"
      }
    return try value(name, expected) { text in
      guard let value = Int(text), range.contains(value), text.utf8.first != UInt8(ascii: "+")
      else { return nil }
      return value
    }
  }

  /// A number as JSON spells it.
  func amount(_ name: String) throws(RequestError) -> Decimal? {
    try value(name, "an amount such as 12000 or 9.99") { text in
      guard text.utf8.count <= 64, case .number(let number) = try? JSON(parsing: text.utf8),
        number.literal == text
      else { return nil }
      return number.decimalValue
    }
  }

  /// A day or a moment, in UTC.
  func moment(_ name: String) throws(RequestError) -> WireDate? {
    try value(name, "a moment such as 2026-11-03T00:00:00Z", WireDate.init(text:))
  }

  /// False where the item is not there.
  func flag(_ name: String) throws(RequestError) -> Bool {
    try value(name, "1 or 0") { text in
      switch text {
      case "1", "true": true
      case "0", "false": false
      default: nil
      }
    } ?? false
  }
}
