import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketShell

/// Sales that begin and end by themselves.
@Suite(.timeLimit(.minutes(60))) struct SaleTests {
  private static let hours: Int64 = 60

  private static func discounts(_ world: TestWorld) async -> [String] {
    await world.run("mine", "--sort", "oldest", "--format", "tsv", "--fields", "id,discount").output
      .split(separator: "\n").map(String.init)
  }

  private static func world() async throws -> TestWorld {
    let world = try TestWorld()
    for (name, off) in [("Oak mug", 0), ("Elm bowl", 1000), ("Ash cup", 5000)] {
      let id = try await world.add(name, price: "10000")
      if off > 0 { _ = await world.run("edit", "\(id)", "--discount", "\(off)") }
    }
    return world
  }

  @Test func `a sale begins at its time, and gives back what was before`() async throws {
    let world = try await Self.world()
    let before = await Self.discounts(world)
    #expect(before == ["1\t0", "2\t1000", "3\t5000"])
    let planned = await world.run(
      "sale", "20%", "--mine", "--from", "tomorrow 10:00", "--until", "tomorrow 20:00", "--yes")
    #expect(planned.exitCode == 0 && planned.error.contains("Sale 1 is planned"), "\(planned)")
    #expect(planned.error.contains("this computer, which must be on"), "\(planned)")
    #expect(await world.run("tick").error.contains("No sale is due."))
    #expect(await Self.discounts(world) == before)
    world.wait(minutes: 36 * Self.hours)
    #expect(await world.run("sales").output.contains("planned"))
    let begun = await world.run("tick")
    #expect(begun.error.contains("Sale 1 began."), "\(begun)")
    #expect(await Self.discounts(world) == ["1\t2000", "2\t2000", "3\t5000"])
    #expect(await world.run("tick").error.contains("No sale is due."))
    world.wait(minutes: 12 * Self.hours)
    #expect(await world.run("tick").error.contains("Sale 1 ended."))
    #expect(await Self.discounts(world) == before)
    #expect(await world.run("sales").output.contains("ended"))
  }

  @Test func `what was changed in between is left alone, and undo ends a sale`() async throws {
    let world = try await Self.world()
    let dry = await world.run("sale", "1", "20%", "--until", "tomorrow", "--dry-run")
    #expect(!(dry.output + dry.error).contains("--discount"), "\(dry)")
    let now = await world.run("sale", "1", "2", "20%", "--until", "tomorrow", "--yes")
    #expect(now.error.contains("Sale 1 began."), "\(now)")
    #expect(await Self.discounts(world) == ["1\t2000", "2\t2000", "3\t5000"])
    _ = await world.run("edit", "1", "--discount", "3000")
    world.wait(minutes: 60 * Self.hours)
    let ended = await world.run("tick")
    #expect(ended.error.contains("1 listing was changed meanwhile and left alone: 1."), "\(ended)")
    #expect(await Self.discounts(world) == ["1\t3000", "2\t1000", "3\t5000"])
    _ = await world.run("sale", "50%", "2", "--until", "tomorrow", "--yes")
    #expect(await world.run("undo", "--yes").exitCode == 0)
    #expect(await Self.discounts(world) == ["1\t3000", "2\t1000", "3\t5000"])
    world.wait(minutes: 60 * Self.hours)
    #expect(await world.run("tick").error.contains("Sale 2 ended."))
    #expect(await Self.discounts(world) == ["1\t3000", "2\t1000", "3\t5000"])
  }

  @Test func `an amount is for the listings in its currency`() async throws {
    let world = try await Self.world()
    try await world.add("Dollar mug", price: "$2000")
    _ = await world.run("profile", "currency", "KRW")
    let dry = await world.run(
      "sale", "--mine", "--discount", "1500", "--until", "tomorrow", "--dry-run")
    #expect(dry.exitCode == 0 && dry.error.contains("1 in other currencies"), "\(dry)")
    #expect(!dry.output.contains("Dollar mug"), "\(dry)")
    let jump = await world.run("sale", "1", "95%", "--until", "tomorrow", "--yes")
    #expect(jump.exitCode == 2 && jump.error.contains("--allow"), "\(jump)")
    let meant = await world.run(
      "sale", "1", "95%", "--until", "tomorrow", "--yes", "--allow", "price-jump,discount")
    #expect(meant.exitCode == 0, "\(meant)")
  }

  @Test func `a dry run says when a sale is, and which listings stay`() async throws {
    let world = try await Self.world()
    let dry = await world.run("sale", "20%", "--mine", "--until", "tomorrow", "--dry-run")
    #expect(dry.exitCode == 0, "\(dry)")
    #expect(dry.error.contains("1 already has this discount or a larger one"), "\(dry)")
    #expect((dry.output + dry.error).contains("From 2026-"), "\(dry)")
    let planned = await world.run("sale", "20%", "--mine", "--until", "tomorrow", "--yes")
    #expect(planned.error.contains("1 already has this discount or a larger one."), "\(planned)")
  }

  @Test func `a price that changes during a sale does not make its discount stay`() async throws {
    let world = try await Self.world()
    _ = await world.run("sale", "1", "2", "20%", "--until", "tomorrow", "--yes")
    _ = await world.run("edit", "1", "2", "--price", "20000", "--yes", "--allow", "price-jump")
    #expect(await Self.discounts(world) == ["1\t4000", "2\t4000", "3\t5000"])
    world.wait(minutes: 60 * Self.hours)
    #expect(await world.run("tick").error.contains("Sale 1 ended."))
    #expect(await Self.discounts(world) == ["1\t0", "2\t2000", "3\t5000"])
  }

  @Test func `sales of one listing do not overlap, and follow each other`() async throws {
    let world = try await Self.world()
    _ = await world.run("sale", "20%", "1", "--until", "tomorrow", "--yes")
    let second = await world.run("sale", "30%", "--mine", "--until", "tomorrow", "--yes")
    #expect(second.exitCode != 0 && second.error.contains("1 is in sale 1 until"), "\(second)")
    let next = await world.run(
      "sale", "10%", "1", "--begin", "11/28", "--until", "11/28", "--yes")
    #expect(next.error.contains("Sale 2 is planned"), "\(next)")
    let inside = await world.run(
      "sale", "30%", "1", "--begin", "11/28 10:00", "--until", "12/24", "--yes")
    #expect(inside.error.contains("sales remove 2"), "\(inside)")
    let sales = await world.run("sales", "--format", "tsv").output
    let days = sales.split(separator: "\n").count
    #expect(days == 2, "\(sales)")
    world.wait(minutes: 24 * 10 * Self.hours)
    _ = await world.run("tick")
    #expect(await Self.discounts(world)[0] == "1\t0")
  }

  @Test func `the advice about a running sale ends that sale alone`() async throws {
    let world = try await Self.world()
    let sale = ["sale", "30%", "1", "--until", "tomorrow", "--yes"]
    _ = await world.run("sale", "20%", "1", "--until", "tomorrow", "--yes")
    _ = await world.run("edit", "2", "--stock", "9")
    let refused = await world.run(sale)
    let batch = try #require(refused.error.firstMatch(of: /undo batch (\d+)/), "\(refused)").1
    #expect(await world.run("undo", "batch", String(batch), "--yes").exitCode == 0)
    #expect(try await world.listing(2).stock == 9)
    let again = await world.run(sale)
    #expect(again.error.contains("Sale 2 began."), "\(again)")
  }

  @Test func `a sale whose beginning was undone has ended`() async throws {
    let world = try await Self.world()
    _ = await world.run("sale", "20%", "1", "--until", "tomorrow", "--yes")
    #expect(await world.run("undo", "--yes").exitCode == 0)
    #expect(await world.run("sales").output.contains("ended"))
    #expect(await world.run("redo", "--yes").exitCode == 0)
    #expect(await world.run("sales").output.contains("running"))
    _ = await world.run("undo", "--yes")
    let again = await world.run("sale", "30%", "1", "--until", "tomorrow", "--yes")
    #expect(again.error.contains("Sale 2 began."), "\(again)")
  }

  @Test func `a sale that could not be sent is tried again`() async throws {
    let world = try await Self.world()
    _ = await world.run(
      "sale", "20%", "1", "--from", "tomorrow", "--until", "tomorrow", "--yes")
    let weekend = await world.run(
      "sale", "5%", "1", "--from", "fri 10:00", "--until", "sun", "--yes")
    #expect(weekend.error.contains("Sale 2 is planned"), "the Sunday after that Friday: \(weekend)")
    let sales = await world.run("sales", "--format", "tsv").output
    #expect(sales.contains("2026-11-27T01:00:00.000Z\t2026-11-29T15:00:00.000Z"), "\(sales)")
    #expect(sales.contains("--until 2026-11-29"), "\(sales)")
    world.wait(minutes: 30 * Self.hours)
    world.spy.fail { $0.method == .patch }
    #expect(await world.run("tick").exitCode != 0)
    #expect(await world.run("sales").output.contains("planned"))
    world.spy.intercept(nil)
    #expect(await world.run("tick").error.contains("Sale 1 began."))
    #expect(await Self.discounts(world)[0] == "1\t2000")
  }

  @Test func `a sale that was missed does not begin, and one is forgotten`() async throws {
    let world = try await Self.world()
    _ = await world.run(
      "sale", "20%", "1", "--from", "tomorrow 10:00", "--until", "tomorrow 11:00", "--yes")
    world.wait(minutes: 72 * Self.hours)
    #expect(await world.run("tick").error.contains("Sale 1 was over before it began."))
    #expect(await Self.discounts(world)[0] == "1\t0")
    #expect(await world.run("sales", "remove", "1").error.contains("Forgot sale 1."))
    #expect(await !world.run("sales").output.contains("ended"))
  }

  @Test func `a refused listing holds back no other sale, and its batch is not left open`()
    async throws
  {
    let world = try await Self.world()
    _ = await world.run("sale", "20%", "1", "--from", "tomorrow", "--until", "sun", "--yes")
    _ = await world.run("sale", "30%", "2", "3", "--from", "tomorrow", "--until", "sun", "--yes")
    world.wait(minutes: 30 * Self.hours)
    world.spy.answer(.failed) { request in
      request.method == .patch && !request.target.hasSuffix("/2")
    }
    let first = await world.run("tick")
    #expect(first.exitCode != 0, "\(first)")
    #expect(await Self.discounts(world) == ["1\t0", "2\t3000", "3\t5000"])
    world.spy.fail { $0.method == .patch }
    _ = await world.run("tick")
    #expect(await world.run("resume").exitCode == 3)
    world.spy.intercept(nil)
    world.wait(minutes: 24 * 7 * Self.hours)
    _ = await world.run("tick")
    #expect(await Self.discounts(world) == ["1\t0", "2\t1000", "3\t5000"])
  }

  @Test func `of a sale nothing is left to resume after its end`() async throws {
    let world = try await Self.world()
    _ = await world.run("sale", "20%", "1", "2", "--from", "tomorrow", "--until", "sun", "--yes")
    world.wait(minutes: 30 * Self.hours)
    world.spy.fail { $0.method == .patch }
    let failed = await world.run("tick")
    #expect(failed.exitCode != 0 && !failed.error.contains("resume"), "\(failed)")
    world.spy.intercept(nil)
    #expect(await world.run("resume").exitCode == 3)
    world.wait(minutes: 24 * 7 * Self.hours)
    #expect(await world.run("tick").error.contains("Sale 1 was over before it began."))
    #expect(await Self.discounts(world) == ["1\t0", "2\t1000", "3\t5000"])
  }

  @Test func `a sale ends before the next one begins`() async throws {
    let world = try await Self.world()
    _ = await world.run("sale", "30%", "1", "--from", "fri", "--until", "sun", "--yes")
    _ = await world.run("sale", "20%", "1", "--until", "tomorrow", "--yes")
    #expect(await Self.discounts(world)[0] == "1\t2000")
    world.wait(minutes: 24 * 6 * Self.hours)
    #expect(await world.run("tick").exitCode == 0)
    #expect(await Self.discounts(world)[0] == "1\t3000")
  }

  @Test func `the end of a sale takes back only what its beginning has set`() async throws {
    let world = try await Self.world()
    _ = await world.run("sale", "20%", "1", "--from", "tomorrow", "--until", "sun", "--yes")
    _ = await world.run("edit", "1", "--discount", "2000")
    world.wait(minutes: 30 * Self.hours)
    #expect(await world.run("tick").error.contains("Sale 1 did not begin"))
    world.wait(minutes: 24 * 7 * Self.hours)
    #expect(await world.run("tick").error.contains("No sale is due."))
    #expect(await Self.discounts(world)[0] == "1\t2000")
  }

  @Test func `the timer is written for the seller's own systemd`() async throws {
    let world = try await Self.world()
    let result = await world.run(
      "tick", "--install-timer",
      variables: ["HOME": "\(world.folder)", "OPENMARKET_HOME": "shop 100%"])
    #expect(result.exitCode == 0 && result.error.contains("imer"), "\(result)")
    let folder = "\(world.folder)/.config/systemd/user"
    let service = try String(contentsOfFile: "\(folder)/market-tick.service", encoding: .utf8)
    let timer = try String(contentsOfFile: "\(folder)/market-tick.timer", encoding: .utf8)
    #expect(
      service.contains("\" tick --market \"home\"\n") && timer.contains("Persistent=true"),
      "\(service)\(timer)")
    #expect(service.contains("Environment=\"OPENMARKET_HOME=/"), "\(service)")
    #expect(service.contains("/shop 100%%\"\n"), "\(service)")
  }

  @Test(arguments: [
    (["sale", "20%", "1", "--until", "yesterday"], "yesterday"),
    (["sale", "20%", "1", "--from", "tomorrow", "--until", "today"], "ends after its beginning"),
    (["sale", "20%", "1", "--until", "25:00"], "24:00"),
    (["sale", "20%", "1"], "--until"), (["sale", "1", "--until", "mon"], "name one discount"),
    (["sale", "5%", "3", "--until", "mon"], "Nothing to plan"),
  ])
  func `what cannot be a sale is said`(words: [String], reason: String) async throws {
    let world = try await Self.world()
    let result = await world.run(words + ["--yes"])
    #expect(result.error.contains(reason), "\(result)")
    #expect(await !world.run("sales").output.contains("planned"))
  }
}
