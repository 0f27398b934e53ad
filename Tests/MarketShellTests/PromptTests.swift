import Base
import Foundation
import MarketRender
import MarketTestSupport
import MarketWire
import Messages
import OpenMarketClient
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct AliasTests {
  @Test func `an alias replaces the beginning of a command`() async throws {
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

  /// The typed line, and a part of the message.
  @Test(arguments: [
    ("alias list 'show 1'", "list is already a command"),
    ("alias ls 'show 1'", "ls is already a command (list)"),
    ("alias 목록 'show 1'", "목록 is already a command (list)"),
    ("alias account 'show 1'", "account is already a command (account add)"),
    ("alias a 'a --mine'", "these aliases form a loop: a → a\n"),
    ("alias a 'b 1'; alias b 'c 2'; alias c 'a 3'", "these aliases form a loop: c → a → b → c\n"),
    ("alias x ''", "one whole command"), ("alias x 'list; show'", "one whole command"),
    ("alias x 'list \"'", "one whole command"),
    ("alias 'a b' list", "\"a b\" cannot be an alias: use one word"),
    ("alias @x list", "\"@x\" cannot be an alias: use one word"),
    ("alias gone", "there is no alias gone"), ("alias gone --remove", "there is no alias gone"),
    ("alias mine2 'list --mine'; alias mien2", "did you mean mine2?"),
    ("alias m list --mine", "unknown option \"--mine\""),
  ])
  func `a taken name and an alias of an unknown command are refused`(
    _ line: String, _ words: String
  ) async throws {
    let result = await (try TestWorld()).prompt(line, "quit")
    #expect(result.error.contains(words), "\(result.error)")
  }

  @Test func `a kept alias comes back, with the words after it in their places`() async throws {
    let world = try TestWorld()
    for (name, price) in [("Oak mug", "12000"), ("Ash cup", "9000")] {
      try await world.add(name, price: price)
    }
    let first = await world.prompt("alias 싼것 'mine --max-price $1 --fields name' --keep", "quit")
    #expect(first.output.contains("All prompts have the alias 싼것"), "\(first.output)")
    let second = await world.prompt("싼것 10000", "싼것", "alias 싼것 --remove", "quit")
    #expect(second.output.contains("Ash cup") && !second.output.contains("Oak mug"))
    #expect(second.error.contains("싼것 needs a word after it"), "\(second.error)")
    let third = await world.prompt("싼것 10000", "quit")
    #expect(third.error.contains("unknown command \"싼것\""), "\(third.error)")
  }

  @Test func `aliases work at the prompt only`() async throws {
    let world = try TestWorld()
    let script = await world.run("-c", "alias m 'list --mine'")
    #expect(script.ends(with: 2, saying: "alias works only at the prompt"))
    try world.write("m.market", "m\n")
    let file = await world.prompt("alias m 'list --mine'", "run m.market", "quit")
    #expect(file.error.contains("m.market:1:1: error: unknown command \"m\""))
  }
}

@Suite(.timeLimit(.minutes(60))) struct StartFileTests {
  private func write(_ text: String, _ world: TestWorld) throws {
    try FileManager.default.createDirectory(
      atPath: world.paths.config, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: world.paths.startFile))
  }

  @Test func `the start file runs before the first prompt, its errors have a place`() async throws {
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

  @Test func `--no-rc skips the start file, and so do scripts and single commands`() async throws {
    let world = try TestWorld()
    try write("lsit\n", world)
    let terminal = FakeTerminal(input: ["quit"])
    #expect(await world.run(["--no-rc"], on: terminal).error == "")
    #expect(await world.run("whoami").error == "")
    #expect(await world.run("-c", "whoami").error == "")
    #expect(await world.prompt("quit").error.contains("marketrc:1:1"))
  }

  @Test func `quit in the start file ends the file, not the prompt`() async throws {
    let world = try TestWorld()
    try write("let A first\nquit\nlet A second\n", world)
    let result = await world.prompt("let A", "quit")
    #expect(result.output.contains("first") && !result.output.contains("second"))
  }

  @Test func `a start file that is not text is reported and skipped`() async throws {
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

@Suite(.timeLimit(.minutes(60))) struct PromptTests {
  @Test func `the prompt names market and shop, and marks an unreachable market`() async throws {
    let world = try TestWorld()
    let first = FakeTerminal(input: [
      "login \(TestWorld.url) --shop oak --identifier \(world.identifier)", world.secret,
      "use market.test --default", "list", "quit",
    ])
    // The seller is signed out.
    let third = FakeTerminal(input: ["logout", "quit"])
    // The cache has the list when the first program has ended.
    let second = FakeTerminal(input: ["list", "list", "quit"])
    // The login reads a list, too. The second list does not reach the market, the third one does.
    let lists = Counter()
    world.spy.fail { $0.target.contains("page_no") && lists.next() == 3 }
    _ = await world.run([], on: first)
    _ = await world.run([], on: second)
    _ = await world.run([], on: third)
    let prompts = (first.prompts + second.prompts + third.prompts).filter { $0.hasPrefix("market") }
    #expect(
      prompts == [
        "market> ", "market Mugs & more@market.test> ", "market Mugs & more@market.test> ",
        "market Mugs & more@market.test> ", "market Mugs & more@market.test> ",
        "market Mugs & more@market.test (offline)> ",
        "market Mugs & more@market.test> ",
        "market Mugs & more@market.test> ", "market market.test> ",
      ])
  }

  @Test func `the banner has two lines and sends no request`() async throws {
    let world = try TestWorld()
    let result = await world.run(["--market", TestWorld.url], on: FakeTerminal(input: ["quit"]))
    let banner = result.output.split(separator: "\n").prefix { !$0.hasPrefix("market ") }
    #expect(banner.count == 2, "\(result.output)")
    #expect(banner.first?.contains("market.test") == true)
    #expect(world.spy.requests.isEmpty)
  }

  @Test func `timing shows how long each command took`() async throws {
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
  func `durations are formatted compactly`(_ microseconds: Int, _ text: String) {
    #expect(Message.preciseDuration(.microseconds(microseconds)).english == text)
  }

  @Test func `a trace has one line per request in any window`() async throws {
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
    #expect(result.output.contains("trace is on and includes\nresponses."))
  }

  @Test func `a trace keeps the known extensions of a market`() async throws {
    let world = try TestWorld()
    let result = await world.prompt(
      "trace on", "list --sort price", "list --sort name", "trace body", "list --sort price",
      "trace off", "list --sort stock", "quit")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(world.spy.requests.count { $0.target.contains("/health") } == 1)
    #expect(result.error.contains("/health"))
  }
}

@Suite(.timeLimit(.minutes(60))) struct PagerTests {
  private static let window = TerminalSize(columns: 80, rows: 10)

  private func page(
    _ world: TestWorld, _ arguments: [String], _ variables: [String: String],
    kind: FakePagers.Kind = .readsAll, size: TerminalSize = window
  ) async -> CommandResult {
    world.pagers.use(kind)
    let terminal = FakeTerminal(columns: size.columns, rows: size.rows)
    let all = ["TERM": "xterm"].merging(variables) { $1 }
    return await world.run(arguments, on: terminal, variables: all)
  }

  /// Environment variables, the setting, and the pager's command line.
  @Test(
    arguments: [
      ([:], nil, nil), (["PAGER": "less"], nil, "less"), (["PAGER": "cat"], nil, nil),
      (["PAGER": "less", "OPENMARKET_PAGER": ""], nil, nil),
      (["PAGER": "less", "OPENMARKET_PAGER": "more"], nil, "more"),
      (["PAGER": "less"], "off", nil), (["PAGER": "less"], "less -S", "less -S"),
      (["PAGER": "less", "OPENMARKET_PAGER": "more"], "less -S", "more"), ([:], "cat", nil),
      (["PAGER": "  "], nil, nil),
    ] as [([String: String], String?, String?)])
  func `the first pager setting that exists is used`(
    _ variables: [String: String], _ setting: String?, _ command: String?
  ) async throws {
    let world = try TestWorld(samples: true)
    if let setting { await world.run("set", "pager", setting) }
    let result = await page(world, ["help"], variables)
    #expect(world.pagers.requests.map(\.command) == (command.map { [$0] } ?? []))
    #expect(result.output.isEmpty == (command != nil))
    #expect(result.exitCode == 0)
  }

  @Test func `where none is chosen it is less`() {
    #expect(Pager(variables: [:], setting: nil).command == "less -FRX")
    #expect(Pager(variables: ["OPENMARKET_PAGER": ""], setting: nil).command == nil)
  }

  @Test func `a pager gets the whole text, a default for LESS and never the secret`() async throws {
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

  /// Commands and windows that need no pager.
  @Test(arguments: [
    (["help", "--json"], 10), (["list", "--format", "csv"], 10), (["list", "--format", "ids"], 10),
    (["-c", "help"], 10), (["help"], 500), (["whoami"], 10),
  ])
  func `data, scripts and short outputs are not paged`(
    _ arguments: [String], _ rows: Int
  ) async throws {
    let world = try TestWorld(samples: true)
    let result = await page(
      world, arguments, ["PAGER": "less"], size: TerminalSize(columns: 80, rows: rows))
    #expect(world.pagers.requests.isEmpty)
    #expect(!result.output.isEmpty, "\(result.error)")
  }

  @Test func `without a terminal, without escapes and if spoken there is no pager`() async throws {
    let world = try TestWorld()
    world.pagers.use(.readsAll)
    #expect(!(await world.run("help", variables: ["PAGER": "less"]).output.isEmpty))
    for variables in [["ACCESSIBLE": "1"], ["TERM": "dumb"], ["TERM": ""]] {
      let all = ["PAGER": "less"].merging(variables) { $1 }
      #expect(!(await page(world, ["help"], all).output.isEmpty))
    }
    #expect(world.pagers.requests.isEmpty)
  }

  @Test func `quitting the pager early is a success`() async throws {
    let world = try TestWorld()
    let result = await page(world, ["help"], ["PAGER": "less"], kind: .quits)
    #expect(result == CommandResult(output: "", error: "", exitCode: 0))
  }

  @Test(arguments: [FakePagers.Kind.none, .missing()])
  func `a missing pager is reported, and the text is printed`(_ kind: FakePagers.Kind) async throws
  {
    let world = try TestWorld()
    let result = await page(world, ["help"], ["PAGER": "nope"], kind: kind)
    #expect(result.error.contains("Cannot run the pager nope"))
    #expect(result.output.contains("quit"))
    #expect(result.output.components(separatedBy: "quit").count == 2 || kind == .missing())
    #expect(result.exitCode == 0)
  }

  private func write(_ pieces: [String], _ kind: FakePagers.Kind) async throws -> CommandResult {
    let world = try TestWorld()
    world.pagers.use(kind)
    let terminal = FakeTerminal(columns: 80, rows: 10)
    let session = TestShell(
      environment: world.environment(terminal, variables: ["PAGER": "nope"]), mode: .prompt)
    let out = Capabilities(environment: ["TERM": "xterm"], isTerminal: true, window: Self.window)
    var paged = PagedOutput(session.context, out, mayPage: true)
    var code = ExitCode.done
    do {
      for piece in pieces {
        try await paged.take(RenderedOutput(output: .styled(StyledText(piece))))
      }
      try await paged.end()
    } catch {
      code = session.interpreter.report(error)
    }
    return CommandResult(output: terminal.output, error: terminal.error, exitCode: code.rawValue)
  }

  /// The number of pieces and the number of lines in each.
  @Test(arguments: [(1, 100), (2, 100), (5, 1000), (5, 20_000), (1, 80_000)])
  func `no text is lost if the pager turns out to be missing`(
    _ pieces: Int, _ lines: Int
  ) async throws {
    let texts = (0..<pieces).map { String(repeating: "piece \($0), 12 letters\n", count: lines) }
    let result = try await write(texts, .missing())
    #expect(result.exitCode == 0)
    #expect(result.output == texts.joined())
    #expect(
      result.error.components(separatedBy: "Cannot run the pager nope").count == 2,
      "\(result.error)")
  }

  @Test func `a pager that fails after the buffered text is an error`() async throws {
    let texts = (0..<3).map { String(repeating: "piece \($0), 12 letters\n", count: 80_000) }
    let result = try await write(texts, .missing(after: 4_000_000))
    #expect(result.exitCode == 1)
    #expect(result.error.hasPrefix("error: cannot run the pager `nope`"), "\(result.error)")
    #expect(try await write(texts, .quits) == CommandResult(output: "", error: "", exitCode: 0))
  }

  @Test func `wide characters and long lines count with all their rows`() {
    let size = TerminalSize(columns: 10, rows: 5)
    #expect(Pager.fits([StyledText(String(repeating: "한", count: 15))], in: size))
    #expect(!Pager.fits([StyledText(String(repeating: "한", count: 21))], in: size))
    #expect(Pager.fits(["a", "b", "c", "d"], in: size))
    #expect(!Pager.fits(["a", "b", "c", "d", "e"], in: size))
  }
}
