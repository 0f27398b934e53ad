import Foundation
import MarketTestSupport
import MarketWire
import SQLite
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files of commands with a second shell, an impatient seller, or a full disk.
@Suite(.timeLimit(.minutes(60)))
struct BatchFailureTests {
  private static func adds(_ count: Int, haveCodes: Bool = false) -> String {
    (1...count).map {
      "add --name \"Mug no. \($0)\" --price 1000원 --stock 1 --image front.jpg"
        + " --description \"Turned from one piece.\"" + (haveCodes ? " --code M-\($0)" : "")
    }.joined(separator: "\n")
  }

  @Test func `two shells that run the same file at once add everything once`() async throws {
    for _ in 1...3 {
      try await Sandbox.run { sandbox in
        let first = try await sandbox.market(["-c", Self.adds(1)])
        #expect(first.exitCode == 0, "\(first)")
        try sandbox.write(Self.adds(12), to: "many.market")
        async let one = sandbox.market(["run", "many.market"])
        async let two = sandbox.market(["run", "many.market"])
        let results = try await [one, two]
        #expect(results.count { $0.exitCode == 0 } == 1, "\(results)")
        #expect(results.count { [1, 2].contains($0.exitCode) } == 1, "\(results)")
        let ids = try await sandbox.market(["list", "--mine", "--all", "--format", "ids"])
        #expect(ids.output.split(separator: "\n").count == 13)
      }
    }
  }

  @Test func `after a command, each database is whole in its file`() async throws {
    try await Sandbox.run { sandbox in
      let add = Self.adds(1) + " --code oak"
      let first = try await sandbox.market(["-c", add])
      #expect(first.exitCode == 0, "\(first)")
      let files = FileManager.default.enumerator(atPath: sandbox.root)?.allObjects as? [String]
      let names = (files ?? []).map { ($0 as NSString).lastPathComponent }
      #expect(Set(names).isSuperset(of: ["batches.sqlite", "notebook.sqlite", "market.sqlite"]))
      #expect(!names.contains { $0.hasSuffix("-wal") }, "\(names)")
    }
  }

  @Test func `Ctrl-C in a batch finishes the running add and reports the progress`()
    async throws
  {
    try await Self.withMarket { sandbox, proxy, _ in
      try sandbox.write(Self.adds(20, haveCodes: true), to: "many.market")
      let writes = Mutex(0)
      let gate = DispatchSemaphore(value: 0)
      defer { gate.signal() }
      proxy.order { request in
        guard request.isWrite else { return nil }
        let number = writes.withLock { writes in
          writes += 1
          return writes
        }
        if number == 3 { gate.wait(until: "Ctrl-C was pressed") }
        return nil
      }
      try await PseudoTerminal.run(sandbox.launch([])) { terminal in
        _ = try await terminal.see("> ")
        terminal.enter("run many.market --jobs 1 --verbose")
        await waitUntil("an add is under way") { writes.withLock { $0 == 3 } }
        terminal.type(PseudoTerminal.controlC)
        _ = try await terminal.see("Finishing the current change")
        gate.signal()
        let shown = try await terminal.see("> ")
        #expect(shown.contains("3 done, 17 left"), "\(shown)")
        #expect(!shown.contains("not known"), "\(shown)")
        terminal.enter("quit")
        _ = try await terminal.exit()
      }
      // Each added listing has its code, so running the file again adds nothing twice.
      let list = try await sandbox.market(
        ["list", "--mine", "--all", "--format", "tsv", "--fields", "code"])
      #expect(Set(list.output.split(separator: "\n")) == ["M-1", "M-2", "M-3"])
    }
  }

  @Test func `the second Ctrl-C stops at once and says which change is unknown`()
    async throws
  {
    try await Self.withMarket { sandbox, proxy, _ in
      try sandbox.write(Self.adds(6), to: "many.market")
      let writes = Mutex(0)
      proxy.order { request in
        guard request.isWrite else { return nil }
        let number = writes.withLock { writes in
          writes += 1
          return writes
        }
        return number > 2 ? .silenceAfterStored : nil
      }
      let run = ["run", "many.market", "--jobs", "1"]
      try await PseudoTerminal.run(sandbox.launch(run)) { terminal in
        await waitUntil("a write is not answered") { writes.withLock { $0 > 2 } }
        terminal.type(PseudoTerminal.controlC)
        _ = try await terminal.see("Ctrl-C again stops at once")
        terminal.type(PseudoTerminal.controlC)
        let shown = try await terminal.see("resume 1")
        #expect(shown.contains("unknown"), "\(shown)")
        #expect(try await terminal.exit().0 == .code(7))
      }
      proxy.order { _ in nil }
      let resumed = try await sandbox.market(["resume"])
      #expect(resumed.exitCode == 0, "\(resumed)")
      let ids = try await sandbox.market(["list", "--mine", "--all", "--format", "ids"])
      #expect(ids.output.split(separator: "\n").count == 6)
    }
  }

  @Test(arguments: [true, false])
  func `the second Ctrl-C of a bulk edit ends with 7, and at the prompt the shell stays open`(
    _ isAtPrompt: Bool
  ) async throws {
    try await Self.withMarket { sandbox, proxy, _ in
      let adds = try await sandbox.market(["-c", Self.adds(3)])
      #expect(adds.exitCode == 0, "\(adds)")
      let writes = Mutex(0)
      proxy.order { request in
        guard request.isWrite else { return nil }
        writes.withLock { $0 += 1 }
        return .silenceAfterStored
      }
      let edit = ["edit", "--mine", "--stock", "9", "--yes"]
      try await PseudoTerminal.run(sandbox.launch(isAtPrompt ? [] : edit)) { terminal in
        if isAtPrompt {
          _ = try await terminal.see("> ")
          terminal.enter(edit.joined(separator: " "))
        }
        await waitUntil("a write is not answered") { writes.withLock { $0 > 0 } }
        terminal.type(PseudoTerminal.controlC)
        _ = try await terminal.see("Ctrl-C again stops at once")
        terminal.type(PseudoTerminal.controlC)
        let shown = try await terminal.see("resume ")
        #expect(shown.contains("unknown") && !shown.contains("failed"), "\(shown)")
        if isAtPrompt {
          terminal.enter("whoami --fields signed_in")
          _ = try await terminal.see("signed in  yes")
          terminal.enter("quit")
        }
        let exit = try await terminal.exit().0
        #expect(isAtPrompt || exit == .code(7))
      }
      proxy.order { _ in nil }
      #expect(try await sandbox.market(["resume"]).exitCode == 0)
      let stocks = try await sandbox.market(["list", "--mine", "--fields", "stock"])
      #expect(stocks.output == "9\n9\n9\n", "\(stocks)")
    }
  }

  @Test func `a full disk stops the file before the request that could not be recorded`()
    async throws
  {
    try await Self.withMarket { sandbox, proxy, folder in
      try sandbox.write(Self.adds(120), to: "many.market")
      // No file may grow beyond 160 KB; without the trap, that would kill the program.
      var launch = sandbox.launch([])
      launch.arguments = [
        "-c", "trap '' XFSZ; ulimit -f 320; exec \"$0\" run many.market", launch.executable,
      ]
      launch.executable = "/bin/sh"
      let full = try await sandbox.run(launch)
      // 7 if the result of a request under way could not be recorded.
      #expect([1, 7].contains(full.exitCode), "\(full)")
      #expect(full.error.contains("the journal"), "\(full)")
      let journal = try Connection(.file("\(sandbox.root)/openmarket/state/batches.sqlite"))
      let sent = try journal.first("SELECT count(*) FROM step WHERE state <> 'planned'") {
        $0.int(0)
      }
      let stored = proxy.received.count { $0.isWrite }
      #expect(stored > 0 && stored < 120 && stored <= sent ?? 0, "\(stored) of \(sent ?? 0)")
      let resumed = try await sandbox.market(["run", "many.market", "--resume"])
      #expect(resumed.exitCode == 0, "\(resumed)")
      let ids = try await sandbox.market(["list", "--mine", "--all", "--format", "ids"])
      #expect(ids.output.split(separator: "\n").count == 120)
    }
  }

  /// Signs in at a served market behind a proxy.
  private static func withMarket(
    _ body: (Sandbox, MisbehavingMarket, _ folder: String) async throws -> Void
  ) async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      let account = try await sandbox.account("oak", in: folder)
      try await ServedMarket.run(at: sandbox, folder: folder) { market in
        let proxy = try MisbehavingMarket(url: market.url, honorsKeys: true)
        defer { proxy.stop() }
        let login = try await sandbox.market(
          ["login", proxy.url, "--shop", "oak", "--identifier", account.identifier.revealed],
          ["OPENMARKET_SECRET": account.secret.revealed])
        #expect(login.exitCode == 0, "\(login)")
        try await body(sandbox, proxy, folder)
      }
    }
  }
}
