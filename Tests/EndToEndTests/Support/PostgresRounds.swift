import Foundation

/// How often tests of PostgreSQL kill, restart and cut. Soak raises it.
enum PostgresRounds {
  /// How often a server is killed or all connections are cut: `OPENMARKET_POSTGRES_KILLS`, or 3.
  static let kills = number("OPENMARKET_POSTGRES_KILLS", 3)
  /// How often PostgreSQL is restarted: `OPENMARKET_POSTGRES_RESTARTS`, or 2.
  static let restarts = number("OPENMARKET_POSTGRES_RESTARTS", 2)
  /// The time limit of a suite.
  static let minutes = max(15, kills / 4)

  private static func number(_ name: String, _ usual: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
  }
}
