import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketShell
@testable import SellerSession

/// What a file of commands shows before it is carried out, and what it asks about as a whole.
@Suite(.timeLimit(.minutes(60))) struct FileChecksTests {
  private static func world(_ count: Int) async throws -> (TestWorld, [Int]) {
    let world = try TestWorld()
    var ids: [Int] = []
    for number in 1...count { ids.append(try await world.add("Mug \(number)", price: "1000")) }
    return (world, ids)
  }

  @Test func `a file that sells out several listings needs --allow off a terminal`() async throws {
    let (world, ids) = try await Self.world(3)
    let text = ids.map { "edit \($0) --stock 0\n" }.joined()
    let result = try await world.batch(text, "--yes")
    #expect(result.exitCode == 2, "\(result)")
    #expect(
      result.error.contains(
        "3 listings in stock would be sold out: batch.market:1, batch.market:2, batch.market:3"),
      "\(result)")
    #expect(result.error.contains("--allow sold-out"), "\(result)")
    #expect(try await world.listing(ids[0]).stock == 5)
    let dry = try await world.batch(text, "--dry-run")
    #expect(dry.exitCode == 2 && dry.error.contains("would be sold out"), "\(dry)")
    let single = try await world.batch("edit \(ids[0]) --stock 0\n")
    #expect(single.exitCode == 0, "\(single)")
    #expect(try await world.batch(text, "--allow", "sold-out").exitCode == 0)
    #expect(try await world.listing(ids[2]).stock == 0)
  }

  @Test func `a file for a market without an account has one error, not one a line`() async throws {
    let world = try TestWorld()
    try world.write("f.market", "edit 1 --stock 3\nedit 2 --stock 3\nedit 3 --stock 3\n")
    let result = await world.run("run", "f.market", "--market", TestWorld.url)
    #expect(result.exitCode == 2, "\(result)")
    #expect(result.error.components(separatedBy: "you have no shop").count == 2, "\(result)")
  }

  @Test func `a file that sells out several listings asks on a terminal`() async throws {
    let (world, ids) = try await Self.world(2)
    try world.write("f.market", ids.map { "edit \($0) --stock 0\n" }.joined())
    let no = await world.ask("run", "f.market", typing: ["n"])
    #expect((no.output + no.error).contains("2 listings in stock would be sold out"), "\(no)")
    #expect(no.exitCode == 1)
    #expect(try await world.listing(ids[0]).stock == 5)
    let yes = await world.ask("run", "f.market", typing: ["2"])
    #expect(yes.exitCode == 0, "\(yes)")
    #expect(try await world.listing(ids[0]).stock == 0)
  }

  @Test func `a dry run of a file shows the differences of lines, and one sentence`() async throws {
    let (world, ids) = try await Self.world(3)
    let text =
      "edit \(ids[0]) --stock 7\nedit \(ids[1]) --stock 5\n"
      + "add --name 'Elm mug' --price 1000 --description 'Turned from one piece.' --image a.jpg\n"
    try world.write("f.market", text)
    let result = await world.ask("run", "f.market", "--dry-run")
    let shown = result.output + result.error
    #expect(!shown.contains("Nothing was sent."), "\(shown)")
    #expect(!shown.contains("Nothing to change"), "\(shown)")
    #expect(shown.contains("f.market:1:1  edit \(ids[0]) --stock 7"), "\(shown)")
    #expect(shown.contains("stock 5 → 7"), "\(shown)")
    #expect(shown.contains("would add Elm mug  ₩1,000"), "\(shown)")
    #expect(shown.contains("f.market:2:1: already as wanted"), "\(shown)")
    #expect(shown.contains("f.market: 2 fine, nothing was sent · 1 already as wanted"), "\(shown)")
  }

  @Test func `lines without a change are counted, and named in a short file only`() async throws {
    let (world, ids) = try await Self.world(1)
    try world.write("f.market", "edit \(ids[0]) --stock 5\nedit \(ids[0]) --stock 6\n")
    let result = await world.ask("run", "f.market")
    let shown = result.output + result.error
    #expect(shown.contains("f.market:1:1: already as wanted"), "\(shown)")
    #expect(shown.contains("f.market: 1 done · 1 already as wanted"), "\(shown)")
    let long = (1...25).map { _ in "edit \(ids[0]) --stock 6\n" }.joined()
    try world.write("long.market", long)
    let same = await world.ask("run", "long.market")
    let other = same.output + same.error
    #expect(!other.contains("long.market:1:1"), "\(other)")
    #expect(other.contains("long.market: 25 already as wanted"), "\(other)")
    let verbose = await world.ask("run", "long.market", "--verbose")
    #expect((verbose.output + verbose.error).contains("long.market:25:1: already as wanted"))
  }
}
