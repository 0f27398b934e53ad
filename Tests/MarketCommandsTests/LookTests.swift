/// Looking around at the prompt: sizes, layouts, choices that stay, and what was on the screen.
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import Testing

@testable import MarketCommands
@testable import MarketShell
@testable import SellerSession

@Suite struct LookTests {
  @Test(arguments: [
    ("list 12", "try: show 12"), ("ls 12 @MUG-01", "try: show 12 @MUG-01"),
    ("list 머그", "try: search 머그"), ("list oak mug", "try: search oak mug"),
    ("list 'oak mug'", "try: search \"oak mug\""), ("list mug --mine", "try: help list"),
    ("show 12 --fields cod", "there is no field \"cod\" — did you mean code?"),
  ])
  func `what was probably meant is proposed`(_ line: String, _ words: String) async throws {
    let result = await (try TestWorld()).run("-c", line)
    #expect(result.exitCode == 2)
    #expect(result.error.contains(words), "\(result.error)")
  }

  /// What the lines typed at a prompt added to what it shows without them.
  private static func screen(
    _ world: TestWorld, columns: Int = 80, rows: Int = 24, _ lines: String...
  ) async -> CommandResult {
    let empty = FakeTerminal(columns: columns, rows: rows, input: ["quit"])
    let bare = await world.run([], on: empty)
    var result = await world.run(
      [], on: FakeTerminal(columns: columns, rows: rows, input: lines + ["quit"]))
    result.output = String(result.output.dropFirst(bare.output.count))
      .replacing("market> ", with: "")
    return result
  }

  @Test(
    arguments: [(80, 24), (120, 50), (60, 16), (35, 40)], ["", " --grid"])
  func `a page at the prompt fits the window`(_ size: (Int, Int), _ layout: String) async throws {
    let world = try TestWorld(samples: true)
    let result = await Self.screen(world, columns: size.0, rows: size.1, "list\(layout)")
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    #expect(lines < size.1, "\(lines) lines; the prompt needs one, too")
    if layout.isEmpty, size.0 >= 40 { #expect(lines >= size.1 - 2) }
  }

  @Test func `off a terminal and in scripts a page has 20`() async throws {
    let world = try TestWorld(samples: true)
    #expect(await world.run("list", "--format", "ids").output.split(separator: "\n").count == 20)
    let result = await world.run(
      ["-c", "list --format ids"], on: FakeTerminal(columns: 80, rows: 50))
    #expect(result.output.split(separator: "\n").count == 20)
  }

  @Test func `layout, order and size stay as chosen, also in the next session`() async throws {
    let world = try TestWorld(samples: true)
    let first = await Self.screen(
      world, "list --sort price --desc --per-page 4 --format ids", "list --format ids")
    let ids = first.output.split(separator: "\n")
    #expect(ids.count == 8 && ids[0] == ids[4], "\(first)")
    let next = await Self.screen(world, "list --grid", "list")
    let heading = "4 of 122 · price ↓ · page 1/31"
    #expect(next.output.ranges(of: heading).count == 2, "\(next.output)")
    #expect(next.output.ranges(of: "───\n").isEmpty == false)
    let later = await Self.screen(world, "table", "list", "table", "list --sort newest")
    #expect(later.error.contains("there is no list"))
    #expect(later.output.contains("4 of 122 · page 1/31"))
    let script = await world.run("list", "--format", "ids")
    #expect(script.output.split(separator: "\n").first == "122", "a script knows nothing of it")
  }

  @Test func `a list that did not come leaves nothing chosen, and small pictures are for tables`()
    async throws
  {
    let world = try TestWorld(samples: true)
    world.wire.play { _ throws(TransportError) in throw TransportError(.refused, wasSent: false) }
    let away = "--market \(TestWorld.url)"
    let failed = await Self.screen(
      world, "list --sort price --per-page 2 --grid \(away)", "list --thumbs --limit 3 \(away)")
    #expect(failed.error.contains("nobody answers"))
    world.wire.play(nil)
    let later = await Self.screen(world, "list --format ids", "list --grid --per-page 2")
    #expect(later.output.hasPrefix("122\n121\n120\n119"), "\(later.output)")
    let table = await Self.screen(world, "list --thumbs", "list")
    #expect(table.output.ranges(of: " id  name ").count == 2, "\(table.output)")
  }

  @Test func `desc alone turns the chosen order around`() async throws {
    let world = try TestWorld(samples: true)
    let result = await Self.screen(
      world, "list --per-page 1 --sort oldest --format ids", "list --desc --format ids",
      "list --sort -oldest --desc --format ids")
    #expect(result.output == "1\n122\n122\n")
  }

  @Test func `the other layout and another format do not ask the market`() async throws {
    let world = try TestWorld(samples: true)
    world.wire.forget()
    let result = await Self.screen(
      world, "list --per-page 3", "grid", "again --format csv --fields id", "table", "next")
    #expect(result.error == "")
    #expect(world.wire.requests.filter { $0.target.contains("page_no") }.count == 2)
    #expect(result.output.contains("id\n122\n121\n120\n"))
    #expect(result.output.contains("page 2/41"))
  }

  @Test func `next goes on with whatever the list was narrowed to`() async throws {
    for extensions in [true, false] {
      let world = try TestWorld(samples: true, extensions: extensions)
      let whole = await world.run(
        "list", "--currency", "USD", "--sort", "price", "--limit", "9", "--format", "ids")
      let result = await Self.screen(
        world, "list --currency USD --sort price --per-page 3 --format ids",
        "next --format ids", "next --format ids", "prev --format ids", "page 1 --format ids")
      let ids = whole.output.split(separator: "\n")
      let pages = [0, 1, 2, 1, 0].flatMap { Array(ids[$0 * 3..<$0 * 3 + 3]) }
      #expect(result.output.split(separator: "\n") == pages)
    }
  }

  @Test func `a pipe is told of rows that it does not get`() async throws {
    let world = try TestWorld(samples: true)
    let told = "20 of 122 shown; --all shows all.\n"
    #expect(await world.run("list", "--format", "ids").error == told)
    for words in [["--page", "1"], ["--limit", "20"], ["--all"], ["--search", "쑥"]] {
      let result = await world.run(["list"] + words, on: FakeTerminal(isTTY: false))
      #expect(result.error == "", "\(words)")
    }
    #expect(await world.run(["list"], on: FakeTerminal()).error == "")
  }

  @Test func `every page as one, of any length`() async throws {
    for extensions in [true, false] {
      let world = try TestWorld(extensions: extensions)
      let count = try world.service.addGeneratedListings(count: 2300)
      let all = await world.run("list", "--all", "--format", "ids")
      let ids = all.output.split(separator: "\n").compactMap { Int($0) }
      #expect(ids.count == count && all.error == "")
      #expect(ids == ids.sorted(by: >))
      let named = await world.run("list", "--all", "--sort", "name", "--format", "ids")
      let order = named.output.split(separator: "\n").compactMap { Int($0) }
      #expect(order != ids && order.sorted(by: >) == ids)
      let page = await Self.screen(
        world, "list --all --format ids", "again", "next", "show @page --format ids")
      #expect(page.error.contains("no listings to write again"))
      #expect(page.output.contains("That was all of it"))
      #expect(page.error.contains("more than 200 listings"), "\(page.error)")
    }
  }

  @Test func `Ctrl-C while all is read comes back to the prompt and keeps nothing`() async throws {
    let world = try TestWorld(samples: true, extensions: false)
    let asked = Mutex(0)
    world.wire.play { [weak world] request in
      guard request.target.contains("page_no"),
        asked.withLock({
          $0 += 1
          return $0
        }) == 1
      else {
        return nil
      }
      world?.interrupt()
      return nil
    }
    let result = await Self.screen(world, "list --sort price", "list --sort price --limit 2")
    #expect(result.error.contains("Stopped."), "\(result)")
    #expect(result.output.contains("2 of 122 · price ↑"), "\(result)")
  }

  @Test func `days are the seller's where the market tells moments, else UTC's`() async throws {
    // It is four minutes past midnight in Seoul, and the day before in UTC.
    for (extensions, day, zone) in [(true, "2026-11-22", ""), (false, "2026-11-21", " (UTC)")] {
      let world = try TestWorld(extensions: extensions)
      let id = try await world.add()
      #expect(await world.run("list", "--on", day, "--format", "ids").output == "\(id)\n")
      let screen = await world.run(["list", "--on", day], on: FakeTerminal())
      #expect(screen.output.contains("1 listing · on \(day)\(zone)"), "\(screen.output)")
      for words in [["--until", "2026-11-20"], ["--since", "2026-11-23"]] {
        #expect(await world.run(["list"] + words, on: FakeTerminal()).output.contains("None of"))
      }
    }
  }

  @Test(arguments: [
    (
      ["list", "--mine", "--search", "zebra"],
      "among your 2 listings. Look everywhere: search zebra"
    ),
    (["mine", "--sold-out"], "None of your 2 listings fits: sold out. See them all: list --mine"),
    (["search", "no such"], "among the 3 listings here. See everything: list"),
    (["list", "--shop", "Pines", "--search", "oak"], "among the 1 listing of Pines."),
    (["list", "--shop", "Pine"], "by a shop named \"Pine\". Look for it: search Pine"),
  ])
  func `an empty list says among how many it looked`(
    _ words: [String], _ told: String
  ) async throws {
    for extensions in [true, false] {
      let world = try TestWorld(extensions: extensions)
      try await world.add("Oak mug")
      try await world.add("Oak bowl")
      _ = try await world.addStranger()
      let result = await world.run(words, on: FakeTerminal(isTTY: false))
      #expect(result.error.contains(told), "\(result.error)")
      #expect(result.exitCode == 0)
    }
  }

  @Test func `pictures are named in a list where that is wished`() async throws {
    let world = try TestWorld()
    let ids = [try await world.add("Oak mug"), try await world.add("Oak bowl")]
    let url = try #require(try await world.listing(ids[0]).thumbnail)
    let picture = try #require(url.split(separator: "/").last)
    for layout in ["--table", "--grid"] {
      for (words, isNamed) in [([], false), (["--pictures"], true), (["--no-pictures"], false)] {
        let result = await world.run(
          ["list", layout] + words, on: FakeTerminal(columns: 140, rows: 50))
        #expect(result.output.contains(picture.prefix(20)) == isNamed, "\(layout) \(words)")
      }
    }
    let sheets = await world.run(["show"] + ids.map(String.init), on: FakeTerminal())
    #expect(sheets.output.ranges(of: "1 photo\n").count == 2, "\(sheets.output)")
    let bare = await world.run(
      ["show", "--no-pictures", "--mine"], on: FakeTerminal())
    #expect(bare.output.contains("Oak mug") && !bare.output.contains("picture"))
  }

  @Test func `a list too long to be ordered here says how to make it shorter`() {
    let text = ErrorText(CollectionError.tooLong(limit: 250_000), market: nil, words: []) { _ in nil
    }
    #expect(text.exitCode == .failed)
    #expect(text.sentences.map(\.text).joined().contains("--search"))
  }

  @Test func `an amount without a currency is in one's usual one`() async throws {
    let world = try TestWorld()
    let won = try await world.add(price: "12000")
    try await world.add(price: "$20000")
    let result = await world.run("list", "--min-price", "10000", "--format", "ids")
    #expect(result.output == "\(won)\n")
  }
}
