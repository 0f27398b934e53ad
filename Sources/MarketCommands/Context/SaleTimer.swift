import Foundation
import MarketRender
import Messages
import SellerSession

/// A timer of the seller's own systemd that calls `tick`.
struct SaleTimer: Sendable {
  let context: CommandContext

  private static let timer = """
    [Unit]
    Description=Sales of market that begin or end

    [Timer]
    OnCalendar=*:0/5
    Persistent=true

    [Install]
    WantedBy=timers.target

    """

  /// - Parameters:
  ///   - home: the line with the folder of `OPENMARKET_HOME`, if that is set.
  ///   - arguments: which market is meant. The default may be another one later.
  private static func service(_ program: String, _ home: String, _ arguments: String) -> String {
    """
    [Unit]
    Description=Sales of market that begin or end

    [Service]
    Type=oneshot
    \(home)ExecStart="\(program)" tick\(arguments)

    """
  }

  /// The folder of the seller's units.
  var folder: String {
    let variables = context.environment.variables
    let settings = variables["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    return (settings ?? (variables["HOME"] ?? "") + "/.config") + "/systemd/user"
  }

  /// Writes the units, and starts the timer.
  func install() async throws -> Output {
    let program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "market"
    let profile = try context.market.profile()
    let place = profile.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let unit = profile.isHome ? "market-tick" : "market-tick-\(String(place))"
    let arguments = " --market \"\(profile.name)\""
    let home = context.environment.variables["OPENMARKET_HOME"].map {
      $0.isEmpty ? "" : "Environment=\"OPENMARKET_HOME=\($0)\"\n"
    }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Self.service(program, home ?? "", arguments).write(
        toFile: "\(folder)/\(unit).service", atomically: true, encoding: .utf8)
      try Self.timer.write(
        toFile: "\(folder)/\(unit).timer", atomically: true, encoding: .utf8)
    } catch {
      throw SellerError.file(path: folder, reason: "it cannot be written")
    }
    let start = "systemctl --user daemon-reload && systemctl --user enable --now \(unit).timer"
    let request = ProgramRequest("{ \(start); } 2>/dev/null", in: context.environment)
    guard await context.environment.execute(request) == 0 else {
      return .reply(
        """
        The timer is in \(folder), and could not be started: run `\(command: start)`, or let cron \
        call `\(command: "market tick\(arguments)")` where there is no systemd.
        """)
    }
    return .reply("The timer runs: \(unit).timer in \(folder). This computer must be on.")
  }
}
