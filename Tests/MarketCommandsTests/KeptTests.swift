/// What is shown of a market that cannot be reached, and what is not.
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import TerminalKit
import Testing

@testable import MarketCommands

@Suite struct KeptTests {
  static let start: Int64 = 1_795_273_445_678
  static let hour: Int64 = 3_600_000
  static let mark = "The market cannot be reached; this is from"

  /// The prompt of a shell that was begun so much later.
  func prompt(
    _ world: TestWorld, after milliseconds: Int64 = 0, _ lines: String...
  ) async -> (result: CommandResult, screen: String, prompts: [String]) {
    // Of what is longer than the window the mark stands above it too.
    let terminal = FakeTerminal(rows: 60, input: lines + ["quit"])
    let result = await run(world, after: milliseconds, ["--market", TestWorld.url], on: terminal)
    return (result, terminal.screen, terminal.prompts)
  }

  func run(
    _ world: TestWorld, after milliseconds: Int64 = 0, _ arguments: [String],
    on terminal: FakeTerminal = FakeTerminal()
  ) async -> CommandResult {
    var environment = world.environment(terminal)
    environment.now = { WireDate(milliseconds: Self.start + milliseconds) }
    let code = await Program(environment: environment).run(arguments)
    return CommandResult(output: terminal.output, error: terminal.error, exitCode: code.rawValue)
  }

  /// A seller of two mugs who looked at everything once, as another shell of hers did.
  func world(extensions: Bool = true) async throws -> TestWorld {
    let world = try TestWorld(extensions: extensions)
    try await world.add("Oak mug")
    try await world.add("Pine bowl", price: "9000")
    return world
  }

  func cut(_ world: TestWorld, _ code: TransportError.Code = .refused) {
    world.wire.play { _ throws(TransportError) in throw TransportError(code, wasSent: false) }
  }

  /// Has the first calls find nobody.
  func cut(_ world: TestWorld, calls: Int) {
    let left = Mutex(calls)
    world.wire.play { _ throws(TransportError) in
      let isCut = left.withLock { left in
        left -= 1
        return left >= 0
      }
      if isCut { throw TransportError(.refused, wasSent: false) }
      return nil
    }
  }

  /// The files that were kept, by what they are.
  func files(_ world: TestWorld) -> [(path: String, text: String)] {
    let folder = world.paths.kept
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.map { name in
      let data = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      return ("\(folder)/\(name)", String(decoding: data, as: UTF8.self))
    }
  }

  @Test func `a list is shown as it was, with its time and age, in another shell too`()
    async throws
  {
    let world = try await world()
    #expect(!(await prompt(world, "list")).screen.contains(Self.mark))
    cut(world)
    let (result, screen, prompts) = await prompt(world, after: 3 * Self.hour, "list", "list")
    #expect(screen.contains("\(Self.mark) 00:04, 3 hours ago.\n"), "\(screen)")
    #expect(screen.contains("Oak mug") && screen.contains("9,000"))
    #expect(result.error == "" && result.exitCode == 0)
    #expect(prompts.dropFirst().allSatisfy { $0.contains("(offline)") })
    world.wire.play(nil)
    #expect(!(await prompt(world, after: 3 * Self.hour, "list")).screen.contains(Self.mark))
  }

  /// What was looked at while the market was there, and what is typed when it is gone.
  @Test(arguments: [
    ("search mug", "search mug", "Oak mug"), ("list --sort price", "list --sort price", "9,000"),
    ("show 1", "show 1", "Turned from one piece."), ("show 1..2", "show 1..2", "Pine bowl"),
    ("photo 1", "photo 1", "photo 1 of 1"), ("list --all", "list --all", "Pine bowl"),
    ("list --seller \"Mugs & more\"", "list --seller \"Mugs & more\"", "Pine bowl"),
    ("list --search none", "list --search none", "Nothing matches"),
    ("list --per-page 1 -p 2; list --per-page 1", "list --per-page 1; next", "Oak mug"),
    ("list; show 1", "list; refresh", "Pine bowl"), ("list", "list; grid; again", "Pine bowl"),
    ("show --search mug", "show --search mug", "Turned from one piece."),
  ])
  func `whatever looks may look at what was kept`(
    before: String, after: String, words: String
  ) async throws {
    for extensions in [true, false] {
      let world = try await world(extensions: extensions)
      _ = await prompt(world, before)
      cut(world)
      let (result, screen, _) = await prompt(world, after: 60_000, after)
      #expect(screen.contains(words), "\(screen)")
      let marks = screen.components(separatedBy: "\(Self.mark) 00:04, 1 minute ago.").count - 1
      #expect(marks == after.split(separator: ";").count, "\(screen)")
      #expect(!result.error.contains("error"), "\(result.error)")
    }
  }

  @Test(arguments: TransportError.Code.allCases)
  func `only where no answer comes`(code: TransportError.Code) async throws {
    let world = try await world()
    _ = await prompt(world, "list")
    cut(world, code)
    let (result, screen, _) = await prompt(world, "list")
    let isUnanswered: Set<TransportError.Code> = [
      .refused, .nameNotFound, .unreachable, .tls, .timedOut, .connectionLost,
    ]
    #expect(screen.contains(Self.mark) == isUnanswered.contains(code))
    #expect(result.error.isEmpty != (code == .tls || !isUnanswered.contains(code)))
    // That a certificate is not trusted must not stay unsaid.
    #expect(result.error.contains("certificate") == (code == .tls))
  }

  @Test(arguments: [400, 401, 403, 404, 408, 410, 429, 500, 502, 503, 504, 507])
  func `an answer is an answer, whatever it says`(status: Int) async throws {
    let world = try await world()
    _ = await prompt(world, "list", "show 1")
    world.wire.play { _ in HTTPResponse(status: status) }
    let (result, screen, _) = await prompt(world, "list", "show 1")
    #expect(!screen.contains(Self.mark) && !screen.contains("Oak mug"), "\(screen)")
    #expect(result.error.ranges(of: "error: ").count == 2, "\(result.error)")
  }

  /// How much later it is, in milliseconds.
  @Test(
    arguments: [
      (0, "00:04, just now"), (59 * 60_000, "00:04, 59 minutes ago"),
      (22 * hour, "00:04, 22 hours ago"), (24 * hour, "00:04 yesterday"), (24 * hour + 1, nil),
      (-1, nil), (-48 * hour, nil), (400 * 24 * hour, nil),
    ] as [(Int64, String?)])
  func `what is older than a day, or from a time that is still to come, is not shown`(
    later: Int64, age: String?
  ) async throws {
    let world = try await world()
    _ = await prompt(world, "list")
    cut(world)
    let (result, screen, _) = await prompt(world, after: later, "list")
    if let age {
      #expect(screen.contains("\(Self.mark) \(age)."), "\(screen)")
    } else {
      #expect(!screen.contains(Self.mark))
      #expect(result.error.contains("error: nobody answers at"), "\(result.error)")
    }
  }

  @Test(arguments: [
    ["list"], ["list", "--json"], ["show", "1", "--format", "csv"], ["list", "--format", "table"],
  ])
  func `off a terminal the error stands`(arguments: [String]) async throws {
    let world = try await world()
    _ = await prompt(world, "list", "show 1")
    cut(world)
    let result = await run(
      world, ["--market", TestWorld.url] + arguments, on: FakeTerminal(isTTY: false))
    #expect(result.output == "" && result.exitCode == 5)
    #expect(result.error.contains("error: nobody answers at"))
  }

  /// What is run at a terminal, and whether a person gets to see what was kept.
  @Test(arguments: [
    (["list"], true), (["show", "1"], true), (["list", "--fields", "id,name"], true),
    (["list", "--json"], false), (["list", "--format", "ids"], false),
    (["list", "--all", "--format", "csv"], false), (["-c", "list; show 1"], false),
    (["run", "looking.market"], false),
  ])
  func `a command of its own tells by its code that the market was not there`(
    arguments: [String], isShown: Bool
  ) async throws {
    let world = try await world()
    try world.write("looking.market", "list\n")
    _ = await prompt(world, "list", "list --per-page 20", "show 1", "list --all")
    cut(world)
    let result = await run(world, ["--market", TestWorld.url] + arguments)
    #expect(result.exitCode == 5)
    #expect(result.output.contains(Self.mark) == isShown, "\(result.output)")
    #expect(result.output.contains("Oak mug") == isShown)
    #expect(result.error.isEmpty == isShown, "\(result.error)")
  }

  @Test func `nothing is kept of the market on this machine, nor with the cache off`()
    async throws
  {
    let world = try await world()
    _ = await world.prompt("list", "show 1", "quit")
    #expect(files(world).isEmpty)
    _ = await prompt(world, "set cache off", "list", "show 1")
    #expect(files(world).isEmpty)
    _ = await prompt(world, "set cache default", "list", "set cache off")
    cut(world)
    #expect(!(await prompt(world, "list")).screen.contains(Self.mark))
  }

  @Test func `after cache clear there is nothing`() async throws {
    let world = try await world()
    let (_, screen, _) = await prompt(world, "list", "show 1", "cache", "cache clear")
    #expect(screen.contains("Deleted 3 files"), "\(screen)")
    cut(world)
    let (result, _, _) = await prompt(world, "list", "show 1")
    #expect(!result.output.contains(Self.mark))
    #expect(result.error.ranges(of: "error: ").count == 2)
  }

  /// What becomes of each file.
  @Test(arguments: ["", "cut", "turned", "\0", "market cache 1\nkey list\n"])
  func `a damaged file is as if there were none`(damage: String) async throws {
    let world = try await world()
    _ = await prompt(world, "list", "show 1")
    for file in files(world) {
      let data = try #require(FileManager.default.contents(atPath: file.path))
      let bad =
        switch damage {
        case "cut": data.dropLast(1)
        case "turned": Data(file.text.replacing("Oak mug", with: "Elm mug").utf8)
        default: Data(damage.utf8)
        }
      try bad.write(to: URL(filePath: file.path))
    }
    cut(world)
    let (result, screen, _) = await prompt(world, "list", "show 1")
    #expect(!screen.contains(Self.mark), "\(screen)")
    #expect(result.error.ranges(of: "error: nobody answers").count == 2)
    // It is kept anew.
    world.wire.play(nil)
    _ = await prompt(world, "list")
    cut(world)
    #expect(await prompt(world, "list").screen.contains(Self.mark))
  }

  @Test func `where nothing can be written nobody hears of it`() async throws {
    let world = try await world()
    try FileManager.default.createDirectory(
      atPath: world.paths.cache, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: world.paths.kept))
    let (result, screen, _) = await prompt(world, "list", "show 1")
    #expect(screen.contains("Oak mug") && result.error == "" && result.exitCode == 0)
  }

  @Test func `a page in the place of an answer is not kept`() async throws {
    let world = try await world()
    _ = await prompt(world, "list", "show 1")
    world.wire.play { _ in
      HTTPResponse(
        status: 200, headers: [.contentType: "text/html"], body: Array("<p>Pay here".utf8))
    }
    #expect(await prompt(world, "list", "show 1").result.error.contains("is not this API"))
    cut(world)
    let (result, screen, _) = await prompt(world, "list", "show 1")
    #expect(screen.ranges(of: Self.mark).count == 2 && result.error == "", "\(screen)")
  }

  @Test(arguments: ["list --sort price", "list --all", "list --below 3 --all", "mine --all"])
  func `a list of many pages is shown whole or not at all`(line: String) async throws {
    let world = try TestWorld(extensions: false)
    try world.service.addGeneratedListings(count: 1100)
    _ = await prompt(world, line)
    cut(world)
    if line.hasPrefix("mine") {
      // Nobody is signed in there, and nothing is asked of the market.
      #expect(await prompt(world, line).screen.contains("You sell nothing here yet."))
      return
    }
    let (whole, screen, _) = await prompt(world, line)
    #expect(screen.contains(Self.mark) && whole.error == "", "\(whole.error)")
    let second = try #require(files(world).first { $0.text.contains("page_no=2&") })
    try FileManager.default.removeItem(atPath: second.path)
    let (result, _, _) = await prompt(world, line)
    #expect(!result.output.contains(Self.mark))
    #expect(result.error.contains("error: nobody answers at"), "\(result.error)")
  }

  @Test func `a list that is too long to be kept does not fill the cache`() async throws {
    let world = try TestWorld(extensions: false)
    try world.service.addGeneratedListings(count: 5500)
    _ = await prompt(world, "list --all", "list --sort price")
    // Of each the first page, and the one that was on its way.
    #expect(files(world).count { $0.text.contains("page_no=") } <= 3)
    cut(world)
    let (result, _, _) = await prompt(world, "list --all", "list --sort price")
    #expect(result.error.ranges(of: "error: nobody answers at").count == 2, "\(result.error)")
  }

  @Test func `pages of different hours are no one list`() async throws {
    let world = try TestWorld(extensions: false)
    try world.service.addGeneratedListings(count: 1100)
    _ = await prompt(world, "list --per-page 1000")
    _ = await prompt(world, after: 2 * Self.hour, "list --per-page 1000 --page 2")
    cut(world)
    let (result, screen, _) = await prompt(
      world, after: 3 * Self.hour, "list --per-page 1000 --page 2", "list --sort price")
    // Above and below, since it is longer than the window.
    #expect(screen.ranges(of: Self.mark).count == 2)
    #expect(result.error.ranges(of: "error: ").count == 1)
  }
}
