/// A JSON value that keeps the order of members and the spelling of numbers.
public import Foundation

/// A JSON value (RFC 8259).
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSON])
  case object(JSONObject)

  /// A whole number.
  public static func integer(_ value: Int) -> JSON { .number(JSONNumber(literal: String(value))) }

  /// A decimal number in the spelling of the old server; see ``JSONNumber/double(_:)``.
  /// JSON has no word for what is not a number: that is null.
  public static func double(_ value: Decimal) -> JSON {
    value.isFinite ? .number(.double(value)) : .null
  }

  /// A decimal number written plainly: no exponent, no needless zeros.
  /// What is not a number is null.
  public static func decimal(_ value: Decimal) -> JSON {
    value.isFinite ? .number(.decimal(value)) : .null
  }

  /// The text of a string value.
  public var stringValue: String? { if case .string(let text) = self { text } else { nil } }
  /// The value of a boolean.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number as a whole number, also where it is spelt `3.0` or `1E2`; nil when it is not one.
  public var intValue: Int? { if case .number(let number) = self { number.intValue } else { nil } }
  /// The number in decimal.
  public var decimalValue: Decimal? {
    if case .number(let number) = self { number.decimalValue } else { nil }
  }
  /// The elements of an array.
  public var arrayValue: [JSON]? { if case .array(let values) = self { values } else { nil } }
  /// The members of an object.
  public var objectValue: JSONObject? { if case .object(let object) = self { object } else { nil } }

  /// What kind of value this is, in words for a message.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The members of an object in order; of a doubled key the last one counts (API 8).
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// The members in the order in which they stood, with doubled keys as they stood.
  public private(set) var members: [(key: String, value: JSON)] = []

  /// No members.
  public init() {}

  /// The members in the order of the literal.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    members = elements.map { (key: $0.0, value: $0.1) }
  }

  /// The last value of `key`; setting replaces it in its place or appends it, nil removes it.
  public subscript(key: String) -> JSON? {
    get { members.last { $0.key == key }?.value }
    set {
      guard let newValue else { return members.removeAll { $0.key == key } }
      if let index = members.lastIndex(where: { $0.key == key }) {
        members[index].value = newValue
      } else {
        members.append((key, newValue))
      }
    }
  }

  /// Appends a member without looking for an earlier one of the same key.
  public mutating func append(_ key: String, _ value: JSON) {
    members.append((key, value))
  }

  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members.elementsEqual(right.members) { $0.key == $1.key && $0.value == $1.value }
  }

  public func hash(into hasher: inout Hasher) {
    for member in members {
      hasher.combine(member.key)
      hasher.combine(member.value)
    }
  }
}
