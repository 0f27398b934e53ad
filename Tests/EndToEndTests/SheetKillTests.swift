import Foundation
import MarketTestSupport
import TerminalKit
import Testing

/// The built program is killed while cells of the sheet are changed and sent.
@Suite(.timeLimit(.minutes(60)))
struct SheetKillTests {
  /// When it is killed.
  enum Moment: CaseIterable {
    case typing, kept, keptAnother, asked, answered, sent
  }

  private static func shop(_ sandbox: Sandbox) async throws {
    let set = try await sandbox.market(["profile", "currency", "KRW"])
    #expect(set.exitCode == 0, "\(set)")
    for name in ["Ash bowl", "Oak mug"] {
      let added = try await sandbox.market([
        "add", "--name", name, "--price", "9000", "--description", "Turned from one piece.",
        "--image", "front.jpg",
      ])
      #expect(added.exitCode == 0, "\(added)")
    }
  }

  private static func open(
    _ sandbox: Sandbox, _ body: (PseudoTerminal) async throws -> Void
  ) async throws {
    let launch = sandbox.launch(["browse", "--sheet"], ["TERM": "xterm-256color"])
    try await PseudoTerminal.run(launch, columns: 80, rows: 24) { terminal in
      try await terminal.showsWindow("Oak mug", "Ash bowl")
      try await body(terminal)
    }
  }

  /// Waits until a value is kept, which happens beside drawing.
  private static func keeps(_ value: String, in sandbox: Sandbox) async {
    await waitUntil("\(value) is kept") {
      let names = FileManager.default.enumerator(atPath: sandbox.root)?.allObjects ?? []
      return names.compactMap { $0 as? String }.filter { $0.hasSuffix("sheet.changes") }
        .contains { name in
          let text = try? String(contentsOfFile: "\(sandbox.root)/\(name)", encoding: .utf8)
          return text?.contains(value) == true
        }
    }
  }

  /// Changes two prices and sends them, and kills the program on the way.
  private static func change(
    _ terminal: PseudoTerminal, _ sandbox: Sandbox, until moment: Moment
  ) async throws {
    terminal.type("9900")
    try await terminal.showsWindow("9900")
    if moment == .typing { return }
    terminal.type("\r")
    try await terminal.showsWindow("1 change")
    await keeps("9900", in: sandbox)
    if moment == .kept { return }
    terminal.type("8800\r")
    try await terminal.showsWindow("2 changes")
    await keeps("8800", in: sandbox)
    if moment == .keptAnother { return }
    terminal.type("\u{13}")
    try await terminal.waitFor("the question") { screen in
      screen.rows.contains { $0.contains("[y/N]") }
    }
    if moment == .asked { return }
    terminal.type("y\r")
    if moment == .answered { return }
    try await terminal.showsWindow("Changed 2 listings")
  }

  @Test(arguments: Moment.allCases)
  func `nothing that was typed is lost, and nothing is sent twice`(moment: Moment) async throws {
    try await Sandbox.run { sandbox in
      try await Self.shop(sandbox)
      try await Self.open(sandbox) { terminal in
        try await Self.change(terminal, sandbox, until: moment)
        terminal.child.send(SIGKILL)
        #expect(try await terminal.exit().exit == .signal(SIGKILL))
      }
      try await Self.open(sandbox) { terminal in
        if terminal.screen.rows.contains(where: { $0.contains("change") }) {
          terminal.type("\u{13}")
          try await terminal.waitFor("the question") { screen in
            screen.rows.contains { $0.contains("[y/N]") }
          }
          terminal.type("y\r")
          try await terminal.showsWindow("undo takes")
        }
        terminal.type("q")
        _ = try await terminal.exit()
      }
      let prices = try await sandbox.market(["mine", "--fields", "price", "--sort", "newest"])
      let expected =
        switch moment {
        case .typing: ["9000", "9000"]
        case .kept: ["9900", "9000"]
        case .keptAnother, .asked, .answered, .sent: ["9900", "8800"]
        }
      #expect(prices.output.split(separator: "\n").map(String.init) == expected, "\(prices)")
      let log = try await sandbox.market(["log", "--format", "tsv"])
      let edits = log.output.split(separator: "\n").filter { $0.contains("\tedit\t") }
      #expect(edits.count <= 2, "\(log)")
    }
  }
}
