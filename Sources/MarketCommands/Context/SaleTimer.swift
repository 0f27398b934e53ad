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
    \(home)ExecStart=\(program) tick\(arguments)

    """
  }

  /// The folder of the seller's units.
  var folder: String {
    let variables = context.environment.variables
    let settings = variables["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    return (settings ?? (variables["HOME"] ?? "") + "/.config") + "/systemd/user"
  }

  /// What names a market in the name of a unit.
  private static func unit(_ name: String) -> String {
    name.map { character in
      guard character.isASCII else {
        return character.utf8.map { String($0, radix: 16) }.joined()
      }
      return character.isLetter || character.isNumber ? String(character) : "-"
    }.joined()
  }

  /// A word of a unit in quotes, in which a percent sign begins a specifier.
  private static func quoted(_ word: String) -> String {
    let plain = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(plain.replacing("%", with: "%%"))\""
  }

  /// An argument of a command in a unit, in which a dollar sign begins a variable, too.
  private static func command(_ word: String) -> String {
    quoted(word).replacing("$", with: "$$")
  }

  /// Writes the units, and starts the timer.
  func install() async throws -> Output {
    let program =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "market"
    let profile = try context.market.profile()
    let unit = profile.isHome ? "market-tick" : "market-tick-\(Self.unit(profile.name))"
    let home = context.environment.variables["OPENMARKET_HOME"].flatMap { home in
      home.isEmpty ? nil : "OPENMARKET_HOME=\(URL(filePath: home).standardizedFileURL.path)"
    }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Self.service(
        Self.quoted(program), home.map { "Environment=\(Self.quoted($0))\n" } ?? "",
        " --market \(Self.command(profile.name))"
      ).write(
        toFile: "\(folder)/\(unit).service", atomically: true, encoding: .utf8)
      try Self.timer.write(
        toFile: "\(folder)/\(unit).timer", atomically: true, encoding: .utf8)
    } catch {
      throw SellerError.file(path: folder, reason: "it cannot be written")
    }
    let start = "systemctl --user daemon-reload && systemctl --user enable --now \(unit).timer"
    let request = ProgramRequest("{ \(start); } 2>/dev/null", in: context.environment)
    guard await context.environment.execute(request) == 0 else {
      let words = (home.map { ["env", $0] } ?? []) + [program, "tick", "--market", profile.name]
      // In a table of cron a percent sign ends the command.
      let line = words.map { TypedCommand.argument($0) }.joined(separator: " ")
        .replacing("%", with: "\\%")
      return .reply(
        """
        The timer is in \(folder), and could not be started: run `\(command: start)`, or let cron \
        call `\(command: line)` where there is no systemd.
        """)
    }
    return .reply("The timer runs: \(unit).timer in \(folder). This computer must be on.")
  }
}
