import Foundation
import MarketServer
import MarketService
import MarketWire
import Synchronization

/// The numbers at `/metrics`.
///
/// The log thread counts requests in batches, so counting costs a request nothing.
final class ServerMetrics: Sendable {
  private struct Request: Hashable {
    let method: String
    let status: String
  }

  private struct Counts {
    var requests: [Request: Int] = [:]
    var bytesIn = 0
    var bytesOut = 0
    var seconds = 0.0
    /// The requests of each bucket, without those of the buckets below it.
    var buckets = [Int](repeating: 0, count: ServerMetrics.bounds.count + 1)
  }

  /// The upper bounds of the buckets of durations, in seconds.
  private static let bounds = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]
  private static let methods = ["GET", "HEAD", "POST", "PATCH", "DELETE"]

  /// The server whose numbers these are; it is created after them.
  let server = Mutex<HTTPServer?>(nil)
  private let counts = Mutex(Counts())
  private let startedAt: WireDate
  private let service: MarketService

  init(_ service: MarketService, startedAt: WireDate) {
    self.service = service
    self.startedAt = startedAt
  }

  func add(_ entries: [RequestLogEntry]) {
    counts.withLock { counts in
      for entry in entries {
        let method = Self.methods.contains(entry.method) ? entry.method : "other"
        let status = entry.status.map(String.init) ?? "none"
        counts.requests[Request(method: method, status: status), default: 0] += 1
        counts.bytesIn += entry.bytesIn
        counts.bytesOut += entry.bytesOut
        let seconds = Double(entry.microseconds) / 1_000_000
        counts.seconds += seconds
        let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        counts.buckets[bucket] += 1
      }
    }
  }

  /// Answers `/metrics` on the port of the market, for a process of this machine; nil for any other
  /// request.
  ///
  /// A request that a proxy forwarded comes from elsewhere.
  func admission(
    of head: HTTPRequest, over connection: ConnectionInfo, forwardedHeader: HTTPHeaderName
  ) -> HTTPAdmission? {
    guard connection.isLoopback,
      ["Forwarded", "X-Forwarded-For", forwardedHeader].allSatisfy({ head.headers[$0] == nil })
    else { return nil }
    return admission(of: head)
  }

  /// Answers `/metrics`; nil for any other request.
  func admission(of head: HTTPRequest) -> HTTPAdmission? {
    guard head.method.isSafe, head.target.prefix(while: { $0 != "?" }) == "/metrics" else {
      return nil
    }
    return .accept(bodyLimit: 0) { [self] _ in
      HTTPResponse(
        status: 200, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
        body: Array(text.utf8))
    }
  }

  private var text: String {
    var text = MetricsText()
    text.describe("market_build_info", .gauge, "The version of the program.")
    text.sample("market_build_info", 1, ["version": Version.text])
    addRequests(to: &text)
    addMarket(to: &text)
    addProcess(to: &text)
    return text.text
  }

  private func addRequests(to text: inout MetricsText) {
    let counts = counts.withLock { $0 }
    text.describe("market_requests_total", .counter, "Requests by method and status.")
    let requests = counts.requests.sorted {
      ($0.key.method, $0.key.status) < ($1.key.method, $1.key.status)
    }
    for (request, count) in requests {
      text.sample(
        "market_requests_total", Double(count),
        ["method": request.method, "status": request.status])
    }
    let durations = "market_request_duration_seconds"
    text.describe(
      durations, .histogram, "Time from the request line to the end of the response.")
    var total = 0
    for (bucket, count) in counts.buckets.enumerated() {
      total += count
      let bound = bucket < Self.bounds.count ? "\(Self.bounds[bucket])" : "+Inf"
      text.sample("\(durations)_bucket", Double(total), ["le": bound])
    }
    text.sample("\(durations)_sum", counts.seconds)
    text.sample("\(durations)_count", Double(total))
    text.add(
      "market_request_bytes_total", "Bytes of request bodies.", Double(counts.bytesIn), .counter)
    text.add(
      "market_response_bytes_total", "Bytes of response bodies.", Double(counts.bytesOut), .counter)
  }

  private func addMarket(to text: inout MetricsText) {
    let isHealthy = service.isHealthy
    text.add("market_healthy", "Whether the database can be read.", isHealthy ? 1 : 0)
    // A database that cannot be reached would hold up the answer.
    if isHealthy {
      text.add(
        "market_listings", "Listings of all shops.", (try? service.listingCount).map { Double($0) })
      text.add(
        "market_last_backup_timestamp_seconds", "Time of the last backup, in seconds since 1970.",
        (try? service.lastBackup)?.seconds)
    }
    let uploads = service.uploadCounts
    text.add("market_uploads_waiting", "Uploads that wait for memory.", Double(uploads.waiting))
    text.add(
      "market_uploads_refused_total", "Uploads that were refused for lack of memory.",
      Double(uploads.refused), .counter)
    text.add(
      "market_disk_free_bytes", "Free space on the disk of the market.",
      service.freeBytes.map { Double($0) })
    let connections = service.connections
    text.add(
      "market_database_connections", "Connections to PostgreSQL that are in use.",
      connections.map { Double($0.inUse) })
    text.add(
      "market_database_connections_limit", "Connections to PostgreSQL that can be in use.",
      connections.map { Double($0.limit) })
    let server = server.withLock { $0 }
    text.add(
      "market_connections", "Open connections of clients.",
      server.map { Double($0.connectionCount) })
    text.add(
      "market_certificate_end_timestamp_seconds",
      "End of the TLS certificate, in seconds since 1970.", (server?.identity?.end).map(\.seconds))
  }

  private func addProcess(to text: inout MetricsText) {
    text.add(
      "process_start_time_seconds", "Start of the server, in seconds since 1970.",
      startedAt.seconds)
    text.add(
      "process_cpu_seconds_total", "Time of processors that the server has used.",
      Self.processorSeconds, .counter)
    text.add("process_resident_memory_bytes", "Memory of the server.", Self.residentBytes)
    text.add("process_open_fds", "Open descriptors of the server.", Self.openDescriptors)
  }

  private static var processorSeconds: Double? {
    var time = timespec()
    guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static var residentBytes: Double? {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = text?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
    return pages.map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) }
  }

  private static var openDescriptors: Double? {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))
      .map { Double($0.count) }
  }
}

extension WireDate {
  /// The seconds since 1970, with three decimals.
  fileprivate var seconds: Double { Double(milliseconds) / 1000 }
}
