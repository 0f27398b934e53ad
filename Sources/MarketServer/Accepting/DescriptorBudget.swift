import Foundation

/// The descriptors of the process that connections may take.
enum DescriptorBudget {
  /// The number of connections that leave a reserve for the files of the process.
  ///
  /// It counts the descriptors that are open now.
  static func connections() -> Int {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return .max }
    let total = Int(clamping: limit.rlim_cur)
    let open = (0..<Int32(clamping: min(total, 4096))).count { fcntl($0, F_GETFD) >= 0 }
    return connections(limit: total, open: open)
  }

  /// - Parameters:
  ///   - limit: the number of descriptors that the process may open.
  ///   - open: the number of descriptors that are open before the first connection.
  static func connections(limit: Int, open: Int) -> Int {
    let reserve = min(64, max(16, limit / 3))
    return max(4, limit - open - reserve)
  }

  /// The number of threads that share the connections over TLS: enough that a slow request delays
  /// few other connections, and at most an eighth of the descriptors, because each takes one.
  ///
  /// - Parameter slots: the connections that leave descriptors for files; nil counts them.
  static func workers(for slots: Int?) -> Int {
    max(1, min(128, (slots ?? connections()) / 8))
  }

  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif
}
