import Foundation
import MarketTestSupport
import Testing

/// The folders that a released version has left: each later version opens all of them.
///
/// An archive of `Fixtures/releases` has the folder `market` of a seller (OPENMARKET_HOME), a backup of
/// the market in it, and the files that its commands name. The seller has added, changed and removed
/// listings, left a form and a sheet, saved a layout, planned a sale and paused a listing; a run of 60
/// changes was killed.
@Suite(.timeLimit(.minutes(60)))
struct ReleaseTests {
  static let versions = ["1.0.0"]

  /// Runs commands in a copy of what a version has left, each with parts of its answer. They end with 0
  /// where `exitCodes` does not say otherwise.
  private func check(
    _ version: String, _ commands: KeyValuePairs<String, [String]>,
    exitCodes: [String: Int32] = [:]
  ) async throws {
    try await Sandbox.run { sandbox in
      let archive = Fixture.root.appending(path: "releases/\(version).tar.gz").path
      let unpacked = try await sandbox.run(
        Launch(
          executable: "/usr/bin/env", arguments: ["tar", "-xzf", archive],
          environment: sandbox.environment, folder: sandbox.folder))
      #expect(unpacked.exitCode == 0, "\(unpacked)")
      let home = ["OPENMARKET_HOME": "\(sandbox.folder)/market"]
      for (command, parts) in commands {
        let result = try await sandbox.market(["-c", command], home)
        #expect(result.exitCode == exitCodes[command, default: 0], "\(command): \(result)")
        for part in parts {
          let text = result.output + result.error
          #expect(text.contains(part), "\(command): \(result)")
        }
      }
    }
  }

  @Test(arguments: versions)
  func `settings, markets, layouts, aliases and lines are there`(of version: String) async throws {
    try await check(
      version,
      [
        "set theme": ["light"], "set sort": ["price desc"], "profile": ["Pine & Oak", "KRW"],
        "markets": ["home\thttp://market.local\tPine & Oak", "127.0.0.1:18099\t", "\toak\t"],
        "history": ["\tlist --mine\n", "\tshow @CUP-1\n", "\tbrowse --sheet\n"],
        "layouts": ["supplier\tname, code, price, stock\t"],
        "import supplier.csv --layout supplier --dry-run": ["stock 2 → 4", "left out: memo"],
      ])
  }

  @Test(arguments: versions)
  func `listings, codes, drafts and sales are there`(of version: String) async throws {
    try await check(
      version,
      [
        "list --mine --fields id,code,name,price,sale_price,stock": [
          "123\tMUG-01\tBlue mug\t12000\t11400\t0\n126\tPLT-1\tPlate\t9000\t9000\t2\n"
            + "124\tCUP-1\t머그컵\t8800\t8360\t5\n"
        ],
        "drafts": ["lamp-of-paper\tLamp of paper"],
        "sales": ["planned\t2035-01-05", "sale @PLT-1 20%"],
        "resume-selling @MUG-01 --yes": ["stock 0 → 3"],
      ])
  }

  @Test(arguments: versions)
  func `a batch goes on, and another one is taken back`(of version: String) async throws {
    try await check(
      version,
      [
        "batches": ["unfinished\t2 done, 1 unknown, 57 left\trun stocks.txt"],
        "resume": ["58 done"],
        "list --mine --fields code,stock": ["PLT-1\t60"],
        "undo batch 5 --yes": ["discount ₩440 → ₩0", "125 Teapot does not exist any more"],
        "list --mine --fields code,discount": ["MUG-01\t0\n", "CUP-1\t0\n"],
      ], exitCodes: ["undo batch 5 --yes": 6])
  }

  @Test(arguments: versions)
  func `a market becomes whole from its backup`(of version: String) async throws {
    try await check(
      version,
      [
        "restore backup.tar --data again": ["listings\t3", "missing\t0"],
        "doctor --data again": ["integrity"],
      ])
  }
}
