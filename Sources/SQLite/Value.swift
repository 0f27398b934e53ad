/// A value as SQLite stores it, for binding to the parameters of a statement.

/// One of the five storage classes of SQLite.
public enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  /// Text in UTF-8; it may contain U+0000.
  case text(String)
  case blob([UInt8])
}

extension Value {
  /// An integer, or NULL for nil.
  public init(_ number: Int64?) {
    self = number.map(Value.integer) ?? .null
  }

  /// An integer, or NULL for nil.
  public init(_ number: Int?) {
    self = number.map { .integer(Int64($0)) } ?? .null
  }

  /// 1 or 0, since SQLite has no truth values.
  public init(_ flag: Bool) {
    self = .integer(flag ? 1 : 0)
  }

  /// Text, or NULL for nil.
  public init(_ text: String?) {
    self = text.map(Value.text) ?? .null
  }
}

extension Value: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  public init(nilLiteral: ()) {
    self = .null
  }

  public init(integerLiteral value: Int64) {
    self = .integer(value)
  }

  public init(stringLiteral value: String) {
    self = .text(value)
  }
}
