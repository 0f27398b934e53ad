/// A part of a response that could not be decoded; the rest of the response was kept.
public struct DecodingIssue: Hashable, Sendable, CustomStringConvertible {
  /// The JSON path of the value, such as `$.pages[3].price`.
  public let path: String
  /// The expected kind of value, in words, such as `a number`.
  public let expected: String
  /// The kind of value found, in words, such as `null`, or `nothing` if there was none.
  public let found: String

  /// The most issues of a response; a hostile one could have millions.
  public static let limit = 10_000

  /// Creates an issue about the value at `path`.
  public init(path: String, expected: String, found: String) {
    self.path = path
    self.expected = expected
    self.found = found
  }

  /// The issue in one line, such as `$.pages[3].price: expected a number, found null`.
  public var description: String { "\(path): expected \(expected), found \(found)" }
}

/// A decoded value together with the issues found while decoding it.
///
/// ```swift
/// let page = try await client.products()
/// for issue in page.issues { print("not read: \(issue)") }
/// ```
public struct Decoded<Value: Sendable>: Sendable {
  /// The value, without the parts that could not be decoded.
  public var value: Value
  /// The parts that could not be decoded, at most ``DecodingIssue/limit``; empty if nothing was lost.
  public var issues: [DecodingIssue]

  /// Creates a decoded value.
  public init(_ value: Value, issues: [DecodingIssue] = []) {
    self.value = value
    self.issues = issues
  }
}

/// An error that makes a whole response unusable.
public enum ResponseError: Error, Hashable, Sendable {
  /// The body is not JSON.
  case notJSON(JSONError)
  /// The body is JSON or text of another shape than the operation returns.
  case unexpected(DecodingIssue)
}

/// Decodes members of JSON objects and collects an issue for each one that cannot be used.
struct MemberReader {
  var issues: [DecodingIssue] = []

  /// Adds an issue about the value at `path`; `found` is nil if there is none.
  mutating func report(_ path: @autoclosure () -> String, expected: String, found: JSON?) {
    guard issues.count < DecodingIssue.limit else { return }
    issues.append(
      DecodingIssue(path: path(), expected: expected, found: found.map(\.kind) ?? "nothing"))
  }

  /// Returns the result of `read`, or nil with an issue if the value is missing or unusable.
  mutating func take<T>(
    _ value: JSON?, _ path: @autoclosure () -> String, _ expected: String, _ read: (JSON) -> T?
  ) -> T? {
    if let value, let result = read(value) { return result }
    report(path(), expected: expected, found: value)
    return nil
  }

  /// Returns the same as ``take(_:_:_:_:)``, but a missing value adds no issue.
  mutating func takeIfPresent<T>(
    _ value: JSON?, _ path: @autoclosure () -> String, _ expected: String, _ read: (JSON) -> T?
  ) -> T? {
    value == nil ? nil : take(value, path(), expected, read)
  }
}
