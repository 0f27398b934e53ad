import Foundation
import MarketTestSupport
import MarketWire
import SQLite
import StoreTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Backups of a market that is served by another process.
@Suite(.timeLimit(.minutes(60)))
struct BackupTests {
  private static let complete = "\"missing\": [],\n  \"orphans\": [],"

  @Test func `a served market is backed up while listings come and go`() async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      let account = try await sandbox.account("oak", in: folder)
      #expect(try await sandbox.market(["demo", "load", "--data", folder]).exitCode == 0)
      try await ServedMarket.run(at: sandbox, folder: folder) { market in
        let adds = try ConcurrentAdds(url: market.url, account: account) { _, _ in }
        async let added = adds.send((0..<40).map { "mug \($0)" }, by: 4)
        for number in 1...3 {
          let file = "backup-\(number).tar"
          let written = try await sandbox.market(["backup", file, "--data", folder, "--json"])
          #expect(written.exitCode == 0, "\(written)")
          let target = "\(sandbox.root)/restored-\(number)"
          let restored = try await sandbox.market(["restore", file, "--data", target, "--json"])
          #expect(restored == written, "\(restored)")
          let found = try await sandbox.market(["doctor", "--data", target, "--json"])
          #expect(found.output.contains(Self.complete), "\(found)")
          #expect(found.output.contains("\"integrity\": [],"))
        }
        _ = try await added
        let found = try await sandbox.market(["doctor", "--data", folder, "--json"])
        #expect(found.output.contains(Self.complete), "\(found)")
      }
    }
  }

  @Test func `a killed backup or restore leaves nothing that looks complete`() async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/data"
      let loaded = try await sandbox.market(["demo", "load", "--count", "2000", "--data", folder])
      #expect(loaded.exitCode == 0, "\(loaded)")
      let target = "\(sandbox.root)/again"
      let backup = ["backup", "market.tar", "--data", folder]
      let restore = ["restore", "market.tar", "--data", target]
      for (arguments, part, result) in [
        (backup, "\(sandbox.folder)/market.tar.part", "\(sandbox.folder)/market.tar"),
        (restore, "\(target).restoring", target),
      ] {
        for _ in 0..<3 {
          let child = try Sandbox.withFiles(["/dev/null", "/dev/null", "/dev/null"]) { files in
            try ChildProcess(
              sandbox.launch(arguments), input: files[0], output: files[1], error: files[2])
          }
          // Killed in the middle, or after its end if that comes first.
          await waitUntil("the file is being written") {
            access(part, F_OK) == 0 || access(result, F_OK) == 0
          }
          guard child.end() == .signal(SIGKILL), access(result, F_OK) == 0 else { continue }
          // The rename was the last step before the kill.
          try FileManager.default.removeItem(atPath: result)
        }
        if access(result, F_OK) == 0 { try FileManager.default.removeItem(atPath: result) }
        let done = try await sandbox.market(arguments)
        #expect(done.exitCode == 0, "\(done)")
        #expect(access(part, F_OK) != 0)
      }
      let found = try await sandbox.market(["doctor", "--data", target, "--json"])
      #expect(found.output.contains(Self.complete), "\(found)")
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        #expect(!name.hasSuffix(".part"))
      }
    }
  }

  @Test(arguments: StoreKind.all)
  func `wrong counts are named by doctor and corrected with --fix`(kind: StoreKind) async throws {
    try await Sandbox.run { sandbox in
      let data = kind == .postgres ? try PostgresServer.newURL() : "\(sandbox.root)/data"
      _ = try await sandbox.account("oak", in: data)
      let wrong = "UPDATE vendor SET listings = 3"
      switch kind {
      case .postgres: try PostgresServer.execute(wrong, at: data)
      case .sqlite, .model: try Connection(.file("\(data)/market.sqlite")).execute(wrong)
      }
      let found = try await sandbox.market(["doctor", "--data", data])
      #expect(found.exitCode == 1 && found.output.contains("vendor oak counts 3 listings"))
      #expect(found.error.contains("some counts differ from the listings"), "\(found)")
      #expect(try await sandbox.market(["serve", "--check", "--data", data]).exitCode == 0)
      let fixed = try await sandbox.market(["doctor", "--fix", "--data", data])
      #expect(fixed.exitCode == 0 && fixed.error.contains("Corrected the counts of listings."))
      #expect(try await sandbox.market(["doctor", "--data", data]).exitCode == 0, "\(fixed)")
    }
  }

  @Test func `a restore onto a full disk names the target and leaves nothing`() async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/data"
      #expect(try await sandbox.market(["demo", "load", "--data", folder]).exitCode == 0)
      #expect(try await sandbox.market(["backup", "market.tar", "--data", folder]).exitCode == 0)
      // No file may grow beyond 16 KB, as if the disk were full.
      var launch = sandbox.launch([])
      launch.arguments = [
        "-c", "trap '' XFSZ; ulimit -f 32; exec \"$0\" restore market.tar --data ../again",
        launch.executable,
      ]
      launch.executable = "/bin/sh"
      let full = try await sandbox.run(launch)
      #expect(full.exitCode == 1 && full.error.contains("/again"), "\(full)")
      let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.root)
      #expect(!names.contains { $0.hasPrefix("again") }, "\(names)")
    }
  }

  @Test func `a killed upgrade is done by the next start`() async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/kept"
      for round in 0..<8 {
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(
          atPath: "\(folder)/pictures", withIntermediateDirectories: true)
        do {
          let kept = try Connection(.file("\(folder)/market.sqlite"))
          try kept.execute("PRAGMA foreign_keys = OFF; \(Fixture.text("stores/second.sql"))")
        }
        let child = try Sandbox.withFiles(["/dev/null", "/dev/null", "/dev/null"]) { files in
          try ChildProcess(
            sandbox.launch(["account", "list", "--data", folder]), input: files[0],
            output: files[1], error: files[2])
        }
        // Each time later, from before the upgrade to after it.
        let now = ContinuousClock.now
        await waitUntil("some milliseconds have passed") {
          ContinuousClock.now - now >= .milliseconds(round * 6)
        }
        _ = child.end()
        let next = try await sandbox.market(["account", "list", "--data", folder])
        #expect(next.exitCode == 0, "\(next)")
        let check = try Connection(.file("\(folder)/market.sqlite"))
        #expect(try check.integrityCheck() == [])
      }
    }
  }
}
