import Foundation
import MarketTestSupport
import TerminalKit
import Testing

@Suite(.timeLimit(.minutes(60)))
struct PictureTests {
  /// Starts a prompt in a served market with samples.
  ///
  /// - Parameter host: The base of the picture URLs; nil is the market's own.
  private static func prompt(
    picturesAt host: String? = nil, _ setting: String = "symbols",
    _ body: (PseudoTerminal, ServedMarket) async throws -> Void
  ) async throws {
    try await Sandbox.run { sandbox in
      let folder = "\(sandbox.root)/served"
      _ = try await sandbox.market(["demo", "load", "--data", folder])
      let options = host.map { ["--public-url", $0] } ?? []
      try await ServedMarket.run(at: sandbox, folder: folder, options) { market in
        for words in [["use", market.url, "--default"], ["set", "pictures", setting]] {
          let result = try await sandbox.market(words)
          #expect(result.exitCode == 0, "\(result)")
        }
        let launch = sandbox.launch([], Prompt.variables)
        try await PseudoTerminal.run(launch, columns: 80, rows: 40) { terminal in
          try await terminal.waitFor("a prompt") { Self.isReady($0) }
          try await body(terminal, market)
        }
      }
    }
  }

  private static func isReady(_ screen: ScreenModel) -> Bool {
    screen.markedRows.last?.wholeMatch(of: #/market \S+> \|/#) != nil
  }

  /// The number of cells with block symbols.
  private static func blocks(_ screen: ScreenModel) -> Int {
    screen.rows.joined().count { ("▀"..."▟").contains($0) }
  }

  private static func fetched(_ log: String) -> Int {
    log.split(separator: "\n").count { $0.contains("/pictures/") }
  }

  @Test func `cards show their pictures, and again fetches none of them`()
    async throws
  {
    try await Self.prompt { terminal, market in
      terminal.enter("list --grid --per-page 4 --page 20")
      try await terminal.waitFor("a page with pictures", after: 2000) {
        Self.isReady($0) && Self.blocks($0) > 100
      }
      #expect((1...4).contains(Self.fetched(market.log)), "\(market.log)")
      // A page waits for its pictures for a moment only, so the next one may fetch the rest.
      var counts: [Int] = []
      while counts.count < 5, counts.count < 2 || counts.suffix(2).min() != counts.last {
        let bytes = terminal.bytes.count
        terminal.enter("again")
        try await terminal.waitFor("the page again", after: bytes + 2000) { Self.isReady($0) }
        counts.append(Self.fetched(market.log))
      }
      #expect(counts.suffix(2).min() == counts.last, "\(market.log)")
    }
  }

  @Test func `Ctrl-C while pictures are loading keeps the cards and returns to the prompt`()
    async throws
  {
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
      try await terminal.waitFor("the oldest listing") { Self.isReady($0) && $0.rows.contains("1") }
    }
  }

  @Test func `a key or a resize ends the waiting for pictures`() async throws {
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
      try await terminal.waitFor("the typed text") {
        $0.markedRows.last?.contains("> show 1|") == true
      }
    }
  }

  @Test func `kitty gets whole files, and its late replies are not typed`()
    async throws
  {
    try await Self.prompt("kitty") { terminal, _ in
      terminal.enter("list --grid --per-page 2 --page 40")
      try await terminal.wait { seen in
        Data(seen.bytes).range(of: Data("\u{1B}[16t".utf8)) == nil ? nil : ()
      } missing: { _ in
        "the query"
      }
      terminal.type("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62c")
      let stream: Data = try await terminal.wait { seen in
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
      #expect(image.starts(with: [0x89, 0x50, 0x4E, 0x47]), "not a PNG file")
      let controls = parts[0].split(separator: ",")
      for control in ["q=2", "C=1", "f=100"] { #expect(controls.contains { $0 == control }) }
      try await terminal.wait { seen in
        Self.isReady(seen.feed.screen) ? () : nil
      } missing: { _ in
        "a prompt"
      }
      #expect(!terminal.screen.rows.joined().contains("62c"), "the reply was typed or echoed")
    }
  }
}
