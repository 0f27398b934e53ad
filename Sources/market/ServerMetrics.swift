import Foundation
import MarketServer
import MarketService
import MarketWire
import Synchronization

/// The numbers at `/metrics`, in the text format of Prometheus.
///
/// The log thread counts requests in batches, so counting costs a request nothing.
final class ServerMetrics: Sendable {
  private struct Counts {
    var requests: [String: Int] = [:]
    var bytesIn = 0
    var bytesOut = 0
    var seconds = 0.0
    /// The requests of each bucket, without those of the buckets below it.
    var buckets = [Int](repeating: 0, count: ServerMetrics.bounds.count + 1)
  }

  /// The upper bounds of the buckets of durations, in seconds.
  private static let bounds = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]

  private let counts = Mutex(Counts())
  private let startedAt: WireDate
  private let service: MarketService
  /// Returns the number of open connections.
  private let connections: @Sendable () -> Int

  init(
    _ service: MarketService, startedAt: WireDate, connections: @escaping @Sendable () -> Int
  ) {
    self.service = service
    self.startedAt = startedAt
    self.connections = connections
  }

  func add(_ entries: [RequestLogEntry]) {
    counts.withLock { counts in
      for entry in entries {
        let method = Self.methods.contains(entry.method) ? entry.method : "other"
        let status = entry.status.map(String.init) ?? "none"
        counts.requests["method=\"\(method)\",status=\"\(status)\"", default: 0] += 1
        counts.bytesIn += entry.bytesIn
        counts.bytesOut += entry.bytesOut
        let seconds = Double(entry.microseconds) / 1_000_000
        counts.seconds += seconds
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        counts.buckets[bucket] += 1
      }
    }
  }

  /// Answers `/metrics` for a process of this machine; nil for any other request.
  ///
  /// A request that a proxy forwarded comes from elsewhere.
  func admission(
    of head: HTTPRequest, over connection: ConnectionInfo, forwardedHeader: HTTPHeaderName
  ) -> HTTPAdmission? {
    guard connection.isLoopback, head.method == .get || head.method == .head,
      head.target.prefix(while: { $0 != "?" }) == "/metrics",
      ["Forwarded", "X-Forwarded-For", forwardedHeader].allSatisfy({ head.headers[$0] == nil })
    else { return nil }
    return .accept(bodyLimit: 0) { [self] _ in
      HTTPResponse(
        status: 200, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
        body: Array(text.utf8))
    }
  }

  private static let methods = ["GET", "HEAD", "POST", "PATCH", "DELETE"]

  private var text: String {
    let counts = counts.withLock { $0 }
    var lines: [String] = []
    func add(_ name: String, _ kind: String, _ help: String, _ values: [(String, String)]) {
      lines += ["# HELP \(name) \(help)", "# TYPE \(name) \(kind)"]
      lines += values.map { "\(name)\($0) \($1)" }
    }
    func gauge(_ name: String, _ help: String, _ value: Int?) {
      if let value { add(name, "gauge", help, [("", "\(value)")]) }
    }
    let requests = counts.requests.sorted { $0.key < $1.key }.map { ("{\($0)}", "\($1)") }
    add("market_requests_total", "counter", "Requests by method and status.", requests)
    let durations = "market_request_duration_seconds"
    add(durations, "histogram", "Time from the request line to the end of the response.", [])
    var total = 0
    for (bucket, count) in counts.buckets.enumerated() {
      total += count
      let bound = bucket < Self.bounds.count ? "\(Self.bounds[bucket])" : "+Inf"
      lines.append("\(durations)_bucket{le=\"\(bound)\"} \(total)")
    }
    lines += ["\(durations)_sum \(counts.seconds)", "\(durations)_count \(total)"]
    add(
      "market_request_bytes_total", "counter", "Bytes of request bodies.",
      [("", "\(counts.bytesIn)")])
    add(
      "market_response_bytes_total", "counter", "Bytes of response bodies.",
      [("", "\(counts.bytesOut)")])
    gauge("market_connections", "Open connections.", connections())
    gauge("market_listings", "Listings of all shops.", try? service.listingCount)
    gauge("market_healthy", "Whether the database can be read.", service.isHealthy ? 1 : 0)
    gauge(
      "process_start_time_seconds", "Start of the server, in seconds since 1970.",
      Int(startedAt.milliseconds / 1000))
    gauge("process_resident_memory_bytes", "Memory of the server.", Self.residentBytes)
    gauge("process_open_fds", "Open descriptors of the server.", Self.openDescriptors)
    return lines.joined(separator: "\n") + "\n"
  }

  private static var residentBytes: Int? {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return pages.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
  }

  private static var openDescriptors: Int? {
    try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }
}
