/// A value in one of SQLite's five storage classes.
public enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  /// A floating-point number; SQLite stores NaN as NULL.
  case real(Double)
  /// A text; it may contain U+0000.
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

  /// 1 or 0, because SQLite has no Boolean type.
  public init(_ flag: Bool) {
    self = .integer(flag ? 1 : 0)
  }

  /// A text, or NULL for nil.
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
