import Foundation
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(15)))
struct BatchKillTests {
  enum Place: CaseIterable { case home, served }

  @Test(arguments: Place.allCases)
  func `a file that is killed and resumed makes every change once`(_ place: Place) async throws {
    try await Sandbox.run { sandbox in
      try sandbox.write(Self.batch, to: "autumn.market")
      // The same file without a disturbance, at another home.
      let calm = ["OPENMARKET_HOME": "\(sandbox.root)/calm"]
      #expect(try await sandbox.market(["run", "autumn.market", "--yes"], calm).exitCode == 0)
      let wanted = try await Self.listings(sandbox, calm)
      #expect(wanted.count == 35)
      switch place {
      case .home: try await Self.disturb(sandbox, wanted)
      case .served:
        let folder = "\(sandbox.root)/served"
        let account = try await sandbox.account("oak", in: folder)
        try await ServedMarket.run(at: sandbox, folder: folder) { market in
          let login = try await sandbox.market(
            ["login", market.url, "--shop", "oak", "--identifier", account.identifier.revealed],
            ["OPENMARKET_SECRET": account.secret.revealed])
          #expect(login.exitCode == 0, "\(login)")
          try await Self.disturb(sandbox, wanted)
        }
      }
    }
  }

  /// Kills the run at random moments, then lets it finish.
  private static func disturb(_ sandbox: Sandbox, _ wanted: [String]) async throws {
    var random = SeededGenerator(seed: 0x6261_7463)
    var kills = 0
    for _ in 0..<KillTests.rounds {
      let seconds = Double.random(in: 0.02...0.8, using: &random)
      var launch = sandbox.launch(["run", "autumn.market", "--yes", "--resume"])
      launch.arguments = ["-s", "KILL", "\(seconds)", launch.executable] + launch.arguments
      launch.executable = "/usr/bin/timeout"
      let result = try await sandbox.run(launch)
      #expect([0, 137].contains(result.exitCode), "\(result)")
      kills += result.exitCode == 137 ? 1 : 0
    }
    let end = try await sandbox.market(["run", "autumn.market", "--yes", "--resume"])
    #expect(end.exitCode == 0, "after \(kills) kills: \(end)")
    #expect(try await listings(sandbox, [:]) == wanted, "after \(kills) kills")
    let batches = try await sandbox.market(["batches", "--fields", "state"])
    #expect(batches.output == "finished\n", "\(batches)")
  }

  private static func listings(
    _ sandbox: Sandbox, _ variables: [String: String]
  ) async throws -> [String] {
    let list = try await sandbox.market(
      [
        "list", "--mine", "--all", "--format", "tsv", "--fields",
        "code,name,price,discount,stock,description",
      ], variables)
    return list.output.split(separator: "\n").map(String.init).sorted()
  }

  /// Adds 40 listings with photos, two of them equal, changes 30 and removes 5.
  private static let batch: String = {
    let adds = (1...40).map { number in
      "add --name \"Mug no. \(max(number, 2))\" --price \(number < 3 ? 1000 : number)000원 --stock 1"
        + " --description \"Turned from one piece.\" --image front.jpg back.png --thumbnail 2"
        + (number < 3 ? "" : " --code M-\(number)")
    }
    let edits = (3...32).map { "edit @M-\($0) --price +10% --stock +\($0)" }
    let removals = (36...40).map { "remove @M-\($0)" }
    return (adds + edits + removals).joined(separator: "\n")
  }()
}
