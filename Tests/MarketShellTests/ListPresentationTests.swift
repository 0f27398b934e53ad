import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Messages
import OpenMarketClient
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct ListPresentationTests {
  @Test(arguments: [
    ("list 12", "try: show 12"), ("ls 12 @MUG-01", "try: help list"),
    ("list 머그", "try: search 머그"), ("list oak mug", "try: search oak mug"),
    ("list 'oak mug'", "try: search \"oak mug\""), ("list mug --mine", "try: help list"),
    ("show 12 --fields cod", "there is no field \"cod\" — did you mean code?"),
  ])
  func `the line that was probably meant is suggested`(_ line: String, _ words: String) async throws
  {
    #expect(await (try TestWorld()).run("-c", line).ends(with: 2, saying: words))
  }

  /// The output of the typed lines, without the output of a prompt where nothing is typed.
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

  @Test(arguments: [(80, 24), (120, 50), (60, 16), (35, 40)], ["", " --grid"])
  func `a page at the prompt fits the window`(_ size: (Int, Int), _ layout: String) async throws {
    let world = try TestWorld(samples: true)
    let result = await Self.screen(world, columns: size.0, rows: size.1, "list\(layout)")
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    #expect(lines < size.1, "\(lines) lines; the prompt needs one, too")
    if layout.isEmpty, size.0 >= 40 { #expect(lines >= size.1 - 3) }
  }

  @Test(
    arguments: [(40, 12), (60, 20), (80, 24), (100, 30), (140, 40)],
    ["list", "list --grid", "mine", "list --sort price", "list --since 2000-01-01"])
  func `a page with own and starred listings needs no pager`(
    _ size: (Int, Int), _ line: String
  ) async throws {
    for language in ["en_US.UTF-8", "ko_KR.UTF-8"] {
      let world = try TestWorld(samples: true)
      world.pagers.use(.readsAll)
      for number in 1...3 {
        _ = try await world.add("A mug with a name of many words, no. \(number)")
      }
      await world.run("star", "122", "123", "124")
      let variables = ["TERM": "xterm", "LANG": language, "PAGER": "less"]
      func lines(_ typed: [String]) async -> Int {
        let terminal = FakeTerminal(columns: size.0, rows: size.1, input: typed + ["quit"])
        return await world.run([], on: terminal, variables: variables).output
          .count { $0 == "\n" }
      }
      let count = await lines([line]) - lines([])
      #expect(world.pagers.requests.isEmpty, "\(language)")
      // The smallest page has three listings.
      if size.1 > 20 || line != "list --grid" {
        #expect(count < size.1 || size.1 < 20, "\(count) lines")
      }
    }
  }

  @Test func `a page of a chosen size that is too long for the window is paged`() async throws {
    let world = try TestWorld(samples: true)
    world.pagers.use(.readsAll)
    let terminal = FakeTerminal(columns: 80, rows: 24, input: ["list --per-page 60", "quit"])
    _ = await world.run([], on: terminal, variables: ["TERM": "xterm", "PAGER": "less"])
    #expect(world.pagers.requests.count == 1)
  }

  @Test func `in scripts at a terminal a page has 20 listings`() async throws {
    let world = try TestWorld(samples: true)
    let result = await world.run(
      ["-c", "list --format ids"], on: FakeTerminal(columns: 80, rows: 50))
    #expect(result.output.split(separator: "\n").count == 20)
  }

  @Test func `options hold for a list and its pages, and no longer`() async throws {
    let world = try TestWorld(samples: true)
    let first = await Self.screen(
      world, "list --sort oldest --per-page 4 --format ids", "next --format ids",
      "refresh --format ids", "list --per-page 2 --format ids", "list --grid --limit 1", "list")
    #expect(first.output.hasPrefix("1\n2\n3\n4\n5\n6\n7\n8\n5\n6\n7\n8\n122\n121\n"), "\(first)")
    #expect(first.output.ranges(of: " id  name ").count == 1, "only the last list is a table")
    let next = await Self.screen(world, "list --sort price")
    #expect(next.output.contains("of 122 · price ↑ · page 1/"), "\(next.output)")
    let later = await Self.screen(world, "list")
    #expect(!later.output.contains("price ↑"), "\(later.output)")
  }

  @Test func `grid and table hold for the prompt, and set for good`() async throws {
    let world = try TestWorld(samples: true)
    let heading = " id  name "
    let first = await Self.screen(
      world, "list --limit 1", "grid", "list --limit 2", "set layout table", "list --limit 3")
    #expect(first.output.ranges(of: heading).count == 2, "\(first.output)")
    let second = await Self.screen(world, "list --limit 1", "grid")
    #expect(second.output.ranges(of: heading).count == 1, "\(second.output)")
    #expect(await world.run("set", "layout", "grid").exitCode == 0)
    let third = await Self.screen(world, "list --limit 1", "table", "list --limit 2")
    #expect(third.output.ranges(of: heading).count == 2, "\(third.output)")
  }

  @Test func `desc alone turns the order of the settings around`() async throws {
    let world = try TestWorld(samples: true)
    let result = await Self.screen(
      world, "list --limit 1 --desc --format ids", "set sort oldest",
      "list --limit 1 --desc --format ids", "list --limit 1 --sort -oldest --desc --format ids")
    #expect(
      result.output.split(separator: "\n").filter { Int($0) != nil } == ["1", "122", "122"],
      "\(result)")
  }

  @Test func `changing layout or format sends no request`() async throws {
    let world = try TestWorld(samples: true)
    world.spy.reset()
    let result = await Self.screen(
      world, "list --per-page 3", "grid", "again --format csv --fields id", "table", "next")
    #expect(result.error == "")
    #expect(world.spy.requests.filter { $0.target.contains("page_no") }.count == 2)
    #expect(result.output.contains("id\n122\n121\n120\n"))
    #expect(result.output.contains("page 2/41"))
  }

  @Test func `next keeps the filter of the list`() async throws {
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

  @Test(arguments: [
    "list", "list --format ids", "list --json", "list --format csv", "list --grid", "search 이",
    "set per-page 2; list",
  ])
  func `a pipe gets every row unless the command chooses a page`(_ line: String) async throws {
    for extensions in [true, false] {
      let world = try TestWorld(samples: true, extensions: extensions)
      func piped(_ more: String = "") async -> CommandResult {
        await world.run(["-c", line + more], on: FakeTerminal(isTTY: false))
      }
      let (result, all) = (await piped(), await piped(" --all"))
      #expect(result.error == all.error && result.output == all.output)
      #expect(await piped(" --page 2").output.count < result.output.count)
      #expect(await piped(" --limit 3").output.count < result.output.count)
    }
  }

  @Test func `a person reads pages, and --out writes every row`() async throws {
    let world = try TestWorld(samples: true)
    let page = await world.run(["list", "--format", "ids"], on: FakeTerminal())
    #expect(page.output.split(separator: "\n").count == 20)
    let result = await world.run(["list", "--out", "all.csv"], on: FakeTerminal())
    #expect("\(result)".contains("Wrote 122 listings"), "\(result)")
  }

  @Test func `--all shows a list of any length`() async throws {
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
      #expect(page.error.contains("no listings were shown yet"))
      #expect(page.output.contains("The list was shown in full, without pages."))
      #expect(page.error.contains("more than 200 listings"), "\(page.error)")
    }
  }

  @Test func `Ctrl-C during --all returns to the prompt and caches nothing`() async throws {
    let world = try TestWorld(samples: true, extensions: false)
    let asked = Counter()
    world.spy.intercept { [weak world] request in
      guard request.target.contains("page_no"), asked.next() == 1 else { return nil }
      world?.interrupt()
      return nil
    }
    let result = await Self.screen(world, "list --sort price", "list --sort price --limit 2")
    #expect(result.error.contains("Stopped."), "\(result)")
    #expect(result.output.contains("2 of 122 · price ↑"), "\(result)")
  }

  @Test func `days are local if the market sends times, otherwise in UTC`() async throws {
    // In Seoul it is 00:04, while UTC still has the previous day.
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
      "among your 2 listings; descriptions are not searched. "
        + "Search descriptions, too: market list --mine --search zebra --descriptions"
    ),
    (
      ["mine", "--sold-out"],
      "None of your 2 listings matches: sold out. See all of them: market list --mine"
    ),
    (
      ["search", "no such"],
      "among the 3 listings here; descriptions are not searched. "
        + "Search descriptions, too: market search \"no such\" --descriptions"
    ),
    (
      ["search", "no such", "--descriptions"],
      "matches: \"no such\", also in descriptions. See everything: market list"
    ),
    (["list", "--shop", "Pines", "--search", "oak"], "among the 1 listing of Pines;"),
    (
      ["list", "--shop", "Pine"],
      "No shop named \"Pine\" sells anything here. Search for it: market search Pine"
    ),
  ])
  func `an empty list says how many listings were searched`(
    _ words: [String], _ told: String
  ) async throws {
    for extensions in [true, false] {
      let world = try TestWorld(extensions: extensions)
      try await world.add("Oak mug")
      try await world.add("Oak bowl")
      _ = try await world.addToOtherShop()
      #expect(await world.run(words, on: FakeTerminal(isTTY: false)).ends(with: 0, saying: told))
    }
  }

  @Test func `--fields can include the picture URLs`() async throws {
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
    let bare = await world.run(["show", "--no-pictures", "--mine"], on: FakeTerminal())
    #expect(bare.output.contains("Oak mug"))
    #expect(!bare.output.contains("1 photo") && !bare.output.contains("picture"), "\(bare.output)")
  }

  @Test func `a list that is too long to sort locally suggests filters`() {
    let text = ErrorLayout(CollectionError.tooLong(limit: 100_000), market: nil, words: []) { _ in
      nil
    }
    #expect(text.exitCode == .failed)
    #expect(text.sentences.map(\.text.english).joined().contains("--search"))
  }

  @Test func `an amount without a currency is in the seller's currency`() async throws {
    let world = try TestWorld()
    let won = try await world.add(price: "12000")
    try await world.add(price: "$20000")
    let result = await world.run("list", "--min-price", "10000", "--format", "ids")
    #expect(result.output == "\(won)\n")
  }

  @Test func `own lists have neither the shop nor a legend`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    for words in [["mine"], ["list", "--mine", "--all"], ["mine", "--grid"]] {
      let own = await world.run(words, on: FakeTerminal()).output
      #expect(!own.contains(TestWorld.shop) && !own.contains("yours"), "\(own)")
    }
    #expect(await world.run(["list"], on: FakeTerminal()).output.contains("• yours"))
  }

  @Test func `the time zone is named only if a list was asked for by days`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    let usual = await world.run(["list"], on: FakeTerminal()).output
    let recent = await world.run(["list", "--since", "7d"], on: FakeTerminal()).output
    #expect(!usual.contains("dates in"), "\(usual)")
    #expect(recent.contains("dates in Asia/Seoul"), "\(recent)")
  }

  @Test func `a narrow list of markets keeps their addresses`() async throws {
    let result = await (try TestWorld()).run(["markets"], on: FakeTerminal(columns: 60))
    #expect(result.output.contains("http://market.local"), "\(result.output)")
    #expect(!result.output.contains("name:"), "\(result.output)")
  }

  @Test func `help outside the prompt begins with the usage of the program`() async throws {
    let world = try TestWorld()
    let outside = await world.run("help").output
    #expect(outside.hasPrefix("Usage\n  market"), "\(outside.prefix(200))")
    #expect(outside.contains("market -c 'list; show 12'"))
    let prompt = await world.prompt("help", "quit").output
    #expect(!prompt.contains("market -c"), "\(prompt.prefix(200))")
  }

  @Test func `the banner breaks between words`() async throws {
    let result = await (try TestWorld()).run([], on: FakeTerminal(columns: 40, input: ["quit"]))
    let lines = result.output.split(separator: "\n").prefix(4)
    for line in lines { #expect(DisplayWidth.of(line) < 40, "\(line)") }
    #expect(result.output.contains("\n  machine\n") || result.output.contains(" machine\n"))
  }
}
