import Foundation
import MarketTestSupport
import Testing

/// What Operating.md prints. `scripts/walk-package` types what needs root and systemd.
@Suite(.timeLimit(.minutes(60)))
struct OperatingArticleTests {
  private static let path = "Sources/MarketWire/MarketWire.docc/Operating.md"

  @Test func `the commands that need no root work as printed`() async throws {
    let script = try ReadmeScript(
      from: "## Accounts and listings", to: "## PostgreSQL", of: Self.path)
    #expect(script.steps.count >= 7)
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.folder)/class-market"
      _ = try await sandbox.account("oak", in: folder)
      let samples = try await sandbox.market(["demo", "load", "--data", folder])
      #expect(samples.exitCode == 0, "\(samples)")
      try await ReadmeWalk(sandbox: sandbox, columns: 110, rows: 40, source: Self.path)
        .play(script)
    }
  }

  /// A command that nobody runs would be printed untested.
  @Test func `each block of commands is run by a test or by the walk of the package`() throws {
    let text = try String(
      contentsOf: Fixture.root.deletingLastPathComponent().appending(path: Self.path),
      encoding: .utf8)
    let typed = try #require(
      text.range(
        of: "(?s)\n## Accounts and listings\n.*\n## PostgreSQL\n", options: .regularExpression))
    let blocks = text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    #expect(blocks.count > 5)
    for block in blocks {
      let lines = block.split(separator: "\n").filter { $0.hasPrefix("$ ") }
      let ofRoot = lines.filter { $0.hasPrefix("$ sudo ") }
      if ofRoot.isEmpty, !block.hasPrefix("\n$ podman ") {
        #expect(typed.contains(block.startIndex), "nobody types:\(block)")
      } else if !block.hasPrefix("\n$ podman ") {
        #expect(ofRoot == lines, "not all lines are of root:\(block)")
      }
    }
  }
}
