/// A value that was read together with what could not be.

/// Something in an answer that could not be read; the rest was kept.
public struct DecodingIssue: Hashable, Sendable, CustomStringConvertible {
  /// Where it stands, such as `$.pages[3].price`.
  public let path: String
  /// What was expected there.
  public let expected: String
  /// What was found.
  public let found: String

  /// Something at `path` that is not what was expected.
  public init(path: String, expected: String, found: String) {
    self.path = path
    self.expected = expected
    self.found = found
  }

  public var description: String { "\(path): expected \(expected), found \(found)" }
}

/// A value and the issues met on the way.
public struct Decoded<Value: Sendable>: Sendable {
  /// What could be read.
  public var value: Value
  /// What could not; empty where nothing was lost.
  public var issues: [DecodingIssue]

  /// A value with its issues.
  public init(_ value: Value, issues: [DecodingIssue] = []) {
    self.value = value
    self.issues = issues
  }
}

/// Why an answer as a whole could not be read.
public enum ResponseError: Error, Hashable, Sendable {
  /// The body is not JSON.
  case notJSON(JSONError)
  /// The body is JSON of another shape.
  case unexpected(DecodingIssue)
}

/// Reads members of objects, noting what is missing or of another kind.
struct MemberReader {
  var issues: [DecodingIssue] = []

  /// Notes that `path` holds `found`, or nothing.
  mutating func note(_ path: String, expected: String, found: JSON?) {
    issues.append(
      DecodingIssue(path: path, expected: expected, found: found.map(\.kind) ?? "nothing"))
  }

  /// The value that `read` makes of `value`; notes an issue where it makes none.
  mutating func take<T>(
    _ value: JSON?, _ path: @autoclosure () -> String, _ expected: String, _ read: (JSON) -> T?
  ) -> T? {
    if let value, let result = read(value) { return result }
    note(path(), expected: expected, found: value)
    return nil
  }

  /// Like ``take(_:_:_:_:)``, but an absent member is no issue.
  mutating func takeIfPresent<T>(
    _ value: JSON?, _ path: @autoclosure () -> String, _ expected: String, _ read: (JSON) -> T?
  ) -> T? {
    value == nil ? nil : take(value, path(), expected, read)
  }
}
