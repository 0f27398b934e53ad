import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct RevalidationTests {
  /// Types lines at a prompt of a remote market that sends an `ETag`.
  private func prompt(_ world: TestWorld, _ lines: String...) async -> CommandResult {
    await world.run(["--market", TestWorld.url], on: FakeTerminal(input: lines + ["quit"]))
  }

  @Test func `an unchanged list is requested with its tag and shown again`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    world.spy.reset()
    let result = await prompt(world, "list", "list", "list")
    #expect(tags(world).map { $0 != nil } == [false, true, true])
    #expect(result.output.ranges(of: "Oak mug").count == 3, "\(result.output)")
  }

  /// The line after a first list, and which of all list requests contain a tag.
  @Test(arguments: [
    ("refresh", [false, false, false, true]), ("cache clear", [false, false, false]),
    ("trace on", [false, false, true]),
  ])
  func `refresh, cache clear and trace request the complete list`(
    line: String, tagged: [Bool]
  ) async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    world.spy.reset()
    let result = await prompt(world, "list", line, "list --trace=body", "trace off", "list")
    #expect(tags(world).map { $0 != nil } == tagged)
    #expect(result.error.contains("# 200") && !result.error.contains("# 304"), "\(result.error)")
    #expect(result.error.contains("Oak mug"), "\(result.error)")
  }

  private func tags(_ world: TestWorld) -> [String?] {
    world.spy.requests.filter { $0.target.contains("page_no") }.map { $0.headers[.ifNoneMatch] }
  }

  /// A `Cache-Control` header, whether the list is revalidated, and whether it is cached on disk.
  @Test(arguments: [
    ("no-cache", true, true), ("private", true, false), ("No-Store", false, false),
    ("max-age=0, no-store", false, false), ("no-cache, private=\"set-cookie\"", true, false),
    ("", true, true),
  ])
  func `a list is not stored if the market forbids it`(
    directives: String, isRevalidated: Bool, isCached: Bool
  ) async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    world.spy.reset()
    let service = world.service
    world.spy.intercept { request in
      var request = request
      request.target = String(request.target.dropFirst(TestWorld.url.count))
      var answer = service.respond(request)
      answer.headers[.cacheControl] = directives
      return answer
    }
    _ = await prompt(world, "list", "list")
    #expect(tags(world).map { $0 != nil } == [false, isRevalidated])
    world.spy.fail()
    let result = await prompt(world, "list")
    #expect(result.output.contains("Oak mug") == isCached, "\(result)")
  }

  @Test func `a changed list is shown in its new state, and an edit reads it again`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    let login = "login \(TestWorld.url) --shop \"\(TestWorld.shop)\" --identifier "
    world.spy.reset()
    let terminal = FakeTerminal(input: [
      login + world.identifier, world.secret, "list -s mug", "edit -s mug --stock 47 --yes",
      "list -s mug --fields stock", "list -s mug --fields stock", "quit",
    ])
    let result = await world.run([], on: terminal)
    // The result of the edit and both lists contain it.
    #expect(result.output.ranges(of: "47").count == 3, "\(result)")
    let lists = world.spy.requests.filter { $0.target.contains("page_no") }
    let tags = lists.map { $0.headers[.ifNoneMatch] }
    // The login reads a list, too.
    #expect(tags.count == 5 && tags[..<3].allSatisfy { $0 == nil }, "\(tags)")
    #expect(tags[3] != nil && tags[4] != nil && tags[3] != tags[4], "\(tags)")
  }
}
