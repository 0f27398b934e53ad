import Foundation
import MarketTestSupport
import MarketWire
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite(.timeLimit(.minutes(60)))
struct SecretTests {
  private static let terminal = ["TERM": "xterm-256color", "COLUMNS": "300"]

  @Test func `no file, stream, process or killed shell reveals the secret`() async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      let account = try await sandbox.account("willow", in: folder)
      // The pager writes its environment and its parent's command line to files.
      let pager = "env >pager-environment; tr '\\0' ' ' </proc/$PPID/cmdline >parent-command; cat"
      try sandbox.write(Self.batch, to: "secret.market")
      var shown = ""
      try await ServedMarket.run(at: sandbox, folder: folder) { market in
        let launch = sandbox.launch([], Self.terminal.merging(["OPENMARKET_PAGER": pager]) { $1 })
        try await PseudoTerminal.run(launch) { terminal in
          let prompt = "market willow@\(market.host)> "
          try await terminal.see("market> ")
          terminal.enter(
            "login \(market.url) --shop willow --identifier \(account.identifier.revealed)")
          shown += try await terminal.see("Secret: ")
          terminal.enter(account.secret.revealed)
          shown += try await terminal.see(prompt)
          try Self.check(process: terminal.child.id, for: account)
          for line in Self.lines(market) {
            terminal.enter(line)
            shown += try await terminal.see(prompt)
            try Self.check(process: terminal.child.id, for: account)
          }
          terminal.enter("run secret.market --keep-going --yes")
          shown += try await terminal.see(prompt)
          // A killed shell must not leave the secret on the disk either.
          terminal.type("add --name \"Half a")
          terminal.child.send(SIGKILL)
          let end = try await terminal.exit()
          #expect(end.exit == .signal(SIGKILL))
          shown += end.shown
        }
        let after = try await sandbox.market(
          ["doctor", "--trace=body"], ["OPENMARKET_SECRET": account.secret.revealed])
        shown += after.output + after.error + market.log
      }
      try Self.expectNone(of: account, in: shown, at: sandbox)
    }
  }

  private static func expectNone(
    of account: Credentials, in shown: String, at sandbox: Sandbox
  ) throws {
    #expect(shown.contains("curl ") && shown.contains("SQLite") && shown.count > 5000)
    expectNone(of: account, in: Data(shown.utf8), "the output")
    let sees = try String(contentsOfFile: "\(sandbox.folder)/pager-environment", encoding: .utf8)
    #expect(sees.contains("LESS=FRX"))
    try checkFiles(sandbox.root, for: account)
  }

  private static let batch = """
    add --name "Willow basket" --price ₩25000 --description "Woven from peeled willow." \
      --image front.jpg --code B-1
    show @B-1
    edit @B-1 --price +10%
    show @GONE
    remove @B-1
    trace off

    """

  private static func lines(_ market: ServedMarket) -> [String] {
    [
      "trace body", "whoami", "markets", "list", "list --json", "show 1", "help",
      "add --name \"Willow basket\" --price ₩25000 --description \"Woven from peeled willow.\""
        + " --image front.jpg --code B-2",
      "edit @B-2 --stock 4", "edit @B-2 --name x", "show @B-2 --json", "doctor", "doctor --json",
      "login \(market.url) --secret-file gone.txt --shop a --identifier b", "set theme light",
      "profile shop willow", "frobnicate", "remove @B-2 --yes", "timing on",
    ]
  }

  /// Checks the command line and the environment of a process and of its children.
  private static func check(process id: pid_t, for account: Credentials) throws {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
    let children = tasks.flatMap { task in
      (try? String(contentsOfFile: "/proc/\(id)/task/\(task)/children", encoding: .utf8))?
        .split(separator: " ").map(String.init) ?? []
    }
    for process in ["\(id)"] + children {
      for file in ["cmdline", "environ"] {
        guard let data = FileManager.default.contents(atPath: "/proc/\(process)/\(file)") else {
          continue
        }
        expectNone(of: account, in: data, "/proc/\(process)/\(file)")
      }
    }
  }

  /// Checks every file below the folder. Only `markets.json` contains the secret, and only its
  /// owner may read it.
  private static func checkFiles(_ root: String, for account: Credentials) throws {
    let names = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
    #expect(names.contains { $0.hasSuffix("config/settings.json") })
    var found = 0
    for name in names {
      let path = "\(root)/\(name)"
      let facts = try FileManager.default.attributesOfItem(atPath: path)
      guard facts[.type] as? FileAttributeType == .typeRegular else { continue }
      let data = try Data(contentsOf: URL(filePath: path))
      guard name.hasSuffix("config/markets.json") else {
        expectNone(of: account, in: data, name)
        continue
      }
      found += data.range(of: Data(account.secret.revealed.utf8)) == nil ? 0 : 1
      #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(name)")
    }
    #expect(found == 1)
  }

  private static func expectNone(
    of account: Credentials, in data: Data, _ location: String
  ) {
    let forms = [
      account.secret.revealed, Data(account.secret.revealed.utf8).base64EncodedString(),
      String(account.secret.revealed.reversed()),
    ]
    for form in forms { #expect(data.range(of: Data(form.utf8)) == nil, "\(location)") }
  }
}
