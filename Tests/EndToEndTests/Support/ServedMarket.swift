import Foundation
import MarketTestSupport
import MarketWire
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A running `market serve` process; a test must end it.
final class ServedMarket: Sendable {
  /// `http://127.0.0.1:PORT`, or `https`.
  let url: String
  let child: ChildProcess
  /// The file with what the server writes to stderr.
  private let logPath: String

  /// Serves the market in `folder` and kills the server when `body` returns or throws.
  static func run<R>(
    at sandbox: Sandbox, folder: String, _ options: [String] = [], _ more: [String: String] = [:],
    _ body: (ServedMarket) async throws -> R
  ) async throws -> R {
    let market = try await ServedMarket(sandbox, folder, options, more)
    defer { market.child.end() }
    return try await body(market)
  }

  /// - Parameter port: the port; 0 is any free one.
  init(
    _ sandbox: Sandbox, _ folder: String, _ options: [String] = [], _ more: [String: String] = [:],
    port: UInt16 = 0
  ) async throws {
    logPath = "\(sandbox.root)/serve-\(UUID().uuidString).log"
    let ends = try ChildProcess.descriptors {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw WaitError.failed(call: "pipe", code: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return ends
    }
    defer { close(ends[0]) }
    let launch = sandbox.launch(["serve", "--port", "\(port)", "--data", folder] + options, more)
    do {
      defer { close(ends[1]) }
      child = try Sandbox.withFiles(["/dev/null", logPath]) { files in
        try ChildProcess(launch, input: files[0], output: ends[1], error: files[1])
      }
    }
    do {
      url = try await Self.firstLine(of: ends[0])
    } catch {
      child.end()
      throw WaitError.ended("market serve: \(Self.text(logPath))")
    }
  }

  /// The request log up to now.
  var log: String { Self.text(logPath) }

  /// Waits until the log has a text, which may be written after the response it is about.
  func logs(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    await waitUntil("\(text) is logged", sourceLocation: sourceLocation) { log.contains(text) }
  }

  var host: String { String(url.split(separator: "/").last ?? "") }

  var port: UInt16 { UInt16(host.split(separator: ":").last ?? "") ?? 0 }

  /// Sends a GET on a new connection and returns the response.
  func get(_ target: String, headers: String = "") throws -> RawClient.Response? {
    let client = try RawClient(
      host: "127.0.0.1", port: UInt16(host.split(separator: ":").last ?? "") ?? 0)
    client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\(headers)\r\n")
    return client.response()
  }

  /// Waits until the health check has a status.
  func waitForHealth(_ status: Int) async {
    await waitUntil("the health check is \(status)") {
      (try? get("/healthChecker"))?.status == status
    }
  }

  private static func text(_ path: String) -> String {
    String(decoding: (try? Data(contentsOf: URL(filePath: path))) ?? Data(), as: UTF8.self)
  }

  private static func firstLine(of descriptor: Int32) async throws -> String {
    let deadline = Deadline()
    return try await runBlocking {
      var bytes: [UInt8] = []
      while !bytes.contains(UInt8(ascii: "\n")) {
        guard try deadline.readable(descriptor)[0] else { throw WaitError.timedOut("the address") }
        let more = try readSome(descriptor)
        guard !more.isEmpty else { throw WaitError.ended("no address") }
        bytes += more
      }
      return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
  }
}

extension Sandbox {
  /// Creates an account of the market in `folder` with the program.
  func account(_ name: String, in folder: String) async throws -> Credentials {
    let result = try await market(["account", "add", name, "--data", folder, "--json"])
    guard result.exitCode == 0,
      let object = try? JSON(parsing: Array(result.output.utf8)).objectValue,
      let identifier = object["identifier"]?.stringValue, let secret = object["secret"]?.stringValue
    else { throw WaitError.ended("account add: \(result)") }
    return Credentials(identifier: VendorIdentifier(identifier), secret: Secret(secret))
  }
}
