import CommandLanguage
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct BulkWriteTests {
  @Test func `a search selects own listings by their names only`() async throws {
    let world = try TestWorld()
    let mug = try await world.add("Oak mug")
    let bowl = try await world.add("Oak bowl")
    let other = try await world.addToOtherShop("Pine mug")
    // The name of the shop contains the word, which must not select all of its listings.
    let result = await world.run("edit", "--search", "mug", "--stock", "9", "--yes")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(try await world.listing(mug).stock == 9)
    #expect(try await world.listing(bowl).stock == 5)
    #expect(try await world.listing(other).stock == 0)
  }

  @Test func `a filter asks even if it finds one listing`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let no = await world.ask("remove", "--search", "oak", typing: ["n"])
    #expect(no.ends(with: 1, saying: "  \(id) Oak mug"))
    let yes = await world.ask("remove", "--search", "oak", typing: ["y"])
    #expect(yes.exitCode == 0, "\(yes.error)")
    #expect(try world.service.listingCount == 0)
  }

  @Test(arguments: [["edit", "--stock", "5"], ["remove"], ["remove", "--yes"]])
  func `a write without a target or a filter is an error`(_ words: [String]) async throws {
    let world = try TestWorld()
    try await world.add()
    world.spy.reset()
    let result = await world.run(words, on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 2)
    #expect(result.error.contains("needs a listing such as 12 or @MUG-01, or a filter such as"))
    #expect(result.error.contains("try: market help \(words[0])"))
    #expect(world.spy.requests.isEmpty)
  }

  @Test func `a filter without matches says so`() async throws {
    let world = try TestWorld()
    try await world.add()
    let result = await world.run("edit", "--below", "2", "--stock", "5", "--yes")
    #expect(result.ends(with: 3, saying: "fewer than 2 left"))
  }

  @Test func `the question shows the changes and the number of skipped listings`() async throws {
    let world = try TestWorld()
    let first = try await world.add()
    _ = try await world.addToOtherShop()
    let last = try await world.add()
    let result = await world.ask("edit", "\(first)..\(last)", "--price", "+10%", typing: ["2"])
    #expect(result.ends(with: 0, saying: "\(first) Oak mug: price ₩12,000 → ₩13,200"))
    #expect(result.output.contains("Skipped: 1 of other shops."))
  }

  @Test func `Ctrl-C finishes the running write and suggests how to continue`() async throws {
    let world = try TestWorld()
    let ids = [try await world.add(), try await world.add(), try await world.add()]
    let writes = Counter()
    world.spy.afterResponse { [weak world] request in
      if request.method == .patch, writes.next() == 1 { world?.interrupt() }
    }
    let result = await world.run("edit", "--search", "oak", "--price", "-500", "--yes")
    #expect(result.exitCode == 130)
    #expect(writes.total == 1)
    #expect(result.error.contains("stopped: 1 of 3 changed, 2 left"))
    let continuation = "resume 4"
    #expect(result.error.contains("try: market \(continuation)"), "\(result.error)")
    #expect(result.output.hasPrefix("\(ids[2])\t"))
    world.spy.afterResponse(nil)
    #expect(await world.run("-c", continuation).exitCode == 0)
    for id in ids { #expect(try await world.listing(id).price?.amount == 11_500) }
  }

  @Test func `one refused change does not stop the others`() async throws {
    let world = try TestWorld()
    let ids = [try await world.add(), try await world.add(), try await world.add()]
    world.spy.answer(.failed) { $0.method == .patch && $0.target.hasSuffix("/\(ids[1])") }
    let result = await world.run("edit", "\(ids[0])..\(ids[2])", "--stock", "1", "--yes")
    #expect(result.ends(with: 6, saying: "2 of 3 changed, 1 failed"))
    #expect(try await world.listing(ids[2]).stock == 1)
  }

  @Test func `a lost response ends the batch with code 7 and a suggestion`() async throws {
    let world = try TestWorld()
    let ids = [try await world.add(), try await world.add(), try await world.add()]
    world.spy.loseResponses { $0.method == .patch && $0.target.hasSuffix("/\(ids[1])") }
    let result = await world.run("edit", "\(ids[0])..\(ids[2])", "--stock", "1", "--yes")
    #expect(result.exitCode == 7)
    #expect(result.error.contains("error: it is unknown whether \(ids[1]) Oak mug was changed"))
    #expect(result.error.contains("2 of 3 changed, 1 unknown"), "\(result.error)")
    #expect(result.error.contains("try: market resume 4"), "\(result.error)")
    world.spy.afterResponse(nil)
    #expect(await world.run("resume").exitCode == 0)
    for id in ids { #expect(try await world.listing(id).stock == 1) }
  }

  @Test func `adjacent ids become a range`() {
    func text(_ ids: [Int]) -> String {
      ListingTarget.covering(ids).map(\.description).joined(separator: " ")
    }
    #expect(text([]) == "")
    #expect(text([3]) == "3")
    #expect(text([3, 4]) == "3 4")
    #expect(text([3, 4, 5, 9, 8, 7]) == "3..5 9 8 7")
  }
}
