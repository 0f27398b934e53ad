/// Pictures of a served market in a window: drawn, interrupted, resized, and as kitty wants them.
import Foundation
import MarketTestSupport
import TerminalKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PictureTests {
  /// The prompt, in a market with samples whose pictures are at `host`; its own address otherwise.
  private static func prompt(
    picturesAt host: String? = nil, _ setting: String = "symbols",
    _ body: (PseudoTerminal, ServedMarket) async throws -> Void
  ) async throws {
    try await Workplace.lend { place in
      let folder = "\(place.root)/served"
      _ = try await place.market(["demo", "load", "--data", folder])
      let options = host.map { ["--public-url", $0] } ?? []
      try await ServedMarket.run(at: place, folder: folder, options) { market in
        for words in [["use", market.url, "--default"], ["set", "pictures", setting]] {
          let result = try await place.market(words)
          #expect(result.exitCode == 0, "\(result)")
        }
        let launch = place.launch([], Prompt.variables)
        try await PseudoTerminal.run(launch, columns: 80, rows: 40) { terminal in
          try await terminal.waitFor("a prompt") { Self.isReady($0) }
          try await body(terminal, market)
        }
      }
    }
  }

  private static func isReady(_ screen: ScreenModel) -> Bool {
    screen.picture.last?.wholeMatch(of: #/market \S+> \|/#) != nil
  }

  /// Cells drawn with blocks.
  private static func blocks(_ screen: ScreenModel) -> Int {
    screen.rows.joined().count { ("▀"..."▟").contains($0) }
  }

  private static func fetched(_ log: String) -> Int {
    log.split(separator: "\n").count { $0.contains("/pictures/") }
  }

  @Test func `cards of a served market have their pictures, and again costs no request`()
    async throws
  {
    try await Self.prompt { terminal, market in
      terminal.enter("list --grid --per-page 4 --page 20")
      try await terminal.waitFor("a page with pictures", after: 2000, within: .seconds(30)) {
        Self.isReady($0) && Self.blocks($0) > 100
      }
      let count = Self.fetched(market.log)
      #expect((1...4).contains(count), "\(market.log)")
      let bytes = terminal.bytes.count
      terminal.enter("again")
      try await terminal.waitFor("the page again", after: bytes + 2000) { Self.isReady($0) }
      #expect(Self.fetched(market.log) == count)
    }
  }

  @Test func `Ctrl-C while pictures do not come leaves the cards and the prompt`() async throws {
    let silent = try BoundPort(listens: true)
    try await Self.prompt(picturesAt: "http://127.0.0.1:\(silent.number)") { terminal, _ in
      terminal.enter("list --grid --per-page 4")
      try await terminal.waitFor("the page") { screen in
        screen.rows.contains { $0.hasPrefix("page 1 of") }
      }
      #expect(Self.blocks(terminal.screen) == 0)
      terminal.type(PseudoTerminal.controlC)
      try await terminal.waitFor("the prompt") { Self.isReady($0) }
      #expect(terminal.screen.rows.contains { $0.hasPrefix("page 1 of") })
      terminal.enter("list --format ids --per-page 1 --page 122")
      try await terminal.waitFor("the oldest") { Self.isReady($0) && $0.rows.contains("1") }
    }
  }

  @Test func `a key or another size of the window ends the waiting for pictures`() async throws {
    let silent = try BoundPort(listens: true)
    try await Self.prompt(picturesAt: "http://127.0.0.1:\(silent.number)") { terminal, _ in
      terminal.enter("list --grid --per-page 4")
      try await terminal.waitFor("the page") { screen in
        screen.rows.contains { $0.hasPrefix("page 1 of") }
      }
      try terminal.resize(columns: 60, rows: 30)
      try await terminal.waitFor("the prompt") { Self.isReady($0) }
      terminal.enter("list --grid --per-page 2")
      try await terminal.waitFor("the page") { screen in
        screen.rows.contains { $0.hasPrefix("page 1 of 61") }
      }
      terminal.type("show 1")
      try await terminal.waitFor("what was typed") {
        $0.picture.last?.contains("> show 1|") == true
      }
    }
  }

  @Test func `kitty gets whole files, and its answers are never typed, however late`()
    async throws
  {
    try await Self.prompt("kitty") { terminal, _ in
      terminal.enter("list --grid --per-page 2 --page 40")
      try await terminal.wait(within: .seconds(30)) { seen in
        Data(seen.bytes).range(of: Data("\u{1B}[16t".utf8)) == nil ? nil : ()
      } missing: { _ in
        "the question"
      }
      terminal.type("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62c")
      let stream: Data = try await terminal.wait(within: .seconds(30)) { seen in
        let bytes = Data(seen.bytes)
        guard let start = bytes.range(of: Data(",a=T,".utf8)),
          let end = bytes[start.lowerBound...].range(of: Data("\u{1B}\\".utf8))
        else { return nil }
        return bytes[start.lowerBound..<end.lowerBound]
      } missing: { _ in
        "a picture for kitty"
      }
      let parts = String(decoding: stream, as: UTF8.self).split(separator: ";", maxSplits: 1)
      let image = try #require(parts.last.flatMap { Data(base64Encoded: String($0)) })
      #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]), "a PNG file")
      let controls = parts[0].split(separator: ",")
      for control in ["q=2", "C=1", "f=100"] { #expect(controls.contains { $0 == control }) }
      try await terminal.wait(within: .seconds(30)) { seen in
        Self.isReady(seen.feed.screen) ? () : nil
      } missing: { _ in
        "a prompt"
      }
      #expect(!terminal.screen.rows.joined().contains("62c"), "nothing is typed or echoed")
    }
  }
}
