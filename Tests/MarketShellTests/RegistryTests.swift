/// The list of commands against the folder, the grammar rules, the examples and the reference.
import CommandLanguage
import Foundation
import MarketService
import MarketStores
import MarketTestSupport
import MarketWire
import Messages
import OpenMarketClient
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct RegistryTests {
  private static let package = Fixture.root.deletingLastPathComponent()

  @Test func `the registry lists every command file`() throws {
    let folders = ["MarketCommands", "ShellCommands", "ShellCommands/Operating"]
    let files = try folders.flatMap { name in
      let folder = Self.package.appending(path: "Sources/\(name)/Commands").path
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix("Command.swift") }.map { String($0.dropLast(6)) }
    }
    #expect(CommandRegistry.all.map { "\($0)" }.sorted() == files.sorted())
  }

  @Test func `every command satisfies the grammar rules`() throws {
    let context = ReadingContext(now: Date(timeIntervalSince1970: 1_795_273_445), timeZone: .gmt)
    let check = GrammarCheck(
      commands: CommandRegistry.specs, process: ProcessOptions.all, context: context)
    #expect(check.faults() == [])
  }

  @Test func `no name or alias is used twice`() {
    let names = CommandRegistry.specs.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
  }

  /// Examples that cannot run unchanged, with the reason.
  private static let needsMore: [String: String] = [
    "next": "pages are turned at the prompt, behind a list",
    "prev": "pages are turned at the prompt, behind a list",
    "page 3": "pages are turned at the prompt, behind a list",
    "refresh": "it goes on with a list", "grid": "it goes on with a list",
    "table": "it goes on with a list", "again --json": "it repeats an answer",
    "again --format csv --fields id,name,price": "it repeats an answer",
  ]

  @Test(arguments: CommandRegistry.specs.flatMap(\.examples).map(\.english))
  func `every example runs`(_ example: String) async throws {
    // Listings 12 to 20 must be the seller's.
    let needsOwn = example.contains("12") && ["edit", "remove"].contains { example.hasPrefix($0) }
    let world = try TestWorld(samples: !needsOwn)
    try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
    if example.contains("12") {
      while try world.service.listingCount < 20 { try await world.add() }
    }
    if ["reset", "disable", "enable", "rename", "remove oak"].contains(where: {
      example.hasPrefix("account \($0)")
    }) {
      _ = try world.service.addAccount(name: "oak")
    }
    try await Self.makeFiles(for: example, in: world)
    let setUp = Self.needsMore[example] == nil ? "" : "list --per-page 20 --page 2; "
    let variables = ["OPENMARKET_SECRET": world.secret, "SEASON": "autumn"]
    var text = Self.atWorld(example, world)
    if text.hasPrefix("run"), !text.contains("--var") { text += " --var SEASON=autumn" }
    if text.hasPrefix("remove @") || ["undo", "undo batch 7", "redo"].contains(text) {
      text += " --yes"
    }
    try await Self.makeBatches(for: text, in: world)
    if text.hasPrefix("logout") {
      let login = "login \(TestWorld.url) --shop x --identifier \(world.identifier)"
      _ = await world.run("-c", login, variables: variables)
      text = text.replacing("market.example", with: "market.test")
    }
    if try await Self.runsAlone(text, in: world) { return }
    // The exit code of a prompt does not report errors.
    if text.hasPrefix("alias") {
      let session = await world.run([], on: FakeTerminal(input: ["alias m 'mine'", text, "quit"]))
      #expect(session.error == "", "\(text)")
      return
    }
    let result = await world.run("-c", setUp + text, variables: variables)
    #expect(result.exitCode == 0, "\(text): \(result.error)")
  }

  /// The example with the market and the account of this world.
  private static func atWorld(_ example: String, _ world: TestWorld) -> String {
    if example.hasPrefix("use http") { return "use \(TestWorld.url)" }
    if example.hasPrefix("health") { return "health \(TestWorld.url)" }
    guard example.hasPrefix("login") else { return example }
    return example.replacing("6b1e0f6a-8d1c-11ef-9f3b-0242ac120002", with: world.identifier)
      .replacing("http://localhost:8080", with: TestWorld.url)
  }

  /// Signs in to another account of the market, under a name.
  private static func signIn(at name: String, in world: TestWorld) async throws {
    let account = try world.service.addAccount(name: "Far shop")
    let line =
      "login \(name) --url \(TestWorld.url) --shop \"Far shop\" "
      + "--identifier \(account.credentials.identifier.revealed)"
    let secret = ["OPENMARKET_SECRET": account.credentials.secret.revealed]
    _ = await world.run("-c", line, variables: secret)
  }

  private static func makeFiles(for text: String, in world: TestWorld) async throws {
    if text.hasPrefix("restore") || text.contains("doctor --data") {
      _ = try world.service.backUp(to: "\(world.workingFolder)/market.tar")
    }
    if text.contains("doctor --data") {
      let file = "\(world.workingFolder)/market.tar"
      _ = try MarketService.restore(file, to: "\(world.workingFolder)/class-market")
    }
    if text.hasPrefix("drafts remove") {
      let shell = TestShell(environment: world.environment(FakeTerminal()), mode: .prompt)
      _ = try DraftStore(shell.market).save(["name": ["Oak mug"]], as: nil)
    }
    try world.write("autumn.market", "let S $SEASON\nlist\n")
    try world.write("shoot/1.jpg", Data(try Fixture.bytes("photos/turned-1.jpg")))
    guard text.hasPrefix("import") || text.hasPrefix("layouts remove") else { return }
    try world.write(
      "mugs.csv",
      text.contains("memo") ? "memo,판매가,code\n,12000,MUG-01\n" : "price,code\n12000,MUG-01\n")
    try world.write("photos/MUG-01.jpg", Data(try Fixture.bytes("photos/turned-1.jpg")))
    _ = await world.run("export", "mugs.xlsx")
    _ = await world.run("export", "list.xlsx", "--fields", "code,price")
    guard text.hasPrefix("layouts remove") else { return }
    _ = await world.run("import", "mugs.csv", "--set", "stock=3", "--layout", "supplier", "--yes")
  }

  /// Prepares an example of the notebook; runs one that needs a terminal or ends only with Ctrl-C,
  /// and returns true.
  private static func runsAlone(_ text: String, in world: TestWorld) async throws -> Bool {
    if text.hasPrefix("copy") || text.hasPrefix("share") {
      try await signIn(at: "server", in: world)
    }
    if text.hasPrefix("history delete") { _ = await world.prompt("search mug") }
    if text == "recent 1" { _ = await world.ask("search", "mug") }
    if text.hasPrefix("notebook") {
      _ = await world.run("star", "@MUG-01")
      if text.contains("import") { _ = await world.run("notebook", "export", "notebook.json") }
    }
    if text == "profile setup" {
      #expect(await world.ask("profile", "setup", typing: ["Oak", "KRW", ""]).exitCode == 0)
      return true
    }
    if text.hasPrefix("watch") {
      // It ends only with Ctrl-C.
      let interrupt = Task {
        await waitUntil("the first round begins") {
          world.spy.requests.contains { $0.target.contains("items_per_page") }
        }
        for _ in 0..<1000 { await Task.yield() }
        world.interrupt()
      }
      defer { interrupt.cancel() }
      #expect(await world.run("-c", Self.hurried(text)).exitCode == 130)
      return true
    }
    return false
  }

  /// The same line of `watch` with rounds that the clock of the tests lets pass.
  private static func hurried(_ line: String) -> String {
    line.replacing(" --every 1m", with: "") + " --every 7s"
  }

  /// Makes seven batches; the last one, a file of twelve lines, is unfinished.
  private static func makeBatches(for text: String, in world: TestWorld) async throws {
    let needsBatches = ["batch", "undo", "redo", "resume"].contains { text.hasPrefix($0) }
    guard needsBatches else { return }
    for stock in 1...5 { _ = await world.run("edit", "@MUG-01", "--stock", "\(stock)") }
    let edits = Counter()
    world.spy.fail(.lost) { $0.method == .patch && edits.next() > 1 }
    let lines = (1...12).map { "edit @MUG-01 --name 'Oak mug \($0)'\n" }.joined()
    try world.write("summer.market", lines)
    #expect(await world.run("run", "summer.market").exitCode == 7)
    world.spy.intercept(nil)
    if text.hasPrefix("redo") { #expect(await world.run("undo", "--yes").exitCode == 0) }
  }

  @Test func `the reference in Markdown`() async throws {
    let world = try TestWorld()
    let result = await world.run("help", "--markdown")
    #expect(result.exitCode == 0)
    Golden.expect(result.output, matches: "screens/reference.md")
  }
}
