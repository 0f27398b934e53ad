/// The prompt: aliases, the start file, what it says of the market, time and traces.
import Foundation
import LocalFiles
import MarketRender
import MarketTestSupport
import MarketWire
import OpenMarketClient
import TerminalKit
import Testing

@testable import MarketCommands
@testable import MarketShell
@testable import SellerSession

@Suite struct AliasTests {
  @Test func `an alias stands for the beginning of a command`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    let result = await world.prompt(
      "let W mug", "alias 머그 'list --search $W'", "alias m=\"list --mine\"", "머그 --fields id,name",
      "let W bowl", "머그 --fields id,name", "m --fields name", "alias", "alias m",
      "alias m --remove",
      "m", "quit")
    #expect(result.output.components(separatedBy: "Oak mug").count == 3, "\(result.output)")
    #expect(result.output.contains("Nothing matches \"bowl\""))
    #expect(result.output.contains("list --search $W"))
    #expect(result.error.contains("unknown command \"m\""), "\(result.error)")
  }

  /// What is typed, and words of what is said.
  @Test(arguments: [
    ("alias list 'show 1'", "list is a command already"),
    ("alias ls 'show 1'", "ls is a command already (list)"),
    ("alias 목록 'show 1'", "목록 is a command already (list)"),
    ("alias account 'show 1'", "is a command already"),
    ("alias a 'a --mine'", "a → a would go round in circles"),
    ("alias a 'b 1'; alias b 'c 2'; alias c 'a 3'", "c → a → b → c would go round"),
    ("alias x ''", "one whole command"), ("alias x 'list; show'", "one whole command"),
    ("alias x 'list \"'", "one whole command"), ("alias 'a b' list", "one plain word"),
    ("alias @x list", "one plain word"), ("alias gone", "there is no alias gone"),
    ("alias gone --remove", "there is no alias gone"),
    ("alias mine2 'list --mine'; alias mien2", "did you mean mine2?"),
    ("alias m list --mine", "unknown option \"--mine\""),
  ])
  func `a name that is taken, and an alias that leads nowhere, are refused`(
    _ line: String, _ words: String
  ) async throws {
    let result = await (try TestWorld()).prompt(line, "quit")
    #expect(result.error.contains(words), "\(result.error)")
  }

  @Test func `aliases act at the prompt only`() async throws {
    let world = try TestWorld()
    let script = await world.run("-c", "alias m 'list --mine'")
    #expect(script.exitCode == 2)
    #expect(script.error.contains("at the prompt only"))
    try world.write("m.market", "m\n")
    let file = await world.prompt("alias m 'list --mine'", "run m.market", "quit")
    #expect(file.error.contains("m.market:1:1: error: unknown command \"m\""))
  }
}

@Suite struct StartFileTests {
  private func write(_ text: String, _ world: TestWorld) throws {
    try FileManager.default.createDirectory(
      atPath: world.paths.config, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: world.paths.startFile))
  }

  @Test func `its commands run before the first prompt, and a slip in it is told with its place`()
    async throws
  {
    let world = try TestWorld()
    try await world.add("Oak mug")
    try write(
      "# mine\nalias m 'list --mine'\nlsit\nlet W $NONE\n  show @GONE\nlet A b\nshow 'x\n", world)
    let result = await world.prompt("m --fields name", "let A", "quit")
    #expect(result.output.contains("Oak mug"), "\(result.output)")
    for place in ["3:1", "4:7", "5:8", "7:6"] {
      #expect(result.error.contains("marketrc:\(place): error: "), "\(place) \(result.error)")
    }
    #expect(result.error.contains("~/home/config/marketrc:3:1"))
    #expect(result.output.contains("\nmarket> ") || result.output.contains("market> "))
    #expect(result.exitCode == 0)
  }

  @Test func `--no-rc skips it, scripts and one-off commands know nothing of it`() async throws {
    let world = try TestWorld()
    try write("lsit\n", world)
    let terminal = FakeTerminal(input: ["quit"])
    #expect(await world.run(["--no-rc"], on: terminal).error == "")
    #expect(await world.run("whoami").error == "")
    #expect(await world.run("-c", "whoami").error == "")
    #expect(await world.prompt("quit").error.contains("marketrc:1:1"))
  }

  @Test func `a quit in it ends the file, not the prompt`() async throws {
    let world = try TestWorld()
    try write("let A first\nquit\nlet A second\n", world)
    let result = await world.prompt("let A", "quit")
    #expect(result.output.contains("first") && !result.output.contains("second"))
  }

  @Test func `a file that is no text is told and passed over`() async throws {
    let world = try TestWorld()
    try FileManager.default.createDirectory(
      atPath: world.paths.config, withIntermediateDirectories: true)
    try Data([0x6C, 0xE9, 0x0A]).write(to: URL(filePath: world.paths.startFile))
    let result = await world.prompt("whoami", "quit")
    #expect(result.error.contains("marketrc: line 1 is not UTF-8"), "\(result.error)")
    #expect(result.output.contains("market.local"))
    try FileManager.default.removeItem(atPath: world.paths.startFile)
    try FileManager.default.createDirectory(
      atPath: world.paths.startFile, withIntermediateDirectories: true)
    #expect(await world.prompt("quit").error.contains("marketrc: "))
  }
}

@Suite struct PromptTests {
  @Test func `the prompt names market and shop, and marks a market that cannot be reached`()
    async throws
  {
    let world = try TestWorld()
    let terminal = FakeTerminal(input: [
      "login \(TestWorld.url) --shop oak --identifier \(world.identifier)", world.secret, "list",
      "list", "list", "quit",
    ])
    world.wire.play { [weak world] request throws(TransportError) in
      // The second list finds nobody, the third finds the market again.
      let lists = world?.wire.requests.count { $0.target.contains("page_no") } ?? 0
      if request.target.contains("page_no"), lists == 2 {
        throw TransportError(.refused, wasSent: false)
      }
      return nil
    }
    _ = await world.run([], on: terminal)
    let prompts = terminal.prompts.filter { $0.hasPrefix("market") }
    #expect(
      prompts == [
        "market> ", "market oak@market.test> ", "market oak@market.test> ",
        "market oak@market.test (offline)> ", "market oak@market.test> ",
      ])
  }

  @Test func `the banner is two lines and asks no network`() async throws {
    let world = try TestWorld()
    let result = await world.run(
      ["--market", TestWorld.url], on: FakeTerminal(input: ["quit"]))
    let banner = result.output.split(separator: "\n").prefix { !$0.hasPrefix("market ") }
    #expect(banner.count == 2, "\(result.output)")
    #expect(banner.first?.contains("market.test") == true)
    #expect(world.wire.requests.isEmpty)
  }

  @Test func `timing tells the time after each command, until off`() async throws {
    let world = try TestWorld()
    let result = await world.prompt(
      "timing", "timing on", "whoami", "show 99", "timing", "timing off", "whoami", "quit")
    #expect(result.output.contains("timing is off.") && result.output.contains("timing is on."))
    #expect(result.error.components(separatedBy: "It took 0.0 ms.").count == 5, "\(result.error)")
    #expect(await world.run("set", "timing", "on").exitCode == 0)
    #expect(await world.run("whoami").error == "It took 0.0 ms.\n")
  }

  @Test(arguments: [
    (0, "0.0 ms"), (400, "0.4 ms"), (12_345, "12 ms"), (999_999, "999 ms"), (1_340_000, "1.3 s"),
    (80_000_000, "1 min 20 s"),
  ])
  func `times are short`(_ microseconds: Int, _ text: String) {
    #expect(TimeText.short(.microseconds(microseconds)) == text)
  }

  @Test func `a trace is one line a request, however narrow the window`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let terminal = FakeTerminal(
      columns: 30,
      input: [
        "trace on", "show \(id)", "trace body", "show \(id)", "trace",
        "trace off", "show \(id)", "quit",
      ])
    let result = await world.run([], on: terminal)
    let lines = result.error.split(separator: "\n")
    #expect(
      lines.count { $0.hasPrefix("curl ") && $0.hasSuffix("/api/products/\(id)") } == 2, "\(lines)")
    #expect(lines.count { $0.hasPrefix("  # 200, 0 bytes sent") } == 2)
    #expect(lines.count { $0.contains("\"name\":\"Oak mug\"") } == 1)
    #expect(result.output.contains("trace is body."))
  }

  @Test func `what was learned of a market stays known while its requests are shown`() async throws
  {
    let world = try TestWorld()
    let result = await world.prompt(
      "trace on", "list --sort price", "list --sort name", "trace body", "list --sort price",
      "trace off", "list --sort stock", "quit")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(world.wire.requests.count { $0.target.contains("/health") } == 1)
    #expect(result.error.contains("/health"))
  }
}

@Suite struct PagerTests {
  private static let window = TerminalSize(columns: 80, rows: 10)

  private func page(
    _ world: TestWorld, _ arguments: [String], _ variables: [String: String],
    kind: Pagers.Kind = .patient, size: TerminalSize = window
  ) async -> CommandResult {
    world.pagers.use(kind)
    let terminal = FakeTerminal(columns: size.columns, rows: size.rows)
    return await world.run(arguments, on: terminal, variables: variables)
  }

  /// Variables, the setting, and the command line that is started.
  @Test(
    arguments: [
      ([:], nil, nil), (["PAGER": "less"], nil, "less"), (["PAGER": "cat"], nil, nil),
      (["PAGER": "less", "MARKET_PAGER": ""], nil, nil),
      (["PAGER": "less", "MARKET_PAGER": "more"], nil, "more"),
      (["PAGER": "less"], "off", nil), (["PAGER": "less"], "less -S", "less -S"),
      (["PAGER": "less", "MARKET_PAGER": "more"], "less -S", "more"), ([:], "cat", nil),
      (["PAGER": "  "], nil, nil),
    ] as [([String: String], String?, String?)])
  func `the first word on the pager counts`(
    _ variables: [String: String], _ setting: String?, _ command: String?
  ) async throws {
    let world = try TestWorld(samples: true)
    if let setting { await world.run("set", "pager", setting) }
    let result = await page(world, ["help"], variables)
    #expect(world.pagers.requests.map(\.command) == (command.map { [$0] } ?? []))
    #expect(result.output.isEmpty == (command != nil))
    #expect(result.exitCode == 0)
  }

  @Test func `it gets the whole text, LESS where that is unset, and never the secret`() async throws
  {
    let world = try TestWorld()
    let variables = ["PAGER": "less", "OPENMARKET_SECRET": "hush", "TERM": "xterm"]
    _ = await page(world, ["help"], variables)
    let request = try #require(world.pagers.requests.first)
    #expect(request.variables["LESS"] == "FRX")
    #expect(request.variables["LESSCHARSET"] == "utf-8")
    #expect(request.variables["OPENMARKET_SECRET"] == nil)
    #expect(request.variables["TERM"] == "xterm")
    #expect(world.pagers.text.contains("quit") && world.pagers.text.hasSuffix("\n"))
    _ = await page(world, ["help"], variables.merging(["LESS": "S"]) { $1 })
    #expect(world.pagers.requests.last?.variables["LESS"] == "S")
  }

  /// What is run, and in which window, that gets no pager.
  @Test(arguments: [
    (["help", "--json"], 10), (["list", "--format", "csv"], 10), (["list", "--format", "ids"], 10),
    (["-c", "help"], 10), (["help"], 500), (["whoami"], 10),
  ])
  func `data, scripts and what fits the window are not paged`(
    _ arguments: [String], _ rows: Int
  ) async throws {
    let world = try TestWorld(samples: true)
    let result = await page(
      world, arguments, ["PAGER": "less"], size: TerminalSize(columns: 80, rows: rows))
    #expect(world.pagers.requests.isEmpty)
    #expect(!result.output.isEmpty, "\(result.error)")
  }

  @Test func `off a terminal, and for a screen reader, there is none`() async throws {
    let world = try TestWorld()
    world.pagers.use(.patient)
    #expect(!(await world.run("help", variables: ["PAGER": "less"]).output.isEmpty))
    _ = await page(world, ["help"], ["PAGER": "less", "ACCESSIBLE": "1"])
    #expect(world.pagers.requests.isEmpty)
  }

  @Test func `leaving it early is success`() async throws {
    let world = try TestWorld()
    let result = await page(world, ["help"], ["PAGER": "less"], kind: .left)
    #expect(result == CommandResult(output: "", error: "", exitCode: 0))
  }

  @Test(arguments: [Pagers.Kind.none, .missing()])
  func `one that is not there is told, and the text is printed`(_ kind: Pagers.Kind) async throws {
    let world = try TestWorld()
    let result = await page(world, ["help"], ["PAGER": "nope"], kind: kind)
    #expect(result.error.contains("The pager nope cannot be run"))
    #expect(result.output.contains("quit"))
    #expect(result.output.components(separatedBy: "quit").count == 2 || kind == .missing())
    #expect(result.exitCode == 0)
  }

  private func write(
    _ pieces: [String], _ kind: Pagers.Kind
  ) async throws -> CommandResult {
    let world = try TestWorld()
    world.pagers.use(kind)
    let terminal = FakeTerminal(columns: 80, rows: 10)
    let session = TestShell(
      environment: world.environment(terminal, variables: ["PAGER": "nope"]), mode: .prompt)
    var paged = PagedOutput(
      session.context, session.context.console.capabilities(of: .output), mayPage: true)
    var code = ExitCode.done
    do {
      for piece in pieces {
        try await paged.take(RenderedOutput(output: .styled(StyledText(piece))))
      }
      try await paged.end()
    } catch {
      code = session.interpreter.report(error)
    }
    return CommandResult(
      output: terminal.output, error: terminal.error, exitCode: code.rawValue)
  }

  /// How many pieces, and how many lines of 20 letters in each.
  @Test(arguments: [(1, 100), (2, 100), (5, 1000), (5, 20_000), (1, 80_000)])
  func `one that turns out not to be there costs nothing of the text`(
    _ pieces: Int, _ lines: Int
  ) async throws {
    let texts = (0..<pieces).map { String(repeating: "piece \($0), 12 letters\n", count: lines) }
    let result = try await write(texts, .missing())
    #expect(result.exitCode == 0)
    #expect(result.output == texts.joined())
    #expect(result.error.components(separatedBy: "cannot be run").count == 2, "\(result.error)")
  }

  @Test func `where it took more than is kept before it went, that is a failure`() async throws {
    let texts = (0..<3).map { String(repeating: "piece \($0), 12 letters\n", count: 80_000) }
    let result = try await write(texts, .missing(after: 4_000_000))
    #expect(result.exitCode == 1)
    #expect(result.error.hasPrefix("error: the pager nope cannot be run"), "\(result.error)")
    let left = try await write(texts, .left)
    #expect(left == CommandResult(output: "", error: "", exitCode: 0))
  }

  @Test func `wide letters and long lines count as the rows that they take`() {
    let size = TerminalSize(columns: 10, rows: 5)
    #expect(Pager.fits([StyledText(String(repeating: "한", count: 15))], in: size))
    #expect(!Pager.fits([StyledText(String(repeating: "한", count: 21))], in: size))
    #expect(Pager.fits(["a", "b", "c"], in: size))
    #expect(!Pager.fits(["a", "b", "c", "d"], in: size))
  }
}
