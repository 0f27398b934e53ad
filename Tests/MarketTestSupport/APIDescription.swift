import Foundation
public import MarketWire

/// The description of an API in the form of OpenAPI, and what an answer has that it does not describe.
public struct APIDescription: Sendable {
  private let document: JSON

  public init(_ document: JSON) { self.document = document }

  /// What the description does not allow of an answer; empty for a path that it does not have.
  public func problems(with response: HTTPResponse, to request: HTTPRequest) -> [String] {
    let place = "\(request.method.rawValue) \(request.target) → \(response.status)"
    guard let path = path(of: request.target) else { return [] }
    let method = request.method == .head ? "get" : request.method.rawValue.lowercased()
    guard let operation = path[method]?.objectValue else {
      return [404, 405].contains(response.status) ? [] : ["\(place): no such operation"]
    }
    guard let found = operation["responses"]?.objectValue?["\(response.status)"] else {
      return ["\(place): no such status"]
    }
    let described = resolved(found).objectValue ?? [:]
    guard let content = described["content"]?.objectValue else {
      return response.body.isEmpty || described["description"] != nil && response.status >= 400
        ? [] : ["\(place): no body is described"]
    }
    let type = (response.headers[.contentType] ?? "").prefix { $0 != ";" }
    guard let media = content[String(type)]?.objectValue else {
      return ["\(place): no media type \(type)"]
    }
    guard request.method != .head, let schema = media["schema"], type != "image/jpeg",
      type != "image/png"
    else { return [] }
    let value =
      type == "application/json"
      ? (try? JSON(parsing: response.body)) ?? .null
      : .string(String(decoding: response.body, as: UTF8.self))
    return problems(value, schema, at: "$").map { "\(place): \($0)" }
  }

  /// The operations at a path: a number, a token or a name stands for each part in braces.
  private func path(of target: String) -> JSONObject? {
    guard let found = try? RequestTarget(parsing: target) else { return nil }
    let paths = document.objectValue?["paths"]?.objectValue?.members ?? []
    return paths.first { template, _ in
      let parts = template.split(separator: "/")
      return parts.count == found.path.count
        && zip(parts, found.path).allSatisfy { $0.hasPrefix("{") || String($0) == $1 }
    }?.value.objectValue
  }

  private func resolved(_ value: JSON) -> JSON {
    guard let text = value.objectValue?["$ref"]?.stringValue else { return value }
    let parts = text.split(separator: "/").dropFirst()
    return parts.reduce(document) { $0.objectValue?[String($1)] ?? .null }
  }

  private func problems(_ value: JSON, _ schema: JSON, at path: String) -> [String] {
    guard let schema = resolved(schema).objectValue else { return ["\(path): no schema"] }
    if let any = schema["anyOf"]?.arrayValue {
      let all = any.map { problems(value, $0, at: path) }
      return all.contains([]) ? [] : all.min { $0.count < $1.count } ?? []
    }
    var found = (schema["allOf"]?.arrayValue ?? []).flatMap { problems(value, $0, at: path) }
    let types = schema["type"].map { $0.arrayValue ?? [$0] }?.compactMap(\.stringValue)
    if let types, !types.contains(where: { Self.has(value, $0) }) {
      return found + ["\(path): \(value.kind) is no \(types.joined(separator: " or "))"]
    }
    if let allowed = schema["enum"]?.arrayValue, !allowed.contains(value) {
      found.append("\(path): not one of the values")
    }
    found += bounds(value, schema, at: path)
    for (index, element) in (value.arrayValue ?? []).enumerated() {
      guard let items = schema["items"] else { break }
      found += problems(element, items, at: "\(path)[\(index)]")
    }
    guard let object = value.objectValue else { return found }
    for key in (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue)
    where object[key] == nil {
      found.append("\(path).\(key): is missing")
    }
    for (key, member) in schema["properties"]?.objectValue?.members ?? [] {
      if let present = object[key] { found += problems(present, member, at: "\(path).\(key)") }
    }
    return found
  }

  private func bounds(_ value: JSON, _ schema: JSONObject, at path: String) -> [String] {
    var found: [String] = []
    if let number = value.decimalValue {
      if let minimum = schema["minimum"]?.decimalValue, number < minimum {
        found.append("\(path): \(number) is less than \(minimum)")
      }
      if let maximum = schema["maximum"]?.decimalValue, number > maximum {
        found.append("\(path): \(number) is more than \(maximum)")
      }
    }
    if let text = value.stringValue, let pattern = schema["pattern"]?.stringValue,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      found.append("\(path): “\(text)” does not fit \(pattern)")
    }
    return found
  }

  private static func has(_ value: JSON, _ type: String) -> Bool {
    switch type {
    case "null": value == .null
    case "boolean": value.boolValue != nil
    case "integer": value.intValue != nil
    case "number": value.decimalValue != nil
    case "string": value.stringValue != nil
    case "array": value.arrayValue != nil
    case "object": value.objectValue != nil
    default: false
    }
  }
}
