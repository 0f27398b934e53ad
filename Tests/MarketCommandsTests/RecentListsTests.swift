/// Lists that have not changed, and do not come again.
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketCommands

@Suite struct RecentListsTests {
  /// The prompt at a market on the network that answers with its revision.
  private func prompt(_ world: TestWorld, _ lines: String...) async -> CommandResult {
    await world.run(
      ["--market", TestWorld.url], on: FakeTerminal(input: lines + ["quit"]))
  }

  @Test func `a list that has not changed is asked for by its tag and shown again`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    world.wire.forget()
    let result = await prompt(world, "list", "trace on", "list", "refresh", "trace off")
    let lists = world.wire.requests.filter { $0.target.contains("page_no") }
    #expect(lists.map { $0.headers[.ifNoneMatch] != nil } == [false, true, true])
    #expect(result.output.ranges(of: "Oak mug").count == 3, "\(result.output)")
    #expect(result.error.ranges(of: "# 304").count == 2, "\(result.error)")
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
    let lists = RecentLists()
    let page = HTTPResponse(
      status: 200, headers: [.eTag: "\"1\""],
      body: [UInt8](repeating: 32, count: RecentLists.byteLimit / 4))
    for number in 1...5 { lists.keep(page, to: "\(number)") }
    #expect(lists.answer(to: "1") == nil)
    for number in 2...5 { #expect(lists.answer(to: "\(number)") != nil) }
    var long = page
    long.body.append(32)
    lists.keep(long, to: "5")
    #expect(lists.answer(to: "5") == nil)
  }
}
