import Foundation
import MarketTestSupport
import MarketWire
import Testing

/// The lines that `market serve` writes to stderr.
@Suite(.timeLimit(.minutes(60)))
struct ServerLogTests {
  /// The log of a server that has answered a list and a refused edit.
  private func log(_ format: String) async throws -> [String] {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      let account = try await sandbox.account("o\"k", in: folder)
      return try await ServedMarket.run(at: sandbox, folder: folder, ["--log", format]) { market in
        let answer = try market.get(
          "/api/products?page_no=1&x=secret",
          headers: "User-Agent: \"app\"\r\nReferer: http://a/b\r\nX-Request-Id: mine\r\n")
        let id = try #require(answer?["X-Request-Id"])
        #expect(answer?.status == 200 && id != "mine")
        let edit = EditProduct(id: 7, credentials: account, fields: ListingFields(stock: 1))
        let client = try RawClient(host: "127.0.0.1", port: market.port)
        #expect(try client.ask(edit.request).status == 404)
        market.child.send(SIGINT)
        #expect(try await market.child.exit() == .code(0))
        let lines = market.log.split(separator: "\n").map(String.init)
        #expect(format == "off" || lines.contains { $0.contains(id) }, "\(lines)")
        return lines
      }
    }
  }

  @Test func `a line of text has the id, the account, the listing and the reason`() async throws {
    let lines = try await log("text")
    let edit =
      #/[-\d]{10}T[:.\d]{12}Z 127\.0\.0\.1 PATCH /api/products/7 404 [\d.]+ ms \d+ bytes id=[-\w]+ account="o\\"k" listing=7 reason="listing not found"/#
    #expect(lines.contains { $0.wholeMatch(of: edit) != nil }, "\(lines)")
    let list = lines.first { $0.contains(" GET ") }
    #expect(list?.contains(" id=") == true && list?.contains("account") == false)
  }

  @Test func `a line of JSON has the id, the account, the listing and the reason`() async throws {
    let lines = try await log("json")
    let entries = lines.compactMap { try? JSON(parsing: Array($0.utf8)).objectValue }
    #expect(entries.count == lines.count)
    let list = try #require(entries.first { $0["method"]?.stringValue == "GET" })
    #expect(list["status"]?.intValue == 200 && list["agent"]?.stringValue == "\"app\"")
    #expect(list["target"]?.stringValue == "/api/products?page_no=1&x=***")
    #expect(list["account"] == nil && list["listing"] == nil && list["reason"] == nil)
    let edit = try #require(entries.first { $0["method"]?.stringValue == "PATCH" })
    #expect(edit["account"]?.stringValue == "o\"k" && edit["listing"]?.intValue == 7)
    #expect(edit["reason"]?.stringValue == "listing not found")
    let notices = entries.filter { $0["notice"] != nil }
    #expect(notices.count == 3 && notices.allSatisfy { $0["level"]?.stringValue == "info" })
    #expect(entries.allSatisfy { $0["time"]?.stringValue?.hasSuffix("Z") == true })
  }

  @Test func `combined lines end with the id, the account, the listing and the reason`()
    async throws
  {
    let lines = try await log("combined")
    let start = #/127\.0\.0\.1 - - \[\d\d/[A-Z][a-z]{2}/\d{4}:[\d:]{8} \+0000\]/#
    let list = #/ "GET [^ ]+ HTTP/1\.1" 200 \d+ "http://a/b" "\\"app\\"" "[-\w]+" "-" "-" "-"$/#
    let edit =
      #/ "PATCH [^ ]+ HTTP/1\.1" 404 \d+ "-" "-" "[-\w]+" "o\\"k" "7" "listing not found"$/#
    for end in [list, edit] {
      #expect(
        lines.contains { $0.prefixMatch(of: start) != nil && $0.contains(end) }, "\(lines)")
    }
  }

  @Test func `start and end have lines with a time, also without a log of requests`() async throws {
    let lines = try await log("off")
    let expected = [
      #/[-\d]{10}T[:.\d]{12}Z Serving ".+/served" at http://127\.0\.0\.1:\d+, version [-.\w]+\./#,
      #/[-\d]{10}T[:.\d]{12}Z Stopping\./#, #/[-\d]{10}T[:.\d]{12}Z Stopped\./#,
    ]
    #expect(lines.count == 3, "\(lines)")
    for (line, form) in zip(lines, expected) {
      #expect(line.wholeMatch(of: form) != nil, "\(line)")
    }
  }
}
