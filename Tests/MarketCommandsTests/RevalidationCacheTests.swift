/// Lists that have not changed, and do not come again.
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketCommands

@Suite struct RevalidationCacheTests {
  /// The prompt at a market on the network that answers with its revision.
  private func prompt(_ world: TestWorld, _ lines: String...) async -> CommandResult {
    await world.run(
      ["--market", TestWorld.url], on: FakeTerminal(input: lines + ["quit"]))
  }

  @Test func `a list that has not changed is asked for by its tag and shown again`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    world.wire.forget()
    let result = await prompt(world, "list", "list", "list")
    #expect(tags(world).map { $0 != nil } == [false, true, true])
    #expect(result.output.ranges(of: "Oak mug").count == 3, "\(result.output)")
  }

  /// What is typed after a first list, and which of all lists are asked for by a tag.
  @Test(arguments: [
    ("refresh", [false, false, false, true]), ("cache clear", [false, false, false]),
    ("trace on", [false, false, true]),
  ])
  func `a list comes whole again where somebody wants to see it come`(
    line: String, tagged: [Bool]
  ) async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    world.wire.forget()
    let result = await prompt(world, "list", line, "list --trace=body", "trace off", "list")
    #expect(tags(world).map { $0 != nil } == tagged)
    #expect(result.error.contains("# 200") && !result.error.contains("# 304"), "\(result.error)")
    #expect(result.error.contains("Oak mug"), "\(result.error)")
  }

  private func tags(_ world: TestWorld) -> [String?] {
    world.wire.requests.filter { $0.target.contains("page_no") }.map { $0.headers[.ifNoneMatch] }
  }

  /// What a market says of its answers, and whether a list is asked for by its tag and kept.
  @Test(arguments: [
    ("no-cache", true, true), ("private", true, false), ("No-Store", false, false),
    ("max-age=0, no-store", false, false), ("no-cache, private=\"set-cookie\"", true, false),
    ("", true, true),
  ])
  func `what a market wants nobody to store is not stored`(
    directives: String, isRecent: Bool, isKept: Bool
  ) async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    world.wire.forget()
    let service = world.service
    world.wire.play { request in
      var request = request
      request.target = String(request.target.dropFirst(TestWorld.url.count))
      var answer = service.respond(request)
      answer.headers[.cacheControl] = directives
      return answer
    }
    _ = await prompt(world, "list", "list")
    #expect(tags(world).map { $0 != nil } == [false, isRecent])
    world.wire.play { _ throws(TransportError) in throw TransportError(.refused, wasSent: false) }
    let result = await prompt(world, "list")
    #expect(result.output.contains("Oak mug") == isKept, "\(result)")
  }

  @Test func `one that has changed is shown as it is, and a change reads it anew`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    let login = "login \(TestWorld.url) --shop \"\(TestWorld.shop)\" --identifier "
    world.wire.forget()
    let terminal = FakeTerminal(input: [
      login + world.identifier, world.secret, "list -s mug", "edit -s mug --stock 47 --yes",
      "list -s mug --fields stock", "list -s mug --fields stock", "quit",
    ])
    let result = await world.run([], on: terminal)
    // The change says it, and both lists after it.
    #expect(result.output.ranges(of: "47").count == 3, "\(result)")
    let lists = world.wire.requests.filter { $0.target.contains("page_no") }
    let tags = lists.map { $0.headers[.ifNoneMatch] }
    #expect(tags.count == 4 && tags[0] == nil && tags[1] == nil, "\(tags)")
    #expect(tags[2] != nil && tags[3] != nil && tags[2] != tags[3], "\(tags)")
  }

  @Test func `what is kept stays below its limit, and the first goes first`() {
    let lists = RevalidationCache()
    let page = HTTPResponse(
      status: 200, headers: [.eTag: "\"1\""],
      body: [UInt8](repeating: 32, count: RevalidationCache.pageLimit))
    for number in 1...17 { lists.keep(page, to: "\(number)") }
    #expect(lists.answer(to: "1") == nil)
    for number in 2...17 { #expect(lists.answer(to: "\(number)") != nil) }
    var long = page
    long.body.append(32)
    lists.keep(long, to: "5")
    #expect(lists.answer(to: "5") == nil)
  }
}
