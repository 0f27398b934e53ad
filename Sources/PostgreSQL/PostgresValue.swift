/// A parameter of a statement.
public enum PostgresValue: Hashable, Sendable {
  /// NULL.
  case null
  /// A number of any integer type.
  case integer(Int64)
  /// A double.
  case real(Double)
  /// A text without NUL.
  case text(String)
  /// Bytes.
  case blob([UInt8])
  /// An array of integers.
  case integers([Int])

  /// An integer.
  public init(_ value: Int) { self = .integer(Int64(value)) }
  /// A boolean.
  public init(_ value: Bool) { self = .text(value ? "t" : "f") }
  /// A text, or NULL.
  public init(_ value: String?) { self = value.map { .text($0) } ?? .null }

  /// The bytes for libpq: text, apart from blobs; nil for NULL.
  var bytes: [UInt8]? {
    switch self {
    case .null: nil
    case .integer(let value): Array(String(value).utf8)
    case .real(let value): Array(String(value).utf8)
    case .text(let value): Array(value.utf8)
    case .blob(let value): value
    case .integers(let values):
      Array("{\(values.map(String.init).joined(separator: ","))}".utf8)
    }
  }

  var isBinary: Bool {
    if case .blob = self { true } else { false }
  }
}
