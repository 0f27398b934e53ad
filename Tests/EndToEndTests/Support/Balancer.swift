import Foundation
import MarketTestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An nginx that balances requests between several servers of one market, as the README says.
final class Balancer: Sendable {
  /// An installed nginx, or the one that `scripts/test` has unpacked.
  static let path = [
    "/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/bin/nginx",
    URL(filePath: #filePath).appending(path: "../../../../.build/nginx/usr/sbin/nginx")
      .standardizedFileURL.path,
  ].first { FileManager.default.isExecutableFile(atPath: $0) }

  let url: String
  private let folder: String
  private let port: UInt16
  private let child: ChildProcess

  /// - Parameter urls: the servers.
  init(_ sandbox: Sandbox, _ urls: [String]) async throws {
    guard let path = Self.path else { throw WaitError.ended("nginx is not installed") }
    folder = "\(sandbox.root)/nginx"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // nginx cannot take over a socket.
    port = try reservedPort()
    url = "http://127.0.0.1:\(port)"
    try Self.write(urls, port, folder)
    child = try Sandbox.withFiles(["/dev/null", "\(folder)/log"]) { [folder] files in
      try ChildProcess(
        Launch(
          executable: path, arguments: ["-p", folder, "-c", "\(folder)/nginx.conf"],
          environment: [:], folder: folder),
        input: files[0], output: files[1], error: files[1])
    }
    let deadline = Deadline()
    while (try? RawClient(host: "127.0.0.1", port: port)) == nil {
      guard !deadline.isOver else { throw WaitError.timedOut("nginx") }
      try await ContinuousClock().sleep(for: .milliseconds(10))
    }
  }

  func end() { child.end() }

  private static func write(_ urls: [String], _ port: UInt16, _ folder: String) throws {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \($0);"
    }
    let servers = urls.map { "server \($0.dropFirst("http://".count)) max_fails=0;" }
    let configuration = """
      daemon off; master_process off; pid nginx.pid; error_log stderr crit;
      events { worker_connections 256; }
      http {
        access_log off; client_max_body_size 3m; \(temporary.joined(separator: " "))
        upstream market { \(servers.joined(separator: " ")) keepalive 16; }
        server {
          listen 127.0.0.1:\(port);
          location / {
            proxy_pass http://market; proxy_http_version 1.1; proxy_connect_timeout 1s;
            proxy_next_upstream error timeout http_503 non_idempotent;
            proxy_set_header Connection ""; proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          }
        }
      }
      """
    try Data(configuration.utf8).write(to: URL(filePath: "\(folder)/nginx.conf"))
  }
}
