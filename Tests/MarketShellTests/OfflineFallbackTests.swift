import Base
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct OfflineFallbackTests {
  static let start: Int64 = 1_795_273_445_678
  static let hour: Int64 = 3_600_000
  static let notice = "The market cannot be reached; this is from"

  /// Types lines at a prompt whose clock is `milliseconds` after ``start``.
  func prompt(
    _ world: TestWorld, after milliseconds: Int64 = 0, _ lines: String...
  ) async -> (result: CommandResult, screen: String, prompts: [String]) {
    // An output longer than the window has a second notice above it.
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

  /// A market with two listings.
  func world(extensions: Bool = true) async throws -> TestWorld {
    let world = try TestWorld(extensions: extensions)
    try await world.add("Oak mug")
    try await world.add("Pine bowl", price: "9000")
    return world
  }

  func disconnect(_ world: TestWorld, _ code: TransportError.Code = .refused) {
    world.spy.fail(TransportError(code, wasSent: false))
  }

  /// Makes the first calls fail.
  func disconnect(_ world: TestWorld, calls: Int) {
    let count = Counter()
    world.spy.fail { _ in count.next() <= calls }
  }

  /// The files of the disk cache.
  func files(_ world: TestWorld) -> [(path: String, text: String)] {
    let folder = world.paths.diskCache
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.map { name in
      let data = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      return ("\(folder)/\(name)", String(decoding: data, as: UTF8.self))
    }
  }

  @Test func `a cached list is shown with its time and age, in another shell too`()
    async throws
  {
    let world = try await world()
    #expect(!(await prompt(world, "list")).screen.contains(Self.notice))
    disconnect(world)
    let (result, screen, prompts) = await prompt(world, after: 3 * Self.hour, "list", "list")
    #expect(screen.contains("\(Self.notice) 00:04, 3 hours ago.\n"), "\(screen)")
    #expect(screen.contains("Oak mug") && screen.contains("9,000"))
    #expect(result.error == "" && result.exitCode == 0)
    #expect(prompts.dropFirst().allSatisfy { $0.contains("(offline)") })
    world.spy.intercept(nil)
    #expect(!(await prompt(world, after: 3 * Self.hour, "list")).screen.contains(Self.notice))
  }

  /// The commands before and after the market becomes unreachable, and an expected text.
  @Test(arguments: [
    ("search mug", "search mug", "Oak mug"), ("list --sort price", "list --sort price", "9,000"),
    ("show 1", "show 1", "Turned from one piece."), ("show 1..2", "show 1..2", "Pine bowl"),
    ("photo 1", "photo 1", "photo 1 of 1"), ("list --all", "list --all", "Pine bowl"),
    ("list --shop \"Mugs & more\"", "list --shop \"Mugs & more\"", "Pine bowl"),
    ("list --search none", "list --search none", "Nothing matches"),
    ("list --per-page 1 -p 2; list --per-page 1", "list --per-page 1; next", "Oak mug"),
    ("list; show 1", "list; refresh", "Pine bowl"), ("list", "list; grid; again", "Pine bowl"),
    ("show --search mug", "show --search mug", "Turned from one piece."),
  ])
  func `every read command falls back to the cache`(
    before: String, after: String, words: String
  ) async throws {
    for extensions in [true, false] {
      let world = try await world(extensions: extensions)
      _ = await prompt(world, before)
      disconnect(world)
      let (result, screen, _) = await prompt(world, after: 60_000, after)
      #expect(screen.contains(words), "\(screen)")
      let marks = screen.components(separatedBy: "\(Self.notice) 00:04, 1 minute ago.").count - 1
      #expect(marks == after.split(separator: ";").count, "\(screen)")
      #expect(!result.error.contains("error"), "\(result.error)")
    }
  }

  @Test(arguments: TransportError.Code.allCases)
  func `the cache is used only if there is no response`(code: TransportError.Code) async throws {
    let world = try await world()
    _ = await prompt(world, "list")
    disconnect(world, code)
    let (result, screen, _) = await prompt(world, "list")
    let isUnanswered: Set<TransportError.Code> = [
      .refused, .nameNotFound, .unreachable, .tls, .timedOut, .connectionLost,
    ]
    #expect(screen.contains(Self.notice) == isUnanswered.contains(code))
    #expect(result.error.isEmpty != (code == .tls || !isUnanswered.contains(code)))
    // The user must learn that a certificate is not trusted.
    #expect(result.error.contains("certificate") == (code == .tls))
  }

  @Test(arguments: [400, 401, 403, 404, 408, 410, 429, 500, 502, 503, 504, 507])
  func `an error response is never replaced by a cached one`(status: Int) async throws {
    let world = try await world()
    _ = await prompt(world, "list", "show 1")
    world.spy.answer(HTTPResponse(status: status))
    let (result, screen, _) = await prompt(world, "list", "show 1")
    #expect(!screen.contains(Self.notice) && !screen.contains("Oak mug"), "\(screen)")
    #expect(result.error.ranges(of: "error: ").count == 2, "\(result.error)")
  }

  /// The time since the list was cached, in milliseconds.
  @Test(
    arguments: [
      (0, "00:04, just now"), (59 * 60_000, "00:04, 59 minutes ago"),
      (22 * hour, "00:04, 22 hours ago"), (24 * hour, "00:04 yesterday"), (24 * hour + 1, nil),
      (-1, nil), (-48 * hour, nil), (400 * 24 * hour, nil),
    ] as [(Int64, String?)])
  func `a cached list older than a day, or from the future, is not shown`(
    later: Int64, age: String?
  ) async throws {
    let world = try await world()
    _ = await prompt(world, "list")
    disconnect(world)
    let (result, screen, _) = await prompt(world, after: later, "list")
    if let age {
      #expect(screen.contains("\(Self.notice) \(age)."), "\(screen)")
    } else {
      #expect(!screen.contains(Self.notice))
      #expect(result.error.contains("refused the connection"), "\(result.error)")
    }
  }

  @Test(arguments: [
    ["list"], ["list", "--json"], ["show", "1", "--format", "csv"], ["list", "--format", "table"],
  ])
  func `without a terminal the command fails`(arguments: [String]) async throws {
    let world = try await world()
    _ = await prompt(world, "list", "show 1")
    disconnect(world)
    let result = await run(
      world, ["--market", TestWorld.url] + arguments, on: FakeTerminal(isTTY: false))
    #expect(result.output == "" && result.exitCode == 5)
    #expect(result.error.contains("refused the connection"))
  }

  /// The arguments, and whether the cached output is shown.
  @Test(arguments: [
    (["list"], true), (["show", "1"], true), (["list", "--fields", "id,name"], true),
    (["list", "--json"], false), (["list", "--format", "ids"], false),
    (["list", "--all", "--format", "csv"], false), (["-c", "list; show 1"], false),
    (["run", "looking.market"], false),
  ])
  func `a single command exits with 5, whether or not it shows a cached list`(
    arguments: [String], isShown: Bool
  ) async throws {
    let world = try await world()
    try world.write("looking.market", "list\n")
    _ = await prompt(world, "list", "list --per-page 20", "show 1", "list --all")
    disconnect(world)
    let result = await run(world, ["--market", TestWorld.url] + arguments)
    #expect(result.exitCode == 5)
    #expect(result.output.contains(Self.notice) == isShown, "\(result.output)")
    #expect(result.output.contains("Oak mug") == isShown)
    #expect(result.error.isEmpty == isShown, "\(result.error)")
  }

  @Test func `the home market is never cached, and nothing is with the cache off`()
    async throws
  {
    let world = try await world()
    _ = await world.prompt("list", "show 1", "quit")
    #expect(files(world).isEmpty)
    _ = await prompt(world, "set cache off", "list", "show 1")
    #expect(files(world).isEmpty)
    _ = await prompt(world, "set cache default", "list", "set cache off")
    disconnect(world)
    #expect(!(await prompt(world, "list")).screen.contains(Self.notice))
  }

  @Test func `cache clear deletes all cached lists`() async throws {
    let world = try await world()
    let (_, screen, _) = await prompt(world, "list", "show 1", "cache", "cache clear")
    // What was not written yet is discarded.
    #expect(screen.contains("Deleted "), "\(screen)")
    #expect(files(world).isEmpty)
    disconnect(world)
    let (result, _, _) = await prompt(world, "list", "show 1")
    #expect(!result.output.contains(Self.notice))
    #expect(result.error.ranges(of: "error: ").count == 2)
  }

  /// The content that replaces each file, or the kind of damage.
  @Test(arguments: ["", "truncated", "changed", "\0", "market cache 1\nkey list\n"])
  func `a damaged file is ignored`(damage: String) async throws {
    let world = try await world()
    _ = await prompt(world, "list", "show 1")
    for file in files(world) {
      let data = try #require(FileManager.default.contents(atPath: file.path))
      let bad =
        switch damage {
        case "truncated": data.dropLast(1)
        case "changed": Data(file.text.replacing("Oak mug", with: "Elm mug").utf8)
        default: Data(damage.utf8)
        }
      try bad.write(to: URL(filePath: file.path))
    }
    disconnect(world)
    let (result, screen, _) = await prompt(world, "list", "show 1")
    #expect(!screen.contains(Self.notice), "\(screen)")
    #expect(result.error.ranges(of: "error: \(TestWorld.url) refused the connection").count == 2)
    // The next answer replaces it.
    world.spy.intercept(nil)
    _ = await prompt(world, "list")
    disconnect(world)
    #expect(await prompt(world, "list").screen.contains(Self.notice))
  }

  @Test func `a cache that cannot be written causes no error`() async throws {
    let world = try await world()
    try FileManager.default.createDirectory(
      atPath: world.paths.cache, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: world.paths.diskCache))
    let (result, screen, _) = await prompt(world, "list", "show 1")
    #expect(screen.contains("Oak mug") && result.error == "" && result.exitCode == 0)
  }

  @Test func `a web page instead of a JSON response is not cached`() async throws {
    let world = try await world()
    _ = await prompt(world, "list", "show 1")
    world.spy.answer(
      HTTPResponse(
        status: 200, headers: [.contentType: "text/html"], body: Array("<p>Pay here".utf8)))
    let error = await prompt(world, "list", "show 1").result.error
    #expect(error.contains("the response of \(TestWorld.url) is not that of a market"), "\(error)")
    disconnect(world)
    let (result, screen, _) = await prompt(world, "list", "show 1")
    #expect(screen.ranges(of: Self.notice).count == 2 && result.error == "", "\(screen)")
  }

  @Test(arguments: ["list --sort price", "list --all", "list --below 3 --all", "mine --all"])
  func `a list of several pages is shown completely or not at all`(line: String) async throws {
    let world = try TestWorld(extensions: false)
    try world.service.addGeneratedListings(count: 1100)
    _ = await prompt(world, line)
    disconnect(world)
    if line.hasPrefix("mine") {
      // Without an account the command sends no request.
      #expect(await prompt(world, line).screen.contains("You sell nothing here yet."))
      return
    }
    let (whole, screen, _) = await prompt(world, line)
    #expect(screen.contains(Self.notice) && whole.error == "", "\(whole.error)")
    let second = try #require(files(world).first { $0.text.contains("page_no=2&") })
    try FileManager.default.removeItem(atPath: second.path)
    let (result, _, _) = await prompt(world, line)
    #expect(!result.output.contains(Self.notice))
    #expect(result.error.contains("refused the connection"), "\(result.error)")
  }

  @Test func `a list that is too long to be cached does not fill the cache`() async throws {
    let world = try TestWorld(extensions: false)
    try world.service.addGeneratedListings(count: 5500)
    _ = await prompt(world, "list --all", "list --sort price")
    // The first page of each list, and a page that was already requested.
    #expect(files(world).count { $0.text.contains("page_no=") } <= 3)
    disconnect(world)
    let (result, _, _) = await prompt(world, "list --all", "list --sort price")
    #expect(result.error.ranges(of: "refused the connection").count == 2, "\(result.error)")
  }

  @Test func `pages from different hours are not combined to one list`() async throws {
    let world = try TestWorld(extensions: false)
    try world.service.addGeneratedListings(count: 1100)
    _ = await prompt(world, "list --per-page 1000")
    _ = await prompt(world, after: 2 * Self.hour, "list --per-page 1000 --page 2")
    disconnect(world)
    let (result, screen, _) = await prompt(
      world, after: 3 * Self.hour, "list --per-page 1000 --page 2", "list --sort price")
    // The notice is above and below, because the list is longer than the window.
    #expect(screen.ranges(of: Self.notice).count == 2)
    #expect(result.error.ranges(of: "error: ").count == 1)
  }
}
