extension ClientConnection {
  /// The connections to close when all are taken, the best first.
  ///
  /// The address with the most connections comes first; of its connections, those that never sent
  /// a request, the longest idle first. Proxies come last, because they share their connections
  /// between many clients.
  static func longestIdle(
    of connections: [ClientConnection], at now: Int
  ) -> [ClientConnection] {
    let groups = Dictionary(grouping: connections, by: \.group).values.sorted { left, right in
      left[0].isProxy != right[0].isProxy ? right[0].isProxy : left.count > right.count
    }
    return groups.flatMap { group in
      group.compactMap { connection in
        connection.idleTime(at: now).map { (connection, $0) }
      }.sorted { left, right in
        left.1.hasSentRequest != right.1.hasSentRequest
          ? right.1.hasSentRequest : left.1.nanoseconds > right.1.nanoseconds
      }.map(\.0)
    }
  }
}
