import Foundation
import MarketTestSupport
import MarketWire
import SQLite
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite(.timeLimit(.minutes(60)))
struct ServeTests {
  /// The signals that stop the server.
  enum Stop: Int32, CaseIterable {
    case interrupt = 2
    case terminate = 15
  }

  @Test(arguments: Stop.allCases)
  func `a running request is finished before the server ends with code 0`(stop: Stop)
    async throws
  {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      let account = try await sandbox.account("oak", in: folder)
      try await ServedMarket.run(at: sandbox, folder: folder) { market in
        let port = try #require(UInt16(market.host.split(separator: ":")[1]))
        let request = try Self.creation(account, market)
        // On a thread of its own, because the server waits 10 s for the rest of a body, and other
        // tests may delay this one.
        let answer = try await runBlocking { [child = market.child] in
          let client = try RawClient(host: "127.0.0.1", port: port)
          client.send(request.head)
          // After 100 Continue the request is running.
          guard client.response()?.status == 100 else { return nil as RawClient.Response? }
          child.send(stop.rawValue)
          waitUntil("new connections are refused") {
            (try? RawClient(host: "127.0.0.1", port: port)) == nil
          }
          client.send(request.body)
          return client.response()
        }
        #expect(answer?.status == 201, "\(answer?.text ?? "no answer")")
        #expect(try await market.child.exit() == .code(0))
      }
      try await ServedMarket.run(at: sandbox, folder: folder) { market in
        let list = try await sandbox.market(
          ["list", "--market", market.url, "--fields", "name"])
        #expect(list.output == "Last one\n")
      }
    }
  }

  /// The head and the body of a request that creates a listing.
  private static func creation(
    _ account: Credentials, _ market: ServedMarket
  ) throws -> (head: [UInt8], body: [UInt8]) {
    let photo = try Fixture.bytes("photos/gray.jpg")
    let request = CreateProduct(
      credentials: account,
      fields: ListingFields(
        name: "Last one", description: "Sent while the server stops.", price: 100, currency: .krw),
      images: [ImageUpload(filename: "a.jpg", mediaType: "image/jpeg", bytes: photo[...])],
      boundary: "last-one"
    ).request
    let head = """
      POST \(request.target) HTTP/1.1\r
      Host: \(market.host)\r
      identifier: \(account.identifier.revealed)\r
      Content-Type: \(request.headers[.contentType] ?? "")\r
      Content-Length: \(request.body.count)\r
      Expect: 100-continue\r
      \r

      """
    return (Array(head.utf8), request.body)
  }

  @Test func `a new market is announced once`() async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/mistyped"
      for isNew in [true, false] {
        let told = try await ServedMarket.run(at: sandbox, folder: folder) { market in
          market.child.send(Stop.interrupt.rawValue)
          let exit = try await market.child.exit()
          #expect(exit == .code(0))
          return market.log
        }
        let warning = "warning: there is no market in \"\(folder)\"; a new, empty one is created\n"
        #expect(told.contains(warning) == isNew, "\(told)")
      }
    }
  }

  @Test func `a port in use is an error of one line with code 1`() async throws {
    try await Sandbox.run { sandbox in
      let port = try BoundPort(listens: true)
      let result = try await sandbox.market(
        ["serve", "--port", String(port.number), "--data", "\(sandbox.root)/served"])
      withExtendedLifetime(port) {}
      #expect(
        result
          == CommandResult(
            output: "",
            error:
              "error: port \(port.number) of 127.0.0.1 is in use; try `--port 0` for any free port\n",
            exitCode: 1))
    }
  }

  @Test func `a shop sells over HTTPS with the given certificate`() async throws {
    try await Sandbox.run { sandbox in
      let tls = Fixture.root.appending(path: "tls").path
      let account = try await sandbox.account("oak", in: "\(sandbox.root)/served")
      let options = ["--tls-cert", "\(tls)/cert.pem", "--tls-key", "\(tls)/key.pem"]
      try await ServedMarket.run(at: sandbox, folder: "\(sandbox.root)/served", options) { market in
        #expect(market.url.hasPrefix("https://127.0.0.1:"))
        let trusting = ["SSL_CERT_FILE": "\(tls)/cert.pem"]
        let signedIn = try await sandbox.market(
          [
            "login", market.url, "--shop", "oak", "--identifier", account.identifier.revealed,
          ], trusting.merging(["OPENMARKET_SECRET": account.secret.revealed]) { $1 })
        #expect(signedIn.exitCode == 0, "\(signedIn.error)")
        let added = try await sandbox.market(
          [
            "add", "--name", "Oak mug", "--price", "₩12000", "--image", "front.jpg",
            "--description", "Turned from one piece.",
          ], trusting)
        #expect(added.exitCode == 0, "\(added.error)")
        let shown = try await sandbox.market(["show", "1", "--json"], trusting)
        #expect(shown.output.contains("\(market.url)/pictures/"))
        // No authority has signed the certificate.
        let strange = try await sandbox.market(["list", "--market", market.url])
        #expect(strange.exitCode == 5, "\(strange)")
      }
    }
  }

  @Test(arguments: [
    ("cert.pem", "other-key.pem", "do not belong together"),
    ("cert.pem", "protected-key.pem", "is protected by a password"),
    ("key.pem", "key.pem", "has no certificate in PEM form"),
    ("cert.pem", "cert.pem", "has no private key in PEM form"),
    ("none.pem", "key.pem", "No such file or directory"), ("cert.pem", ".", "Is a directory"),
  ])
  func `an unusable certificate is an error of one line with code 1`(
    certificate: String, key: String, words: String
  ) async throws {
    try await Sandbox.run { sandbox in
      let tls = Fixture.root.appending(path: "tls").path
      let result = try await sandbox.market([
        "serve", "--port", "0", "--data", "\(sandbox.root)/served", "--tls-cert",
        "\(tls)/\(certificate)", "--tls-key", "\(tls)/\(key)",
      ])
      #expect(result.exitCode == 1 && result.output.isEmpty, "\(result)")
      #expect(result.error.hasPrefix("error: ") && result.error.contains(words), "\(result.error)")
      #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
    }
  }

  @Test func `a certificate without its key is a usage error`() async throws {
    try await Sandbox.run { sandbox in
      for (given, missing) in [("--tls-cert", "--tls-key"), ("--tls-key", "--tls-cert")] {
        let result = try await sandbox.marketInProcess(["serve", given, "a.pem"])
        #expect(result.exitCode == 2)
        #expect(result.error.hasPrefix("error: serve needs \(missing)\n"), "\(result.error)")
      }
    }
  }

  @Test func `a public address without TLS causes a warning`() async throws {
    try await Sandbox.run { sandbox in
      let tls = Fixture.root.appending(path: "tls").path
      let secure = ["--tls-cert", "\(tls)/cert.pem", "--tls-key", "\(tls)/key.pem"]
      for (options, isWarned) in [
        (["--bind", "0.0.0.0"], true), (["--bind", "0.0.0.0"] + secure, false),
        (["--bind", "127.0.0.1"], false),
      ] {
        try await ServedMarket.run(at: sandbox, folder: "\(sandbox.root)/served", options) {
          market in
          // The warning comes before the first log entry.
          let port = try #require(UInt16(market.host.split(separator: ":")[1]))
          _ = try RawClient(host: "127.0.0.1", port: port)
          market.child.send(15)
          #expect(try await market.child.exit() == .code(0))
          #expect(market.log.hasPrefix("warning: secrets are sent unencrypted") == isWarned)
        }
      }
    }
  }

  @Test(arguments: [
    ["account", "list"], ["account", "reset", "oak", "--yes"],
    ["account", "disable", "oak", "--yes"], ["account", "enable", "oak"],
    ["demo", "clear", "--yes"],
  ])
  func `a folder without a market is an error and is not changed`(command: [String]) async throws {
    try await Sandbox.run { sandbox in
      for folder in ["\(sandbox.folder)/typo", sandbox.folder] {
        let before = FileManager.default.subpaths(atPath: sandbox.folder)
        let result = try await sandbox.marketInProcess(command + ["--data", folder])
        #expect(
          result
            == CommandResult(
              output: "", error: "error: there is no market in \(folder)\n", exitCode: 1))
        #expect(FileManager.default.subpaths(atPath: sandbox.folder) == before)
      }
    }
  }

  @Test func `the log has the reason for a 500 in one line`() async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      let account = try await sandbox.account("oak", in: folder)
      try await ServedMarket.run(at: sandbox, folder: folder) { market in
        let connection = try Connection(.file("\(folder)/market.sqlite"))
        try connection.execute("ALTER TABLE product RENAME TO gone")
        let shown = try await sandbox.market(
          ["show", "1", "--market", market.url, "--timeout", "1"],
          ["OPENMARKET_SECRET": account.secret.revealed])
        #expect(shown.exitCode != 0)
        await market.logs("no such table")
        let lines = market.log.split(separator: "\n").filter { $0.contains(" error: ") }
        let line = try #require(lines.first)
        #expect(line.contains("no such table"), "\(line)")
        #expect(line.wholeMatch(of: #/\d{4}-\d\d-\d\dT[\d:.]+Z error: \S.*/#) != nil, "\(line)")
        #expect(!market.log.contains(account.secret.revealed))
        #expect(!market.log.contains(account.identifier.revealed))
      }
    }
  }

  /// A kind of damage to the database, with a part of its error message.
  enum Damage: String, CaseIterable {
    case noDatabase = "this is not the database of a market"
    case headerOverwritten = "not the database of a market"
    case pagesOverwritten = "damaged"
    case truncated = "is damaged"
    case newer = "newer version"
    case locked = "locked"
  }

  @Test(arguments: Damage.allCases)
  func `an unusable database is an error of one line with code 1`(damage: Damage) async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      let loaded = try await sandbox.market(["demo", "load", "--data", folder])
      #expect(loaded.exitCode == 0, "\(loaded)")
      let path = "\(folder)/market.sqlite"
      let connection = try Connection(.file(path))
      try connection.checkpoint(.truncate)
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try Self.inflict(damage, connection, file)
      let result = try await sandbox.market(["serve", "--port", "0", "--data", folder])
      // Closing any descriptor of the file releases this process's lock.
      withExtendedLifetime(connection) { try? file.close() }
      #expect(result.exitCode == 1 && result.output.isEmpty, "\(result)")
      #expect(result.error.hasPrefix("error: cannot use \"\(path)\": "), "\(result.error)")
      #expect(result.error.contains(damage.rawValue), "\(result.error)")
      #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
    }
  }

  private static func inflict(
    _ damage: Damage, _ connection: Connection, _ file: FileHandle
  ) throws {
    switch damage {
    case .noDatabase: try connection.setApplicationID(7)
    case .headerOverwritten: try file.write(contentsOf: Data(repeating: 0x2A, count: 100))
    case .pagesOverwritten:
      try file.seek(toOffset: 100)
      try file.write(contentsOf: Data(repeating: 0x2A, count: 64_000))
    case .truncated: try file.truncate(atOffset: 2000)
    case .newer: try connection.setUserVersion(99)
    case .locked:
      // The bytes that SQLite locks: https://sqlite.org/fileformat2.html#the_lock_byte_page
      var lock = flock()
      lock.l_type = Int16(F_WRLCK)
      lock.l_start = 0x4000_0000
      lock.l_len = 512
      #expect(fcntl(file.fileDescriptor, F_SETLK, &lock) == 0)
    }
  }

  @Test func `two shells and a server write to one market at the same time`() async throws {
    try await Sandbox.run { sandbox in
      func script(_ shell: String, _ count: Int) -> String {
        (1...count).map {
          "add --name \"\(shell) \($0)\" --price ₩\($0)000 --description \"Sold by several at once.\""
            + " --image front.jpg back.png --code \(shell)-\($0)"
        }.joined(separator: "\n")
      }
      // The first listing opens the shop.
      #expect(try await sandbox.market(["-c", script("first", 1)]).exitCode == 0)
      try await ServedMarket.run(at: sandbox, folder: "\(sandbox.root)/openmarket/data") { market in
        async let one = sandbox.market(["-c", script("one", 12)])
        async let two = sandbox.market(["-c", script("two", 12)])
        let read = try await sandbox.market(["list", "--market", market.url, "--format", "ids"])
        #expect(read.exitCode == 0 && !read.output.isEmpty)
        for result in try await [one, two] { #expect(result.exitCode == 0, "\(result)") }
        let served = try await sandbox.market(
          ["list", "--market", market.url, "--per-page", "25", "--fields", "id,name"])
        let own = try await sandbox.market(
          ["list", "--mine", "--per-page", "25", "--fields", "id,name"])
        #expect(served.output == own.output)
        let names = Set(own.output.split(separator: "\n").map { $0.split(separator: "\t")[1] })
        #expect(names.count == 25)
        let coded = try await sandbox.market(["show", "@two-7", "--fields", "name"])
        #expect(coded.output == "two 7\n")
      }
    }
  }
}
