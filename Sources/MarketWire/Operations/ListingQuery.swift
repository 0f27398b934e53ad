import Foundation

extension ListingFilter {
  /// The query parameters of the filter, in a fixed order; none for all listings.
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

  /// Decodes the filter in a query; other parameters are ignored.
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
  /// The parameter value: a name is quoted if it could be read as a number or begins with a quote.
  fileprivate var queryText: String {
    switch self {
    case .id(let id): String(id)
    case .name(let name):
      name.utf8.allSatisfy(\.isDigit) || name.utf8.first == UInt8(ascii: "\"")
        ? "\"\(name)\"" : name
    }
  }

  fileprivate init?(queryText text: String) {
    let bytes = text.utf8
    if bytes.isEmpty { return nil }
    if bytes.allSatisfy(\.isDigit) {
      // A number that does not fit into 64 bits is not the id of any shop.
      self = .id(Int(text) ?? .max)
    } else if bytes.count > 1, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") {
      self = .name(String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self))
    } else {
      self = .name(text)
    }
  }
}

extension ListingSort {
  /// The query parameter of the order; none for the default order.
  var queryItems: [RequestTarget.Item] { isDefault ? [] : [.init(name: "sort", value: text)] }

  /// Decodes the order in a query, ``newest`` if there is none.
  init(target: RequestTarget) throws(RequestError) {
    let keys = Key.allCases.map(\.rawValue).joined(separator: ", ")
    self =
      try QueryReader(target: target).value(
        "sort", "\(keys), or one of them after a -", ListingSort.init(text:)) ?? .newest
  }
}

/// A typed view of query parameters.
struct QueryReader {
  let target: RequestTarget

  /// Returns the result of `read`, or nil if the parameter is absent.
  func value<T>(
    _ name: String, _ expected: String, _ read: (String) -> T?
  ) throws(RequestError) -> T? {
    guard let text = target[name] else { return nil }
    guard let value = read(text) else {
      throw .query(name: name, value: text, expected: expected)
    }
    return value
  }

  /// Returns an integer within a range, written in digits after an optional `-`.
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

  /// Returns a number in the form of JSON.
  func amount(_ name: String) throws(RequestError) -> Decimal? {
    try value(name, "an amount such as 12000 or 9.99") { text in
      guard text.utf8.count <= 64, case .number(let number) = try? JSON(parsing: text.utf8),
        number.literal == text
      else { return nil }
      return number.decimalValue
    }
  }

  /// Returns a day or a moment in UTC.
  func moment(_ name: String) throws(RequestError) -> WireDate? {
    try value(name, "a date such as 2026-11-03T00:00:00Z", WireDate.init(text:))
  }

  /// Returns a boolean, false if the parameter is absent.
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
