import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import market

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the operator of a served market uses: signals, the log, numbers, systemd.
@Suite(.timeLimit(.minutes(60)))
struct OperatingTests {
  @Test func `SIGHUP does not end a server without TLS`() async throws {
    try await Sandbox.run { sandbox in
      try await ServedMarket.run(at: sandbox, folder: "\(sandbox.root)/served") { market in
        market.child.send(SIGHUP)
        let answer = try market.get("/healthChecker")
        #expect(answer?.status == 200)
        market.child.send(SIGINT)
        let exit = try await market.child.exit()
        #expect(exit == .code(0))
      }
    }
  }

  /// Without the right to do so each attempt is a line in the journal; root has it.
  @Test func `no thread asks for a priority above the normal one`() async throws {
    try await Sandbox.run { sandbox in
      try await ServedMarket.run(at: sandbox, folder: "\(sandbox.root)/served") { market in
        #expect(try market.get("/healthChecker")?.status == 200)
        let folder = "/proc/\(market.child.id)/task"
        for thread in try FileManager.default.contentsOfDirectory(atPath: folder) {
          guard let id = UInt32(thread) else { continue }
          let priority = getpriority(.init(PRIO_PROCESS.rawValue), id)
          // A thread that has ended meanwhile has none.
          #expect(priority >= 0 || errno == ESRCH, "thread \(thread)")
        }
      }
    }
  }

  @Test func `SIGHUP loads a renewed certificate`() async throws {
    try await Sandbox.run { sandbox in
      func install(_ certificate: String, _ key: String) throws {
        try sandbox.write(Fixture.bytes("tls/\(certificate)"), to: "cert.pem")
        try sandbox.write(Fixture.bytes("tls/\(key)"), to: "key.pem")
      }
      func list(_ market: ServedMarket, trusting certificate: String) async throws -> Int32 {
        let file = Fixture.root.appending(path: "tls/\(certificate)").path
        return try await sandbox.market(
          ["list", "--market", market.url], ["SSL_CERT_FILE": file]
        ).exitCode
      }
      try install("cert.pem", "key.pem")
      let options = ["--tls-cert", "cert.pem", "--tls-key", "key.pem"]
      try await ServedMarket.run(at: sandbox, folder: "\(sandbox.root)/served", options) { market in
        #expect(try await list(market, trusting: "cert.pem") == 0)
        try install("other-cert.pem", "other-key.pem")
        market.child.send(SIGHUP)
        var code: Int32 = -1
        for _ in 0..<20 where code != 0 {
          code = try await list(market, trusting: "other-cert.pem")
        }
        #expect(code == 0, "\(market.log)")
        // A certificate that cannot be used changes nothing.
        try install("cert.pem", "other-key.pem")
        market.child.send(SIGHUP)
        for _ in 0..<20 where !market.log.contains("The former certificate stays") {
          #expect(try await list(market, trusting: "other-cert.pem") == 0)
        }
        await market.logs("do not belong together")
      }
    }
  }

  @Test func `over TLS a fixed number of threads serves all connections`() async throws {
    try await Sandbox.run { sandbox in
      let tls = Fixture.root.appending(path: "tls").path
      let options = ["--tls-cert", "\(tls)/cert.pem", "--tls-key", "\(tls)/key.pem"]
      try await ServedMarket.run(at: sandbox, folder: "\(sandbox.root)/served", options) { market in
        let port = try #require(UInt16(market.host.split(separator: ":")[1]))
        func threads() async throws -> Int {
          // Its connection is accepted after all earlier ones.
          let list = try await sandbox.market(
            ["list", "--market", market.url], ["SSL_CERT_FILE": "\(tls)/cert.pem"])
          #expect(list.exitCode == 0, "\(list)")
          let folder = "/proc/\(market.child.id)/task"
          return try FileManager.default.contentsOfDirectory(atPath: folder).count
        }
        let before = try await threads()
        let open = try (0..<50).map { _ in try RawClient(host: "127.0.0.1", port: port) }
        let during = try await threads()
        #expect(during < before + 25, "\(before) threads before, \(during) during")
        withExtendedLifetime(open) {}
      }
    }
  }

  @Test func `a check finds what prevents serving and changes nothing`() async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      func check(port: String = "0") async throws -> CommandResult {
        try await sandbox.market(["serve", "--check", "--port", port, "--data", folder])
      }
      #expect(try await check().error.hasSuffix("\nThe market can be served.\n"))
      #expect(!FileManager.default.fileExists(atPath: folder))
      try await ServedMarket.run(at: sandbox, folder: folder) { market in
        let port = String(market.host.split(separator: ":")[1])
        #expect(try await check(port: port).exitCode == 1)
        #expect(
          try await check()
            == CommandResult(
              output: "", error: "The market can be served.\n", exitCode: 0))
        // The end of the server moves everything into the database.
        market.child.send(SIGTERM)
        let exit = try await market.child.exit()
        #expect(exit == .code(0))
      }
      let database = try FileHandle(forUpdating: URL(filePath: "\(folder)/market.sqlite"))
      try database.seek(toOffset: 5000)
      try database.write(contentsOf: Data(repeating: 0x2A, count: 20_000))
      try database.close()
      let damaged = try await check()
      #expect(damaged.exitCode == 1 && damaged.error.contains("damaged"), "\(damaged)")
    }
  }

  @Test func `doctor fails for a market that lost a picture, and says which`() async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      #expect(try await sandbox.market(["demo", "load", "--data", folder]).exitCode == 0)
      let arguments = ["doctor", "--data", folder, "--json"]
      let sound = try await sandbox.market(arguments)
      #expect(sound.exitCode == 0 && sound.output.contains("\"missing\": [],"), "\(sound)")
      let files = try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/pictures")
      let lost = try #require(files.first { $0.hasSuffix(".jpg") })
      try FileManager.default.removeItem(atPath: "\(folder)/pictures/\(lost)")
      let damaged = try await sandbox.market(arguments)
      #expect(damaged.exitCode == 1 && damaged.output.contains(lost), "\(damaged)")
      #expect(damaged.error.contains("1 file of a picture is missing"), "\(damaged)")
    }
  }

  @Test func `systemd is notified when the server is ready and when it stops`() async throws {
    try await Sandbox.run { sandbox in
      let path = "/tmp/market-notify-\(getpid())-\(UUID().uuidString.prefix(8))"
      let supervisor = try NotifySocket(path: path)
      let variables = ["NOTIFY_SOCKET": path]
      try await ServedMarket.run(at: sandbox, folder: "\(sandbox.root)/served", [], variables) {
        market in
        #expect(supervisor.next() == "READY=1")
        market.child.send(SIGTERM)
        #expect(supervisor.next() == "STOPPING=1")
        let exit = try await market.child.exit()
        #expect(exit == .code(0))
      }
    }
  }

  @Test func `a server that ends says so to balancers while it still serves`() async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      try await ServedMarket.run(at: sandbox, folder: folder, ["--drain", "600"]) { market in
        #expect(try market.get("/healthChecker")?.status == 200)
        market.child.send(SIGTERM)
        try await waitUntil("the health check fails") {
          try market.get("/healthChecker")?.status == 503
        }
        #expect(try market.get("/api/products")?.status == 200)
        await market.logs("Ending in 600 s")
        market.child.send(SIGTERM)
        _ = try await market.child.exit()
      }
    }
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze"),
      "systemd is not installed"),
    arguments: ["market.service", "market@.service", "market-backup.service"])
  func `systemd accepts the unit files`(name: String) async throws {
    try await Sandbox.run { sandbox in
      let scripts = Fixture.root.deletingLastPathComponent().appending(path: "scripts")
      let text = try String(contentsOf: scripts.appending(path: name), encoding: .utf8)
      // The program need not be installed.
      try sandbox.write(text.replacing("/usr/local/bin/market", with: Sandbox.binary), to: name)
      let result = try await sandbox.run(
        Launch(
          executable: "/usr/bin/systemd-analyze",
          arguments: ["verify", "--man=no", "\(sandbox.folder)/\(name)"],
          environment: sandbox.environment, folder: sandbox.folder))
      #expect(result == CommandResult(output: "", error: "", exitCode: 0))
    }
  }

  @Test func `a socket is taken over only if it was passed on to this process`() {
    let own = String(getpid())
    func descriptor(_ pid: String?, _ count: String?) -> Int32? {
      let pairs = [("LISTEN_PID", pid), ("LISTEN_FDS", count)]
      let variables = pairs.compactMap { name, value in value.map { (name, $0) } }
      return Supervisor(variables: Dictionary(uniqueKeysWithValues: variables)).listeningDescriptor
    }
    #expect(descriptor(own, "1") == 3 && descriptor(own, "2") == 3)
    #expect(
      descriptor("1", "1") == nil && descriptor(own, "0") == nil && descriptor(own, "x") == nil)
    #expect(descriptor(nil, "1") == nil && descriptor(own, nil) == nil)
  }
}

/// A socket that receives what a server reports to systemd.
private final class NotifySocket {
  private let path: String
  private let descriptor: Int32

  init(path: String) throws {
    self.path = path
    #if canImport(Glibc)
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    #else
      descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeBytes(of: &address) { bytes in
      bind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, size)
    }
    if result != 0 { throw RawClient.Failure(call: "bind", code: errno) }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  /// The next datagram as text.
  func next() -> String {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
