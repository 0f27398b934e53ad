import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketService

/// The description of the API, which each answer in these tests is compared with; see ``TestMarket``.
@Suite(.timeLimit(.minutes(60))) struct OpenAPITests {
  private static let description = APIDescription(OpenAPI.document)

  @Test func `it is served, and not again`() throws {
    let market = try TestMarket()
    let answer = market.respond(.get("/api/openapi.json"))
    #expect(answer.status == 200 && answer.headers[.contentType] == "application/json")
    #expect(try JSON(parsing: answer.body) == OpenAPI.document)
    let tag = try #require(answer.headers[.eTag])
    #expect(
      market.respond(.get("/api/openapi.json", headers: [.ifNoneMatch: tag])).status == 304)
    let original = try TestMarket { $0.hasExtensions = false }
    #expect(original.respond(.get("/api/openapi.json")).status == 404)
  }

  @Test func `each reference leads to a part of it`() throws {
    var missing: [String] = []
    func check(_ value: JSON) {
      for element in value.arrayValue ?? [] { check(element) }
      for (key, member) in value.objectValue?.members ?? [] {
        check(member)
        guard key == "$ref", let text = member.stringValue else { continue }
        let found = text.split(separator: "/").dropFirst()
          .reduce(OpenAPI.document) { $0.objectValue?[String($1)] ?? .null }
        if found == .null { missing.append(text) }
      }
    }
    check(OpenAPI.document)
    #expect(OpenAPI.document.objectValue != nil && missing == [])
  }

  @Test func `an answer that is not described is found`() {
    func problems(_ target: String, _ status: Int, _ body: String) -> [String] {
      Self.description.problems(
        with: HTTPResponse(
          status: status, headers: [.contentType: "application/json"], body: Array(body.utf8)),
        to: .get(target))
    }
    #expect(problems("/api/products/1", 418, "{}").count == 1)
    #expect(problems("/api/products/1", 404, "{\"code\":404,\"message\":\"x\"}") == [])
    #expect(problems("/api/products/1", 404, "{\"code\":\"404\",\"message\":\"x\"}").count == 1)
    #expect(problems("/api/products/1", 404, "[]").count == 1)
    #expect(problems("/api/products/1", 200, "{}").count == 14)
    #expect(problems("/api/products", 200, "{\"pages\":[]}").count > 1)
    #expect(problems("/shops/oak", 418, "") == [])
  }

  @Test(.enabled(if: Captures.areAvailable))
  func `it describes the answers of the training server`()
    throws
  {
    for (name, target) in [
      ("v3-list-junho15", "/api/products"), ("v3-list-taeangel", "/api/products"),
      ("v3-list-zhilly11", "/api/products"), ("v3-detail-junho15-32", "/api/products/32"),
      ("v3-detail-zhilly11", "/api/products/11"),
    ] {
      let response = HTTPResponse(
        status: 200, headers: [.contentType: "application/json"],
        body: try #require(try Captures.bytes("\(name).json")))
      #expect(Self.description.problems(with: response, to: .get(target)) == [], "\(name)")
    }
  }

  @Test func `the file for developers is what is served`() throws {
    let title = "# The API of a market, which serves it as JSON at /api/openapi.json.\n"
    Golden.expect(title + Self.yaml(OpenAPI.document), matches: "openapi.yaml")
  }

  /// A value in YAML: objects and arrays of objects by indentation, all others as in JSON.
  private static func yaml(_ value: JSON, indent: String = "") -> String {
    func line(_ start: String, _ value: JSON) -> String {
      let isNested =
        value.objectValue?.members.isEmpty == false
        || value.arrayValue?.contains { $0.objectValue != nil } == true
      guard isNested else {
        return "\(indent)\(start) \(String(decoding: value.bytes(), as: UTF8.self))\n"
      }
      return "\(indent)\(start)\n" + yaml(value, indent: indent + "  ")
    }
    if let elements = value.arrayValue {
      return elements.map { line("-", $0) }.joined()
    }
    return (value.objectValue?.members ?? []).map { key, member in
      let isPlain = key.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
      return line(isPlain ? "\(key):" : "\"\(key)\":", member)
    }.joined()
  }
}
