import Foundation
import MarketTestSupport
import Testing

@testable import CommandLanguage
@testable import ShellCommands

/// The table of options in Operating.md.
@Suite(.timeLimit(.minutes(60))) struct OperatingOptionsTests {
  @Test func `Operating has a table of all options of serve`() throws {
    let article = try String(
      contentsOf: Fixture.root.deletingLastPathComponent().appending(
        path: "Sources/MarketWire/MarketWire.docc/Operating.md"), encoding: .utf8)
    let listed = article.matches(of: #/(?m)^\| `--([a-z-]+)/#).map { String($0.output.1) }
    #expect(Set(listed).count == listed.count)
    let known = ServeCommand.spec.options.map { $0.isOnByDefault ? "no-\($0.name)" : $0.name }
    #expect(Set(listed).symmetricDifference(known) == [])
  }
}
