import SQLite

/// The SQL in which the two databases differ.
enum SQLDialect {
  case sqlite, postgres

  /// The condition that a column has one of the numbers at a place.
  func isOneOf(_ column: String, _ place: String) -> String {
    switch self {
    case .sqlite: "\(column) IN (SELECT value FROM json_each(\(place)))"
    case .postgres: "\(column) = ANY (\(place))"
    }
  }

  /// A list of numbers for ``isOneOf(_:_:)``.
  func list(_ numbers: [Int]) -> Value {
    switch self {
    case .sqlite: .text("[\(numbers.map(String.init).joined(separator: ","))]")
    case .postgres: .integers(numbers)
    }
  }

  /// The condition that a row of a table is one of those that the rest of a statement selects.
  func isRow(of table: String, _ rest: String) -> String {
    switch self {
    case .sqlite: "rowid IN (SELECT rowid FROM \(table) \(rest))"
    case .postgres: "ctid = ANY (ARRAY(SELECT ctid FROM \(table) \(rest)))"
    }
  }

  /// The condition that a listing has all pairs of characters at a place.
  func hasPairs(_ place: String) -> String {
    switch self {
    case .sqlite: "product_gram MATCH \(place)"
    case .postgres: "grams @> \(place)"
    }
  }

  /// Pairs of characters for ``hasPairs(_:)``.
  func pairs(_ grams: [Int]) -> Value {
    switch self {
    case .sqlite: .text(grams.map { "\"\(String($0, radix: 36))\"" }.joined(separator: " "))
    case .postgres: .integers(grams)
    }
  }

  /// The function that returns the position of a text in another one, or 0.
  var position: String { self == .sqlite ? "instr" : "strpos" }

  /// The number of characters of a name by which lists are sorted: an index of PostgreSQL has no
  /// room for more.
  var sortedLength: Int { self == .sqlite ? .max : 256 }

  /// The columns of a listing that an edit changes.
  private var editedColumns: [String] {
    let columns = [
      "name", "description", "folded", "currency", "price", "discount", "stock", "thumbnail",
      "issued_at", "folded_name", "bargain", "share", "revision",
    ]
    return self == .sqlite ? columns : columns + ["grams"]
  }

  /// The statement of an edit; its last value is the id.
  var update: String { self == .sqlite ? Self.sqliteUpdate : Self.postgresUpdate }

  /// The table of listings, with its columns.
  var products: String { self == .sqlite ? Self.sqliteProducts : Self.postgresProducts }

  private static let sqliteUpdate = SQLDialect.sqlite.makeUpdate()
  private static let postgresUpdate = SQLDialect.postgres.makeUpdate()
  private static let sqliteProducts = SQLDialect.sqlite.makeProducts()
  private static let postgresProducts = SQLDialect.postgres.makeProducts()

  private func makeUpdate() -> String {
    let columns = editedColumns
    let assignments = columns.enumerated().map { "\($1) = $\($0 + 1)" }.joined(separator: ", ")
    return "UPDATE product SET \(assignments) WHERE id = $\(columns.count + 1)"
  }

  private func makeProducts() -> String {
    let columns = ["id", "vendor_id", "removal_id", "created_at", "bytes"] + editedColumns
    return "product (\(columns.joined(separator: ", ")))"
  }

  /// The places of rows with `width` values each, as `VALUES` needs them.
  static func places(_ rows: Int, width: Int) -> String {
    (0..<rows).map { row in
      "(\((1...width).map { "$\(row * width + $0)" }.joined(separator: ", ")))"
    }.joined(separator: ", ")
  }
}
