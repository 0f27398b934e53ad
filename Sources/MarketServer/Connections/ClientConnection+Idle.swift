extension ClientConnection {
  /// The connections to close when all are taken, the best first.
  ///
  /// Those of the address with the most connections come first; of its connections, those that
  /// never sent a request, the longest idle first. Addresses with equally many count as one, because
  /// a stranger may have many addresses. Proxies come last, because they share their connections
  /// between many clients.
  static func longestIdle(
    of connections: [ClientConnection], at now: Int
  ) -> [ClientConnection] {
    let counts = Dictionary(connections.map { ($0.group, 1) }, uniquingKeysWith: +)
    let candidates = connections.compactMap { connection in
      connection.idleTime(at: now).map { idle in
        (
          connection: connection, isProxy: connection.isProxy ? 1 : 0,
          count: -counts[connection.group, default: 0], hasSent: idle.hasSentRequest ? 1 : 0,
          idle: -idle.nanoseconds
        )
      }
    }
    return candidates.sorted {
      ($0.isProxy, $0.count, $0.hasSent, $0.idle) < ($1.isProxy, $1.count, $1.hasSent, $1.idle)
    }.map(\.connection)
  }
}
