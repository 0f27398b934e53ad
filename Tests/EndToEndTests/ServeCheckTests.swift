import Foundation
import MarketServer
import MarketTestSupport
import MarketWire
import Messages
import StoreTestSupport
import Testing

@testable import market

/// What `serve` and `serve --check` find before a market is served.
@Suite(.timeLimit(.minutes(60)))
struct ServeCheckTests {
  private static let tls = Fixture.root.appending(path: "tls").path

  /// The results of `serve --check` and of `serve`, which must not start.
  private func both(
    _ sandbox: Sandbox, _ options: [String]
  ) async throws -> [CommandResult] {
    var results: [CommandResult] = []
    for more in [["--check"], []] {
      let port = options.contains("--port") ? [] : ["--port", "0"]
      results.append(try await sandbox.market(["serve"] + port + options + more))
    }
    return results
  }

  /// Options that no market is served with, and what is said about them.
  private static let wrong = [
    (["--public-url", "x"], "is not an http"),
    (["--public-url", "https://shop.example?x=1"], "is not an http"),
    (["--public-url", "https://shop.example:99999"], "is not an http"),
    (["--public-url", "https://한글.kr"], "write the address in ASCII"),
    (["--forwarded-header", "X Real IP"], "the name of a header field"),
    (["--pages", "/no-texts"], "No such file"), (["--trusted-proxy", "x"], "is not a network"),
  ]

  @Test func `what stops serve fails the check with the same words`() async throws {
    try await Sandbox.run { sandbox in
      let data = "\(sandbox.root)/served"
      try sandbox.write("a file", to: "file")
      try FileManager.default.createDirectory(
        atPath: "\(sandbox.root)/part", withIntermediateDirectories: true)
      try sandbox.write("revision 1", to: "../part/moving")
      try FileManager.default.createSymbolicLink(
        atPath: "\(sandbox.root)/link", withDestinationPath: "\(sandbox.root)/no-disk")
      let taken = try BoundPort(listens: true)
      let expired = [
        "--tls-cert", "\(Self.tls)/expired-cert.pem", "--tls-key", "\(Self.tls)/key.pem",
      ]
      let rows: [(options: [String], words: String)] = [
        (["--data", data] + expired, "ended on 2021-03-01"),
        (["--data", "\(sandbox.folder)/file"], "Not a directory"),
        (["--data", "\(sandbox.folder)/file/market"], "Not a directory"),
        (["--data", "\(sandbox.root)/part"], "a move or a restore to"),
        (["--data", data, "--port", "\(taken.number)"], "is in use"),
        (["--data", data, "--bind", "203.0.113.7"], "no address 203.0.113.7"),
        (["--data", data, "--existing"], "is its disk mounted?"),
        (["--data", "\(sandbox.root)/link"], "No such file"),
        (["--data", "postgresql://127.0.0.1:1/market?connect_timeout=2"], "cannot be reached"),
      ]
      let others = Self.wrong.map { (options: ["--data", data] + $0, words: $1) }
      for row in rows + others
      where PostgresServer.isNeeded || !row.options[1].hasPrefix("postgresql") {
        for result in try await both(sandbox, row.options) {
          #expect(result.exitCode == 1 && result.output.isEmpty, "\(row): \(result)")
          let errors = result.error.split(separator: "\n").filter { $0.hasPrefix("error: ") }
          #expect(errors.count == 1 && errors[0].contains(row.words), "\(row): \(result.error)")
        }
      }
      #expect(!FileManager.default.fileExists(atPath: data))
      withExtendedLifetime(taken) {}
    }
  }

  @Test func `all problems are shown at once`() async throws {
    try await Sandbox.run { sandbox in
      let options = [
        "--data", "\(sandbox.root)/none", "--existing", "--public-url", "x", "--bind",
        "203.0.113.7", "--tls-cert", "\(Self.tls)/cert.pem", "--tls-key",
        "\(Self.tls)/other-key.pem",
      ]
      for result in try await both(sandbox, options) {
        let lines = result.error.split(separator: "\n")
        #expect(lines.count == 4 && lines.allSatisfy { $0.hasPrefix("error: ") }, "\(result)")
      }
    }
  }

  @Test func `what is doubtful is a warning in both`() async throws {
    try await Sandbox.run { sandbox in
      let data = "\(sandbox.root)/new"
      let rows: [(options: [String], words: String)] = [
        ([], "there is no market in \"\(data)\"; a new, empty one is created"),
        (["--bind", "0.0.0.0"], "secrets are sent unencrypted"),
        (["--trusted-proxy", "127.0.0.1"], "add `--public-url`"),
        (["--public-url", "https://shop.example"], "name it with `--trusted-proxy`"),
      ]
      for (number, row) in rows.enumerated() {
        let checked = try await sandbox.market(
          ["serve", "--check", "--port", "0", "--data", data] + row.options)
        #expect(checked.exitCode == 0 && checked.error.contains(row.words), "\(checked)")
        let warnings = checked.error.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
        // The first row has created the market.
        #expect(warnings.count == 1, "\(checked.error)")
        #expect(FileManager.default.fileExists(atPath: data) == (number > 0))
        for format in ["text", "json"] where number > 0 || format == "text" {
          try await ServedMarket.run(
            at: sandbox, folder: data, row.options + ["--log", format, "--drain", "0"]
          ) { market in
            market.child.send(SIGTERM)
            _ = try await market.child.exit()
            let line = market.log.split(separator: "\n").first { $0.contains(row.words) }
            let isJSON = line?.hasPrefix("{") == true && line?.contains("\"warning\":") == true
            let isText = line?.hasPrefix("warning: ") == true
            #expect(format == "json" ? isJSON : isText, "\(market.log)")
          }
        }
      }
    }
  }

  @Test func `a certificate is doubtful for two weeks before its end and before its begin`() throws
  {
    let identity = try TLSIdentity(
      certificate: Fixture.text("tls/cert.pem"), key: Fixture.text("tls/key.pem"))
    let day: Int64 = 86_400_000
    func warnings(_ offset: Int64, from moment: WireDate) throws -> [String] {
      let now = WireDate(milliseconds: moment.milliseconds + offset * day)
      return try ServeCheck.warnings(about: identity, in: "cert.pem", at: now).map {
        $0.text(in: .english)
      }
    }
    #expect(try warnings(-15, from: identity.end) == [])
    #expect(
      try warnings(-13, from: identity.end) == ["the certificate \"cert.pem\" ends on 2120-01-01"])
    #expect(throws: (any Error).self) { try warnings(0, from: identity.end) }
    #expect(try warnings(1, from: identity.begin) == [])
    #expect(try warnings(-1, from: identity.begin).first?.contains("begins only on") == true)
  }

  @Test func `a full disk and a standby are doubtful`() {
    func warnings(isStandby: Bool = false, _ freeBytes: Int64?) -> [String] {
      ServeCheck.warnings(isStandby: isStandby, freeBytes: freeBytes).map { $0.text(in: .english) }
    }
    #expect(warnings(70_000_000) == [] && warnings(nil) == [])
    let full = warnings(5_000_000)
    #expect(full.count == 1 && full[0].hasPrefix("the disk has 5.0 MB left; "), "\(full)")
    let standby = warnings(isStandby: true, nil)
    #expect(standby == ["the database is a standby, so that sellers can change nothing"])
  }

  /// The beginnings of the URLs in a list.
  private static func bases(_ market: ServedMarket, _ fields: String) throws -> Set<String> {
    let client = try RawClient(host: "127.0.0.1", port: market.port)
    client.send("GET /api/products HTTP/1.1\r\n\(fields)\r\n\r\n")
    let text = try #require(client.response()?.text).replacing("\\/", with: "/")
    return Set(text.matches(of: #/(https?:\/\/[^"]*?)\/pictures\//#).map { String($0.output.1) })
  }

  @Test func `only a host that no stranger can have gets into URLs`() async throws {
    try await Sandbox.run { sandbox in
      let data = "\(sandbox.root)/served"
      #expect(try await sandbox.market(["demo", "load", "--data", data]).exitCode == 0)
      try await ServedMarket.run(at: sandbox, folder: data) { market in
        for host in ["localhost:81", "127.0.0.1", "192.168.1.9:8080", "oak.local:8080", "oak"] {
          let found = try Self.bases(market, "Host: \(host)")
          #expect(found == ["http://\(host)"])
        }
        for host in ["evil.example", "203.0.113.5:80", "1249763844", "x.local.evil.example"] {
          let found = try Self.bases(market, "Host: \(host)")
          #expect(found == [market.url], "\(host)")
        }
        let forwarded = "Host: oak\r\nX-Forwarded-Host: evil.example"
        #expect(try Self.bases(market, forwarded) == ["http://oak"])
      }
      try await ServedMarket.run(
        at: sandbox, folder: data, ["--trusted-proxy", "127.0.0.1", "--drain", "0"]
      ) {
        market in
        let fields = "Host: inner\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: shop.example"
        let found = try Self.bases(market, fields)
        #expect(found == ["https://shop.example"])
        await market.logs("Pictures and links have the host that the proxy forwards.")
      }
      let url = ["--public-url", "http://shop.example"]
      try await ServedMarket.run(at: sandbox, folder: data, url) { market in
        let found = try Self.bases(market, "Host: evil.example")
        #expect(found == ["http://shop.example"])
        await market.logs("Pictures and links have the address http://shop.example.")
      }
    }
  }

  @Test func `a proxy that is not trusted is named once in the log`() async throws {
    try await Sandbox.run { sandbox in
      let data = "\(sandbox.root)/served"
      try await ServedMarket.run(at: sandbox, folder: data) { market in
        #expect(try market.get("/alive")?.status == 200)
        for _ in 0..<3 {
          #expect(try market.get("/alive", headers: "Forwarded: for=192.0.2.1\r\n")?.status == 200)
        }
        market.child.send(SIGTERM)
        _ = try await market.child.exit()
        let lines = market.log.split(separator: "\n").filter { $0.contains("Forwarded") }
        let words = "127.0.0.1 sends Forwarded and is no trusted proxy. "
        #expect(lines.count == 1 && lines[0].contains(words), "\(lines)")
      }
      try await ServedMarket.run(
        at: sandbox, folder: data, ["--trusted-proxy", "127.0.0.1", "--drain", "0"]
      ) {
        market in
        let answer = try market.get("/alive", headers: "X-Forwarded-For: ::1\r\n")
        #expect(answer?.status == 200)
        market.child.send(SIGTERM)
        _ = try await market.child.exit()
        #expect(!market.log.contains("is no trusted proxy"), "\(market.log)")
      }
    }
  }

  @Test func `a market that account add or demo load has created is announced once`() async throws {
    try await Sandbox.run { sandbox in
      for command in [["account", "add", "oak"], ["demo", "load"]] {
        for isNew in [true, false] {
          let words = isNew ? command : ["demo", "load"]
          let result = try await sandbox.market(words + ["--data", "./\(command[0])"])
          #expect(result.exitCode == 0, "\(result)")
          let line = "Created a new, empty market in \"./\(command[0])\".\n"
          #expect(result.error.contains(line) == isNew, "\(result.error)")
        }
      }
    }
  }
}
