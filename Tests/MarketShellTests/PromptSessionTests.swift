import Base
import CommandLanguage
import Foundation
import LineEditor
import MarketRender
import MarketService
import MarketTestSupport
import MarketWire
import Prompt
import SellerFiles
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct PromptSessionTests {
  private let world: TestWorld

  init() throws { world = try TestWorld() }

  /// Runs lines as the prompt does.
  private func type(_ lines: String..., in session: TestShell) async {
    let interpreter = session.interpreter
    for line in lines {
      let entry = session.context.enter(line)
      var code = ExitCode.done
      for tokens in Tokenizer(line) { code = await interpreter.run(tokens) }
      session.context.finish(entry, code)
    }
  }

  private func session(_ mode: CommandScope.Mode = .prompt) -> TestShell {
    TestShell(environment: world.environment(FakeTerminal()), mode: mode)
  }

  @Test func `listings that were shown are completed, in later sessions too`() async throws {
    let own = try await world.add("Oak mug")
    let other = try await world.addToOtherShop("Pine bowl")
    let first = session()
    #expect(first.context.assistant().candidates(at: "show pine|").isEmpty)
    await type("list", in: first)
    for session in [first, session()] {
      let assistant = session.context.assistant()
      #expect(assistant.candidates(at: "show pine|").map(\.text) == ["\(other)"])
      #expect(assistant.candidates(at: "edit pine|").isEmpty)
      #expect(assistant.candidates(at: "edit oak|").map(\.text) == ["\(own)"])
    }
    let folder = try FileManager.default.contentsOfDirectory(atPath: world.paths.cache)
    let name = try #require(folder.first { $0.hasPrefix("shown-") })
    let facts = try FileManager.default.attributesOfItem(atPath: "\(world.paths.cache)/\(name)")
    #expect(facts[.posixPermissions] as? Int == 0o600)
  }

  @Test func `at home listings are completed before they were shown`() async throws {
    let oak = try await world.add("Oak mug")
    let other = try await world.addToOtherShop("Pine bowl")
    let session = session()
    #expect(session.context.assistant().candidates(at: "edit oak|").isEmpty)
    await session.context.learnListings()
    #expect(session.context.assistant().candidates(at: "edit oak|").map(\.text) == ["\(oak)"])
    #expect(session.context.assistant().candidates(at: "show pine|").map(\.text) == ["\(other)"])
    // A removal in another shell is noticed by the next prompt.
    _ = await world.run("remove", "\(oak)", "--yes")
    let next = self.session()
    await next.context.learnListings()
    #expect(next.context.assistant().candidates(at: "show oak|").isEmpty)
  }

  @Test func `imported listings are completed at the next line`() async throws {
    try await world.add("Oak mug")
    let session = session()
    await session.context.learnListings()
    try world.write(
      "spring.csv",
      "\(ImportTests.full)\nCUP-1,Elm cup,Turned from one piece.,KRW,9000,0,5,a.jpg\n")
    await type("import spring.csv --yes", in: session)
    await session.context.learnListings()
    #expect(session.context.assistant().candidates(at: "edit elm|").count == 1)
  }

  @Test func `another market is asked nothing for completion`() async throws {
    let session = session()
    await type("use \(TestWorld.url)", in: session)
    let before = world.spy.requests.count
    await session.context.learnListings()
    #expect(world.spy.requests.count == before)
  }

  @Test func `changed and removed listings are completed correctly at once`() async throws {
    let id = try await world.add("Oak mug")
    let session = session()
    await type("show \(id)", "edit \(id) --name 'Elm mug'", in: session)
    #expect(session.context.assistant().candidates(at: "edit elm|").map(\.text) == ["\(id)"])
    #expect(session.context.assistant().candidates(at: "edit oak|").isEmpty)
    await type("remove \(id) --yes", in: session)
    #expect(session.context.assistant().candidates(at: "show elm|").isEmpty)
  }

  @Test func `of a long list, the first listings are completed`() async throws {
    _ = try world.service.addGeneratedListings(count: 3300)
    let session = session()
    await type("list --all --format ids", in: session)
    let rows = session.session.access.shown.listings(of: session.market).rows
    #expect(rows.count == ShownListings.limit)
    #expect(rows.map(\.id) == rows.map(\.id).sorted(by: >))
    let first = try #require(rows.first)
    #expect(
      session.context.assistant().candidates(at: "show \(first.id)|").first?.text == "\(first.id)")
  }

  @Test func `each market has its own listings to complete`() async throws {
    try await world.add("Oak mug")
    let session = session()
    await type("list", "use \(TestWorld.url)", in: session)
    #expect(session.context.assistant().candidates(at: "show oak|").isEmpty)
    await type("use home", in: session)
    #expect(session.context.assistant().candidates(at: "show oak|").count == 1)
  }

  private static let damage = [
    "", "nonsense", "shown 1\n", "shown 1\thttp://other\tx\n1\town\tKRW\t5\ts\tname\n",
    "\u{0}\u{0}\u{0}", String(repeating: "x", count: 3_000_000),
  ]

  @Test(arguments: damage)
  func `a damaged file of shown listings is ignored and replaced`(text: String) async throws {
    try await world.add("Oak mug")
    await type("list", in: session())
    let names = try FileManager.default.contentsOfDirectory(atPath: world.paths.cache)
    let name = try #require(names.first { $0.hasPrefix("shown-") })
    try Data(text.utf8).write(to: URL(filePath: "\(world.paths.cache)/\(name)"))
    let next = session()
    #expect(next.context.assistant().candidates(at: "show oak|").isEmpty)
    await type("list", in: next)
    #expect(session().context.assistant().candidates(at: "show oak|").count == 1)
  }

  private static let proposals: [(String, String?)] = [
    ("lsit", "list"), ("list --mnie", "list --mine"), ("remvoe 12", nil), ("show @MUG-O1", nil),
    ("edit 12..20 --prcie 5", nil), ("list", nil), ("set teme light", "set theme light"),
  ]

  @Test(arguments: proposals)
  func `the suggestion of an error is proposed if it is harmless`(
    line: String, proposal: String?
  ) async throws {
    // The folder of a world is deleted with it, and a session would create it again.
    defer { withExtendedLifetime(world) {} }
    let session = session()
    await type(line, in: session)
    #expect(session.session.core.memory.proposal == proposal)
    await type("whoami", in: session)
    #expect(session.session.core.memory.proposal == nil)
  }

  @Test func `hints come from the history of the market in use`() async throws {
    let session = session()
    await type("list --mine --all", in: session)
    let lines = session.session.core.history.lines()
    #expect(
      session.context.assistant().hint(for: "list", history: lines)
        == Hint(" --mine --all", .history))
    await type("use \(TestWorld.url)", in: session)
    #expect(session.context.assistant().hint(for: "list", history: lines) == nil)
  }

  @Test func `no file contains the secret`() async throws {
    let session = session()
    await type(
      "list", "search \(world.secret)", "alias s 'search \(world.secret)'", "s",
      "alias gone 'history delete'", "gone whoami", "whoami", in: session)
    #expect(
      session.session.core.history.lines() == ["list", "alias gone 'history delete'", "whoami"])
    let folders = [world.paths.state, world.paths.cache]
    for folder in folders {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        let data = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
        #expect(data.range(of: Data(world.secret.utf8)) == nil, "\(name)")
      }
    }
  }
}
