import Foundation
import MarketTestSupport
import RegexBuilder
import StoreTestSupport
import Testing

@testable import market

/// The numbers for Prometheus.
@Suite(.timeLimit(.minutes(60)))
struct MetricsTests {
  @Test func `without an address of their own, the numbers are for this machine only`() async throws
  {
    try await Sandbox.run { sandbox in
      try await ServedMarket.run(at: sandbox, folder: "\(sandbox.root)/served") { market in
        #expect(try market.get("/api/products")?.status == 200)
        var text = ""
        // The log thread counts requests in batches.
        for _ in 0..<1000 where !text.contains("status=\"200\"") {
          text = try market.get("/metrics")?.text ?? ""
        }
        let numbers = try Numbers(text)
        #expect(numbers["market_requests_total{method=\"GET\",status=\"200\"}"] ?? 0 > 0)
        #expect(numbers["market_request_duration_seconds_bucket{le=\"+Inf\"}"] ?? 0 > 0)
        for header in ["X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1"] {
          #expect(try market.get("/metrics", headers: "\(header)\r\n")?.status == 404)
        }
      }
    }
  }

  @Test func `numbers at an address of their own are nowhere else`() async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      let options = ["--metrics", "127.0.0.1:0"]
      try await ServedMarket.run(at: sandbox, folder: folder, options) { market in
        #expect(try market.get("/metrics")?.status == 404)
        let before = try await Self.numbers(of: market)
        #expect(before["market_build_info{version=\"\(Version.text)\"}"] == 1)
        #expect(before["market_healthy"] == 1 && before["market_listings"] == 0)
        #expect(before["market_disk_free_bytes"] ?? 0 > 0)
        #expect(before["market_uploads_waiting"] == 0)
        #expect(before["market_uploads_refused_total"] == 0)
        #expect(before["process_cpu_seconds_total"] ?? 0 > 0)
        let start = try #require(before["process_start_time_seconds"])
        #expect(abs(start - Date().timeIntervalSince1970) < 3600)
        #expect(before["market_database_connections"] == nil)
        #expect(before["market_certificate_end_timestamp_seconds"] == nil)
        #expect(before["market_last_backup_timestamp_seconds"] == nil)
        let backup = try await sandbox.market(["backup", "market.tar", "--data", folder])
        #expect(backup.exitCode == 0, "\(backup)")
        let after = try await Self.numbers(of: market)
        #expect(after["market_last_backup_timestamp_seconds"] ?? 0 >= start - 1)
      }
    }
  }

  @Test func `the end of the certificate follows a renewal`() async throws {
    try await Sandbox.run { sandbox in
      func install(_ certificate: String) throws {
        try sandbox.write(Fixture.bytes("tls/\(certificate)"), to: "cert.pem")
      }
      try install("cert.pem")
      try sandbox.write(Fixture.bytes("tls/key.pem"), to: "key.pem")
      let options = ["--tls-cert", "cert.pem", "--tls-key", "key.pem", "--metrics", "127.0.0.1:0"]
      try await ServedMarket.run(at: sandbox, folder: "\(sandbox.root)/served", options) { market in
        let name = "market_certificate_end_timestamp_seconds"
        // The first days of 2120 and 2119.
        #expect(try await Self.numbers(of: market)[name] == 4_733_510_400)
        try install("renewed-cert.pem")
        market.child.send(SIGHUP)
        await waitUntil("the certificate is renewed") {
          market.log.contains("Reloaded the certificate.")
        }
        #expect(try await Self.numbers(of: market)[name] == 4_701_974_400)
      }
    }
  }

  @Test func `a market on PostgreSQL has its connections and its last backup`() async throws {
    guard StoreKind.all.contains(.postgres) else { return }
    try await Sandbox.run { sandbox in
      let url = try PostgresServer.newURL()
      let options = ["--metrics", "127.0.0.1:0"]
      try await ServedMarket.run(at: sandbox, folder: url, options) { market in
        let before = try await Self.numbers(of: market)
        #expect(before["market_database_connections"] ?? -1 >= 0)
        #expect(before["market_database_connections_limit"] == 8)
        #expect(before["market_disk_free_bytes"] == nil)
        let backup = try await sandbox.market(["backup", "market.tar", "--data", url])
        #expect(backup.exitCode == 0, "\(backup)")
        let after = try await Self.numbers(of: market)
        #expect(after["market_last_backup_timestamp_seconds"] ?? 0 > 0)
      }
    }
  }

  @Test(arguments: ["9090", "127.0.0.1", "host:9090", "127.0.0.1:70000", "::1:9090", "unix:/a"])
  func `an address that is none is a usage error`(address: String) async throws {
    try await Sandbox.run { sandbox in
      let result = try await sandbox.market(
        ["serve", "--data", "\(sandbox.root)/served", "--metrics", address])
      #expect(result.exitCode == 2 && result.error.contains("such as 127.0.0.1:9090"), "\(result)")
    }
  }

  @Test func `an address that cannot be used prevents serving`() async throws {
    try await Sandbox.run { sandbox in
      let port = try BoundPort(listens: true)
      let folder = "\(sandbox.root)/served"
      let taken = try await sandbox.market(
        ["serve", "--port", "0", "--data", folder, "--metrics", "127.0.0.1:\(port.number)"])
      withExtendedLifetime(port) {}
      #expect(
        taken.error.contains(
          "error: port \(port.number) of 127.0.0.1 is in use; choose another one for `--metrics`"),
        "\(taken)")
      let check = ["serve", "--check", "--data", folder, "--metrics", "203.0.113.7:9090"]
      let strange = try await sandbox.market(check)
      #expect(taken.exitCode == 1 && strange.exitCode == 1, "\(strange)")
    }
  }

  @Test func `labels and help are escaped`() throws {
    var text = MetricsText()
    text.describe("a_b", .gauge, "one\ntwo \\ \"three\"")
    text.sample("a_b", 1.5, ["name": "a\"b\\c\nd"])
    text.add("c", "absent", nil)
    text.add("d_total", "many", 3e15, .counter)
    #expect(
      text.text == """
        # HELP a_b one\\ntwo \\\\ "three"
        # TYPE a_b gauge
        a_b{name="a\\"b\\\\c\\nd"} 1.5
        # HELP d_total many
        # TYPE d_total counter
        d_total 3000000000000000

        """)
    #expect(try Numbers(text.text)["d_total"] == 3e15)
  }

  /// What a server answers at the address that its log has.
  private static func numbers(of market: ServedMarket) async throws -> Numbers {
    let address = #/are at http://127\.0\.0\.1:(\d+)/metrics/#
    await waitUntil("the address is logged") { market.log.contains(address) }
    let port = try #require(market.log.firstMatch(of: address).flatMap { UInt16($0.1) })
    let client = try RawClient(host: "127.0.0.1", port: port)
    client.send("GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n")
    let response = try #require(client.response())
    #expect(response["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    let other = try RawClient(host: "127.0.0.1", port: port)
    other.send("GET /api/products HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(other.response()?.status == 404)
    let numbers = try Numbers(response.text)
    let article = try String(
      contentsOf: Fixture.root.deletingLastPathComponent().appending(
        path: "Sources/MarketWire/MarketWire.docc/Operating.md"), encoding: .utf8)
    for name in numbers.names { #expect(article.contains("`\(name)`"), "\(name) is not listed") }
    return numbers
  }
}

/// Numbers in the text format of Prometheus, read as strictly as its documentation permits.
private struct Numbers {
  struct Malformed: Error {
    let line: String
  }

  /// The samples by their names with labels.
  private var samples: [String: Double] = [:]

  /// The metrics.
  private(set) var names: [String] = []

  subscript(name: String) -> Double? { samples[name] }

  init(_ text: String) throws {
    var types: [String: String] = [:]
    var current = ""
    guard text.hasSuffix("\n") else { throw Malformed(line: text) }
    for line in text.split(separator: "\n") {
      if let help = line.wholeMatch(of: #/# HELP ([a-z_:]+) (?:[^\\]|\\n|\\\\)+/#) {
        current = String(help.1)
        guard types[current] == nil else { throw Malformed(line: String(line)) }
      } else if let type = line.wholeMatch(of: #/# TYPE ([a-z_:]+) (counter|gauge|histogram)/#) {
        guard type.1 == current else { throw Malformed(line: String(line)) }
        types[current] = String(type.2)
        names.append(current)
      } else {
        try add(line, of: current, types[current])
      }
    }
  }

  private mutating func add(_ line: Substring, of metric: String, _ type: String?) throws {
    let label = #/[a-z_]+="(?:[^"\\]|\\n|\\"|\\\\)*"/#
    let sample = Regex {
      Capture {
        Capture { OneOrMore(.anyOf("abcdefghijklmnopqrstuvwxyz_:")) }
        Optionally {
          "{"
          label
          ZeroOrMore {
            ","
            label
          }
          "}"
        }
      }
      " "
      Capture { #/-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/# }
    }
    guard let type, let match = line.wholeMatch(of: sample), let value = Double(match.3),
      samples.updateValue(value, forKey: String(match.1)) == nil
    else { throw Malformed(line: String(line)) }
    let suffixes = type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
    guard suffixes.contains(where: { match.2 == metric + $0 }),
      (type == "counter") == metric.hasSuffix("_total")
    else { throw Malformed(line: String(line)) }
  }
}
