import Foundation
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60)))
struct PhoneAppTests {
  /// A response, as `curl` received it.
  private struct Answer {
    var status = 0
    /// The header fields by their lowercase names.
    var headers: [String: String] = [:]
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }
    var object: JSONObject {
      get throws { try #require(try JSON(parsing: body).objectValue) }
    }
  }

  @Test func `an app lists, sells, changes and removes`() async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      let account = try await sandbox.account("은하 공방", in: folder)
      try await ServedMarket.run(at: sandbox, folder: folder) { market in
        try await Self.sell(at: sandbox, market, account)
        let token = try await Self.remove(at: sandbox, market, account)
        await market.logs("POST /api/products 201")
        for hidden in [account.identifier.revealed, account.secret.revealed, token] {
          #expect(!market.log.contains(hidden), "the log contains \(hidden)")
        }
      }
    }
  }

  /// Requests health, an empty list, a create with two pictures, the detail, the list, a search and
  /// an edit.
  private static func sell(
    at sandbox: Sandbox, _ market: ServedMarket, _ account: Credentials
  ) async throws {
    let products = "\(market.url)/api/products"
    let health = try await curl(at: sandbox, ["\(market.url)/healthChecker"])
    #expect(health.status == 200 && health.text == "\"OK\"")
    let empty = try await curl(
      at: sandbox,
      ["-H", "Content-Type: application/json", "\(products)?page_no=1&items_per_page=20"])
    #expect(try empty.object["totalCount"]?.intValue == 0)

    let params = """
      {"name": "머그 컵", "description": "한 덩어리를 깎아 만든 잔입니다.", "price": 12000, \
      "currency": "KRW", "discounted_price": 2000, "stock": 5, "secret": "\(account.secret.revealed)"}
      """
    let made = try await curl(
      at: sandbox,
      identified(account) + [
        "-F", "params=\(params);type=application/json", "-F", "images=@front.jpg;type=image/jpeg",
        "-F", "images=@back.png;type=image/png", products,
      ])
    #expect(made.status == 201, "\(made.text)")
    let listing = try made.object
    #expect(listing["bargain_price"]?.decimalValue == 10_000)
    #expect(listing["vendors"]?.objectValue?["name"]?.stringValue == "은하 공방")
    let id = try #require(listing["id"]?.intValue)

    let detail = try await curl(at: sandbox, ["\(products)/\(id)"])
    #expect(detail.status == 200 && detail.body == made.body)
    let list = try await curl(at: sandbox, ["\(products)?page_no=1&items_per_page=1"])
    let row = try #require(try list.object["pages"]?.arrayValue?.first?.objectValue)
    #expect(row["vendorName"]?.stringValue == "은하 공방" && row["images"] == nil)
    let found = try await curl(
      at: sandbox, ["-G", "--data-urlencode", "search_value=머그", products])
    #expect(try found.object["totalCount"]?.intValue == 1)
    try await edit(listing, id, at: sandbox, market, account)
  }

  private static func edit(
    _ listing: JSONObject, _ id: Int, at sandbox: Sandbox, _ market: ServedMarket,
    _ account: Credentials
  ) async throws {
    let images = (listing["images"]?.arrayValue ?? []).compactMap(\.objectValue)
    try #require(images.count == 2)
    let second = try #require(images[1]["id"]?.intValue)
    let edit = #"{"stock": 0, "thumbnail_id": \#(second), "secret": "\#(account.secret.revealed)"}"#
    let edited = try await curl(
      at: sandbox,
      identified(account) + json(edit) + ["-X", "PATCH", "\(market.url)/api/products/\(id)"])
    #expect(edited.status == 200, "\(edited.text)")
    #expect(try edited.object["stock"]?.intValue == 0)
    #expect(try edited.object["thumbnail"] == images[1]["thumbnail_url"])
    #expect(try edited.object["name"]?.stringValue == "머그 컵")
    for image in images { try await checkPictures(of: image, sandbox) }
  }

  /// Requests both sizes of a picture, and again with their entity tags.
  private static func checkPictures(of image: JSONObject, _ sandbox: Sandbox) async throws {
    for key in ["url", "thumbnail_url"] {
      let url = try #require(image[key]?.stringValue)
      let picture = try await curl(at: sandbox, [url])
      #expect(picture.status == 200)
      #expect(picture.headers["content-type"]?.hasPrefix("image/") == true)
      #expect(picture.headers["cache-control"]?.contains("immutable") == true)
      let tag = try #require(picture.headers["etag"])
      let again = try await curl(at: sandbox, ["-H", "If-None-Match: \(tag)", url])
      #expect(again.status == 304 && again.body.isEmpty)
    }
  }

  /// Removes a listing, after an attempt with a wrong secret.
  ///
  /// - Returns: The removal token.
  private static func remove(
    at sandbox: Sandbox, _ market: ServedMarket, _ account: Credentials
  ) async throws -> String {
    let products = "\(market.url)/api/products"
    let list = try await curl(at: sandbox, [products])
    let id = try #require(
      try list.object["pages"]?.arrayValue?.first?.objectValue?["id"]?.intValue)
    let wrong = try await curl(
      at: sandbox,
      identified(account) + json(#"{"secret": "wrong"}"#) + ["\(products)/\(id)/archived"])
    #expect(wrong.status == 401)
    #expect(try wrong.object["code"]?.intValue == 401)
    let secret = #"{"secret": "\#(account.secret.revealed)"}"#
    let archived = try await curl(
      at: sandbox, identified(account) + json(secret) + ["\(products)/\(id)/archived"])
    #expect(archived.status == 200 && archived.text.hasPrefix("/api/products/"))
    #expect(archived.headers["content-type"]?.hasPrefix("text/plain") == true)
    let removal = identified(account) + ["-X", "DELETE", market.url + archived.text]
    let removed = try await curl(at: sandbox, removal)
    #expect(removed.status == 200)
    #expect(try removed.object["id"]?.intValue == id)
    #expect(try await curl(at: sandbox, ["\(products)/\(id)"]).status == 404)
    #expect(try await curl(at: sandbox, removal).status == 404)
    #expect(try await curl(at: sandbox, [products]).object["totalCount"]?.intValue == 0)
    return String(archived.text.dropFirst("/api/products/".count))
  }

  private static func identified(_ account: Credentials) -> [String] {
    ["-H", "identifier: \(account.identifier.revealed)"]
  }

  private static func json(_ body: String) -> [String] {
    ["-H", "Content-Type: application/json", "-d", body]
  }

  private static func curl(at sandbox: Sandbox, _ arguments: [String]) async throws -> Answer {
    let base = "\(sandbox.root)/\(UUID().uuidString)"
    let launch = Launch(
      executable: "curl",
      arguments: ["-sS", "--max-time", "60", "-o", "\(base).body", "-D", "\(base).head"]
        + arguments,
      environment: sandbox.environment, folder: sandbox.folder)
    let result = try await sandbox.run(launch)
    try #require(result.exitCode == 0, "curl: \(result.error)")
    func bytes(_ end: String) -> [UInt8] {
      (try? Data(contentsOf: URL(filePath: "\(base).\(end)"))).map(Array.init) ?? []
    }
    var answer = Answer(body: bytes("body"))
    for line in String(decoding: bytes("head"), as: UTF8.self).split(separator: "\r\n") {
      if line.hasPrefix("HTTP/") {
        answer.status = Int(line.split(separator: " ")[1]) ?? 0
        answer.headers = [:]
      } else if let colon = line.firstIndex(of: ":") {
        let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        answer.headers[line[..<colon].lowercased()] = value
      }
    }
    return answer
  }
}
