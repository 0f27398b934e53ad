import Foundation

/// Reads a page of v3 without a value for each member of its rows.
///
/// It reads the form in which ``ListProducts/response(_:rows:base:hasExactDates:)`` writes them; rows
/// of another form are read as values. This halves the time of reading a long list.
struct ProductPageReader {
  /// A row of the page.
  enum Row {
    case product(Product)
    /// A row of another form.
    case value(JSON)
  }

  private var reader: JSONReader
  /// Texts that most rows share with the row before them.
  private var vendorName = RepeatedText()
  private var currency = RepeatedText()

  /// Returns the envelope without its rows, and the rows; nil if the text has another form.
  static func read(_ bytes: [UInt8]) -> (envelope: JSONObject, rows: [Row])? {
    try? JSONReader.read(bytes) { (reader) throws(JSONError) in
      var page = ProductPageReader(reader: reader)
      return try page.page()
    }
  }

  private init(reader: JSONReader) {
    self.reader = reader
  }

  private mutating func page() throws(JSONError) -> (envelope: JSONObject, rows: [Row])? {
    var envelope = JSONObject()
    var rows: [Row]?
    guard skip("{") else { return nil }
    repeat {
      guard reader.peek == UInt8(ascii: "\"") else { return nil }
      let key = try reader.readString()
      guard skip(":") else { return nil }
      if key == "pages" {
        guard rows == nil, let read = try self.rows() else { return nil }
        rows = read
      } else {
        envelope.append(key, try reader.read(depth: 1))
      }
    } while skip(",")
    guard skip("}"), reader.peek == nil, let rows else { return nil }
    return (envelope, rows)
  }

  private mutating func rows() throws(JSONError) -> [Row]? {
    guard skip("[") else { return nil }
    if skip("]") { return [] }
    var rows: [Row] = []
    repeat {
      let start = reader.index
      if let product = try product() {
        rows.append(.product(product))
      } else {
        reader.index = start
        rows.append(.value(try reader.read(depth: 2)))
      }
    } while skip(",")
    return skip("]") ? rows : nil
  }

  /// Reads a row of the usual form; nil for another form, after which the position is undefined.
  private mutating func product() throws(JSONError) -> Product? {
    guard skip("{\"id\":"), let id = integer(), skip(",\"vendor_id\":"), let vendorID = integer(),
      skip(",\"vendorName\":"), let vendorName = try text(repeating: \.vendorName),
      skip(",\"name\":"), let name = try text()
    else { return nil }
    var product = Product(id: id, vendor: Vendor(id: vendorID, name: vendorName), name: name)
    guard skip(",\"description\":") else { return nil }
    if !skip("null") {
      guard let description = try text() else { return nil }
      product.description = description
    }
    guard skip(",\"thumbnail\":"), let thumbnail = try text(),
      skip(",\"currency\":"), let code = try text(repeating: \.currency), !code.isEmpty,
      skip(",\"price\":"), let price = amount(),
      skip(",\"bargain_price\":"), let salePrice = amount(),
      skip(",\"discounted_price\":"), let discount = amount(),
      skip(",\"stock\":"), let stock = integer(),
      skip(",\"created_at\":"), let created = date(), skip(",\"issued_at\":"), let issued = date()
    else { return nil }
    let currency = Currency(rawValue: code)
    product.thumbnail = thumbnail
    product.price = Money(price, currency)
    product.salePrice = Money(salePrice, currency)
    product.discount = Money(discount, currency)
    product.stock = stock
    product.createdAt = created
    product.issuedAt = issued
    if skip(",\"created_at_exact\":") {
      guard let created = date(), skip(",\"issued_at_exact\":"), let issued = date() else {
        return nil
      }
      product.createdAtExact = created
      product.issuedAtExact = issued
    }
    return skip("}") ? product : nil
  }

  /// Skips a text if it comes next.
  private mutating func skip(_ text: StaticString) -> Bool {
    let end = reader.index + text.utf8CodeUnitCount
    guard end <= reader.bytes.count else { return false }
    for offset in 0..<text.utf8CodeUnitCount
    where reader.bytes[reader.index + offset] != text.utf8Start[offset] { return false }
    reader.index = end
    return true
  }

  private mutating func text() throws(JSONError) -> String? {
    guard reader.peek == UInt8(ascii: "\"") else { return nil }
    return try reader.readString()
  }

  /// Reads a text that is often the same as in the row before.
  private mutating func text(
    repeating last: WritableKeyPath<Self, RepeatedText>
  ) throws(JSONError) -> String? {
    let start = reader.index
    let (length, known) = (self[keyPath: last].range.count, self[keyPath: last])
    let isSame =
      length > 0 && start + length <= reader.bytes.count
      && (0..<length).allSatisfy {
        reader.bytes[start + $0] == reader.bytes[known.range.lowerBound + $0]
      }
    if isSame {
      reader.index += length
      return known.text
    }
    guard let text = try text() else { return nil }
    self[keyPath: last] = RepeatedText(range: start..<reader.index, text: text)
    return text
  }

  /// Reads a whole number without a sign and with at most 18 digits.
  private mutating func integer() -> Int? {
    digits().map { Int($0) }
  }

  /// Reads an amount such as `12000.0`.
  private mutating func amount() -> Decimal? {
    guard var value = digits() else { return nil }
    guard skip(".") else { return Decimal(value) }
    var places = 0
    while let byte = reader.peek, (48...57).contains(byte) {
      guard places < 18, value < 100_000_000_000_000_000 else { return nil }
      value = value * 10 + Int64(byte - 48)
      places += 1
      reader.index += 1
    }
    return places > 0 ? Decimal(value, places: places) : nil
  }

  /// Reads at most 18 digits without zeros in front.
  private mutating func digits() -> Int64? {
    let start = reader.index
    var value: Int64 = 0
    while let byte = reader.peek, (48...57).contains(byte) {
      guard reader.index - start < 18 else { return nil }
      value = value * 10 + Int64(byte - 48)
      reader.index += 1
    }
    let count = reader.index - start
    guard count > 0, count == 1 || reader.bytes[start] != 48 else { return nil }
    return value
  }

  /// Reads a date in quotes.
  private mutating func date() -> WireDate? {
    guard skip("\"") else { return nil }
    let start = reader.index
    while let byte = reader.peek, byte != UInt8(ascii: "\"") { reader.index += 1 }
    let text = UnsafeBufferPointer(rebasing: reader.bytes[start..<reader.index])
    guard skip("\"") else { return nil }
    return WireDate(utf8: text)
  }
}

/// A text, and its position in the page with its quotes.
private struct RepeatedText {
  var range = 0..<0
  var text = ""
}
