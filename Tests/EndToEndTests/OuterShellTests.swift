import Foundation
import MarketTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Completion in bash, zsh and fish, and the scripts that install market.
@Suite(.timeLimit(.minutes(60)))
struct OuterShellTests {
  /// How a shell is started without files of the user, and what makes it complete.
  private struct Shell {
    let name: String
    let arguments: [String]
    let setUp: [String]
  }

  private static let bash = Shell(
    name: "bash", arguments: ["--norc", "--noprofile", "-i"],
    setUp: ["source <(market completion bash)"])
  private static let zsh = Shell(
    name: "zsh", arguments: ["-f", "-i"],
    setUp: [
      "autoload -Uz compinit; compinit -u -d $HOME/dump", "source <(market completion zsh)",
    ])
  private static let fish = Shell(
    name: "fish", arguments: ["--no-config", "-i"], setUp: ["market completion fish | source"])

  @Test func `bash completes commands, options and codes`() async throws {
    try await Self.completes(in: Self.bash)
  }

  @Test(.enabled(if: ExternalProgram.exists("zsh"), "zsh is not installed"))
  func `zsh completes commands, options and codes`() async throws {
    try await Self.completes(in: Self.zsh)
  }

  @Test(.enabled(if: ExternalProgram.exists("fish"), "fish is not installed"))
  func `fish completes commands, options and codes`() async throws {
    try await Self.completes(in: Self.fish)
  }

  private static func completes(in shell: Shell) async throws {
    try await Sandbox.run { sandbox in
      let added = try await sandbox.market([
        "add", "--name", "Oak mug", "--price", "12000원", "--description", "Turned from one piece.",
        "--image", "front.jpg", "--code", "MUG-01",
      ])
      try #require(added.exitCode == 0, "\(added.error)")
      var launch = sandbox.launch(shell.arguments, ["TERM": "xterm", "PS1": "$ "])
      let folder = URL(filePath: Sandbox.binary).deletingLastPathComponent().path
      launch.executable = "/usr/bin/env"
      launch.arguments = [shell.name] + shell.arguments
      launch.environment["PATH"] = "\(folder):\(sandbox.environment["PATH"] ?? "")"
      try await PseudoTerminal.run(launch) { terminal in
        for line in shell.setUp { terminal.enter(line) }
        terminal.enter("echo set-\(1)-up")
        _ = try await terminal.see("set-1-up")
        _ = try await terminal.see("set-1-up")
        for (typed, completed) in [
          // Shells write only what changed.
          ("unst", "ar"), ("edit @MU", "-01"), ("list --discou", "ted"),
          ("add --image fro", ".jpg"),
        ] {
          terminal.type("market \(typed)")
          _ = try await terminal.see(typed)
          // A tab behind other keys that wait would be inserted by zsh.
          terminal.type("\t")
          _ = try await terminal.see(completed)
          // Clears the line.
          terminal.type("\u{15}")
        }
        terminal.type("exit\r")
      }
    }
  }

  @Test func `what the script installs, the other script removes`() async throws {
    try await Sandbox.run { sandbox in
      let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardized.path
      let target = "\(sandbox.root)/target"
      for script in ["install", "uninstall"] {
        var launch = sandbox.launch([target], ["MARKET_BINARY": Sandbox.binary])
        launch.executable = "\(root)/scripts/\(script)"
        let result = try await sandbox.run(launch)
        #expect(result.exitCode == 0, "\(result.error)")
        guard script == "install" else { break }
        var program = sandbox.launch(["--version"])
        program.executable = "\(target)/bin/market"
        #expect(try await sandbox.run(program).output.hasPrefix("market "))
        for file in [
          "share/man/man1/market.1.gz", "share/bash-completion/completions/market",
          "share/zsh/site-functions/_market", "share/fish/vendor_completions.d/market.fish",
          "share/doc/market/copyright",
        ] {
          let size = try FileManager.default.attributesOfItem(atPath: "\(target)/\(file)")[.size]
          #expect(try #require(size as? Int) > 100, "\(file)")
        }
      }
      let left = try FileManager.default.subpathsOfDirectory(atPath: target)
      #expect(left == [])
    }
  }

  private static let canInstallPackages =
    ExternalProgram.exists("dpkg") && ExternalProgram.exists("objdump") && geteuid() == 0

  @Test(
    .enabled(if: canInstallPackages, "dpkg or objdump is not installed, or you are not root"))
  func `the Debian package installs and is removed cleanly`() async throws {
    try await Sandbox.run { sandbox in
      let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardized.path
      let tree = "\(sandbox.root)/tree"
      for name in ["updates", "info"] {
        try FileManager.default.createDirectory(
          atPath: "\(tree)/var/lib/dpkg/\(name)", withIntermediateDirectories: true)
      }
      for name in ["status", "available"] {
        try Data().write(to: URL(filePath: "\(tree)/var/lib/dpkg/\(name)"))
      }
      func run(_ program: String, _ arguments: [String]) async throws -> CommandResult {
        // Compressing would take most of the time.
        var launch = sandbox.launch(
          arguments, ["MARKET_BINARY": Sandbox.binary, "DPKG_DEB_COMPRESSOR_TYPE": "none"])
        launch.executable = program
        let result = try await sandbox.run(launch)
        #expect(result.exitCode == 0, "\(result)")
        return result
      }
      let built = try await run("\(root)/scripts/package", [sandbox.folder])
      let package = try #require(built.output.split(separator: " ").last).dropLast()
      let facts = try await run("/usr/bin/dpkg-deb", ["--field", String(package), "Depends"])
      #expect(facts.output.contains("libcurl4") && facts.output.contains("libchafa0"), "\(facts)")
      // A sync of each file would wait for all that the other tests write.
      let dpkg = [
        "--root=\(tree)", "--log=/dev/null", "--force-depends", "--force-script-chrootless",
        "--force-unsafe-io",
      ]
      _ = try await run("/usr/bin/dpkg", dpkg + ["--install", String(package)])
      let version = try await run("\(tree)/usr/bin/market", ["--version"])
      #expect(version.output.hasPrefix("market "))
      #expect(FileManager.default.fileExists(atPath: "\(tree)/usr/share/man/man1/market.1.gz"))
      _ = try await run("/usr/bin/dpkg", dpkg + ["--purge", "market"])
      #expect(!FileManager.default.fileExists(atPath: "\(tree)/usr"))
    }
  }

  @Test(.enabled(if: ExternalProgram.exists("man"), "man is not installed"))
  func `the manual page has no mistakes`() async throws {
    try await Sandbox.run { sandbox in
      let page = try await sandbox.market(["man"])
      #expect(page.output.hasPrefix(".TH MARKET 1"))
      try sandbox.write(page.output, to: "market.1")
      var launch = sandbox.launch(
        ["man", "--warnings", "-l", "market.1"], ["MANWIDTH": "80", "MANROFFSEQ": ""])
      launch.executable = "/usr/bin/env"
      let shown = try await sandbox.run(launch)
      #expect(shown.error == "")
      #expect(shown.output.contains("Change your listings") && shown.output.contains("--stock"))
    }
  }
}
