public import Foundation

/// A JSON value (RFC 8259) that keeps the order of members and the text of numbers.
///
/// ```swift
/// let json = try JSON(parsing: #"{"price": 12000.50, "name": "Oak mug"}"#)
/// print(json.objectValue?["price"]?.decimalValue ?? 0)  // 12000.5
/// print(JSON.object(["stock": .integer(5)]).text())
/// ```
public enum JSON: Hashable, Sendable {
  /// The value `null`.
  case null
  /// A boolean.
  case bool(Bool)
  /// A number.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object.
  case object(JSONObject)

  /// Returns an integer.
  public static func integer(_ value: Int) -> JSON { .number(JSONNumber(literal: String(value))) }

  /// Returns a number in the double format of the training server, or null for NaN.
  ///
  /// See ``JSONNumber/double(_:)``.
  public static func double(_ value: Decimal) -> JSON {
    value.isFinite ? .number(.double(value)) : .null
  }

  /// Returns a number without an exponent or trailing zeros, or null for NaN.
  public static func decimal(_ value: Decimal) -> JSON {
    value.isFinite ? .number(.decimal(value)) : .null
  }

  /// The string, or nil for another kind of value.
  public var stringValue: String? { if case .string(let text) = self { text } else { nil } }
  /// The boolean, or nil for another kind of value.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The number as an integer, or nil if it is not one; `3.0` and `1E2` are integers too.
  public var intValue: Int? { if case .number(let number) = self { number.intValue } else { nil } }
  /// The number as a decimal, or nil for another kind of value.
  public var decimalValue: Decimal? {
    if case .number(let number) = self { number.decimalValue } else { nil }
  }
  /// The elements of the array, or nil for another kind of value.
  public var arrayValue: [JSON]? { if case .array(let values) = self { values } else { nil } }
  /// The object, or nil for another kind of value.
  public var objectValue: JSONObject? { if case .object(let object) = self { object } else { nil } }

  /// The kind of the value in words for a message, such as `a number`.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The members of a JSON object, in order; of equal keys, the last one counts (API 8.1).
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// The members in their original order, including equal keys.
  public private(set) var members: [(key: String, value: JSON)] = []

  /// Creates an object without members.
  public init() {}

  /// Creates an object without members, with room for `capacity` of them.
  init(capacity: Int) {
    members.reserveCapacity(capacity)
  }

  /// Creates an object from a literal, in its order.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    members = elements.map { (key: $0.0, value: $0.1) }
  }

  /// The last value of a key; setting it replaces that value or appends a member, and nil removes
  /// all members of the key.
  public subscript(key: String) -> JSON? {
    get {
      // A loop over indices does not copy each member, and most other keys differ in length.
      let length = key.utf8.count
      for index in members.indices.reversed()
      where members[index].key.utf8.count == length && members[index].key == key {
        return members[index].value
      }
      return nil
    }
    set {
      guard let newValue else { return members.removeAll { $0.key == key } }
      if let index = members.lastIndex(where: { $0.key == key }) {
        members[index].value = newValue
      } else {
        members.append((key, newValue))
      }
    }
  }

  /// Appends a member without checking for an earlier one with the same key.
  public mutating func append(_ key: String, _ value: JSON) {
    members.append((key, value))
  }

  /// Compares the members including their order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members.elementsEqual(right.members) { $0.key == $1.key && $0.value == $1.value }
  }

  /// Hashes the members including their order.
  public func hash(into hasher: inout Hasher) {
    for member in members {
      hasher.combine(member.key)
      hasher.combine(member.value)
    }
  }
}
