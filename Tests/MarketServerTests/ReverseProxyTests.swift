import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketServer

/// What the documentation leaves to a reverse proxy, with nginx as one.
@Suite(
  .timeLimit(.minutes(60)),
  .enabled(if: Nginx.path != nil, "nginx is neither installed nor unpacked"))
struct ReverseProxyTests {
  @Test func `nginx refuses malformed lengths on later requests of a connection`() throws {
    let setup = Setup.with {
      $0.trustedProxies = [AddressRange("127.0.0.1")].compactMap(\.self)
    }.answering { request, info in
      #expect(["/first", "/last"].contains(request.target))
      return .text("\(request.target) \(info.clientAddress)")
    }
    try withServer(setup) { address in
      let nginx = try Nginx(before: address)
      defer { nginx.stop() }
      for length in RequestRefusalTests.malformedLengths {
        let client = try nginx.connect()
        client.send("GET /first HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.9\r\n\r\n")
        #expect(client.response()?.text == "/first 192.0.2.9")
        client.send("POST /bad HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\nabc")
        let refusal = try #require(client.response())
        #expect(refusal.status == 400, "\(length)")
        #expect(refusal["Server"]?.hasPrefix("nginx") == true)
        #expect(client.isClosed())
      }
      let client = try nginx.connect()
      client.send("GET /last HTTP/1.1\r\nHost: a\r\nX: a\r\n folded\r\n\r\n")
      #expect(client.response()?.status == 400)
      let last = try nginx.connect()
      last.send("GET /last HTTP/1.1\r\nHost: a\r\nX: a\u{0}b\r\n\r\n")
      #expect(last.response()?.status == 400)
    }
  }
}

/// An nginx that passes requests to a server and keeps connections open.
private final class Nginx {
  /// An installed nginx, or the one that `scripts/test` has unpacked.
  static let path = [
    "/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/bin/nginx",
    URL(filePath: #filePath).appending(path: "../../../.build/nginx/usr/sbin/nginx").path,
  ].first { FileManager.default.isExecutableFile(atPath: $0) }

  private let process = Process()
  private let folder: URL
  private let port: UInt16

  init(before server: BoundAddress) throws {
    port = try reservedPort()
    folder = FileManager.default.temporaryDirectory.appending(path: "nginx-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \($0);"
    }
    let configuration = """
      daemon off; pid nginx.pid; error_log stderr crit; events {}
      http {
        access_log off; \(temporary.joined(separator: " "))
        upstream market { server 127.0.0.1:\(server.port); keepalive 8; }
        server {
          listen 127.0.0.1:\(port);
          location / {
            proxy_pass http://market; proxy_http_version 1.1;
            proxy_set_header Connection ""; proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          }
        }
      }
      """
    let file = folder.appending(path: "nginx.conf")
    try Data(configuration.utf8).write(to: file)
    process.executableURL = URL(filePath: try #require(Self.path))
    process.arguments = ["-p", folder.path, "-c", file.path]
    process.standardError = FileHandle.nullDevice
    try process.run()
    waitUntil("nginx listens") { !process.isRunning || (try? connect()) != nil }
  }

  func connect() throws -> RawClient { try RawClient(host: "127.0.0.1", port: port) }

  func stop() {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}
