import MarketService
import MarketTestSupport
import MarketWire
import Synchronization
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct ListQueryTests {
  /// The fields without dates, since a market without extensions sends no time of day.
  private static let fields = "--fields id,name,currency,price,sale_price,stock,shop"

  private static let filtered = [
    "list", "list --page 3 --per-page 9", "list --page 99", "list --all", "list --search mug",
    "list --search 'no such thing'", "list --mine", "mine --search mug", "mine --search more",
    "mine --search zebra", "list --shop Pines", "list --shop pines", "list --shop 123",
    "list --currency USD", "list --currency EUR", "list --min-price 10000",
    "list --max-price $30 --min-price $5.50", "list --min-price 7000 --max-price 7000",
    "list --in-stock --per-page 5 --page 2", "list --sold-out", "list --below 3", "list --below 1",
    "list --discounted", "list --discounted --sold-out --currency KRW --search 비누",
    "list --on today", "list --since 30d --until 10d", "list --since 400d",
    "list --until 2020-01-01",
    "search mug --in-stock --sort price", "search oak --mine --sort name --desc", "search 쑥 비누",
    "search 'one piece' --descriptions", "search MADE by --descriptions --sort price --desc",
    "mine --search pie --descriptions --page 2 --per-page 1", "mine --search more --descriptions",
    "list --search mug --descriptions --in-stock", "list --shop Pines --search by --descriptions",
    "mine --sold-out", "mine --in-stock --sort stock",
  ]

  private static let sorted = ["newest", "oldest", "name", "price", "stock", "discount"].flatMap {
    [
      "list --sort \($0) --per-page 7 --page 2", "list --sort \($0) --desc --per-page 7",
      "list --sort -\($0) --all --in-stock", "mine --sort \($0)",
    ]
  }

  /// Two markets with the same listings, the second one without extensions.
  private static func worlds() async throws -> [TestWorld] {
    var worlds: [TestWorld] = []
    for extensions in [true, false] {
      let world = try TestWorld(samples: true, extensions: extensions, timeZone: "GMT")
      try await world.add("Oak mug", price: "12000")
      try await world.add("Zebra bowl", price: "7000", "--discount", "1000")
      let gone = try await world.add("more of it", price: "$12.50")
      await world.run("edit", "\(gone)", "--stock", "0", "--yes")
      _ = try await world.addToOtherShop("Pine mug")
      _ = try await world.addToOtherShop("Oak mug", shop: "123")
      worlds.append(world)
    }
    return worlds
  }

  @Test func `every list is the same with and without extensions of the market`() async throws {
    let worlds = try await Self.worlds()
    #expect(try worlds[0].service.listingCount == worlds[1].service.listingCount)
    for line in Self.filtered + Self.sorted {
      for format in ["", " --grid", " \(Self.fields) --format tsv", " \(Self.fields) --json"] {
        let words = line.split(separator: "'", omittingEmptySubsequences: false).enumerated()
          .flatMap { index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
          }
        let arguments = words + format.split(separator: " ").map(String.init)
        let terminal = { FakeTerminal(columns: 120, isTTY: format.contains("--fields") == false) }
        let able = await worlds[0].run(arguments, on: terminal())
        let plain = await worlds[1].run(arguments, on: terminal())
        #expect(able == plain, "\(line + format)")
        #expect(able.exitCode == 0, "\(line + format): \(able.error)")
      }
    }
  }

  @Test func `a combining mark is found within a letter, as in the market's search`() async throws {
    for world in try await Self.worlds() {
      _ = try await world.add("\u{2764}\u{FE0F} q\u{303} mug", price: "1000")
      for word in ["\u{2764}", "q"] {
        let found = await world.run("mine", "--search", word, "--fields", "name")
        #expect(found.output == "\u{2764}\u{FE0F} q\u{303} mug\n", "\(found.error)")
      }
    }
  }

  @Test func `filters and sort select the expected listings`() async throws {
    for world in try await Self.worlds() {
      let mine = await world.run("mine", "--sort", "price", "--fields", "name")
      #expect(mine.output == "Zebra bowl\nOak mug\nmore of it\n", "\(mine.error)")
      let falling = await world.run("mine", "--sort", "name", "--desc", "--fields", "name")
      #expect(falling.output == "Zebra bowl\nOak mug\nmore of it\n")
      #expect(await world.run("mine", "--sold-out", "--fields", "name").output == "more of it\n")
      // The shop is called "Mugs & more"; its name must not make everything match.
      let named = await world.run("mine", "--search", "MORE", "--fields", "name")
      #expect(named.output == "more of it\n")
      #expect(await world.run("list", "--shop", "123", "--fields", "name").output == "Oak mug\n")
    }
  }

  @Test func `filters and sort are sent to a market with extensions`() async throws {
    let world = try await Self.worlds()[0]
    world.spy.reset()
    let result = await world.run(
      "list", "--sort", "-price", "--sold-out", "--format", "ids", "--per-page", "5")
    #expect(result.exitCode == 0)
    let lists = world.spy.requests.map(\.target).filter { $0.contains("/api/products") }
    #expect(lists.count == 1)
    #expect(lists.first?.contains("sort=-price") == true)
    #expect(lists.first?.contains("sold_out=1") == true)
  }

  @Test func `a plain list takes one request`() async throws {
    for world in try await Self.worlds() {
      world.spy.reset()
      await world.run("list", "--search", "mug", "--page", "2", "--per-page", "3")
      #expect(world.spy.requests.count == 1)
    }
  }

  @Test func `collected listings are used until a refresh or an own write`() async throws {
    let world = try await Self.worlds()[1]
    func lists() -> Int {
      defer { world.spy.reset() }
      return world.spy.requests.filter { $0.target.contains("page_no") }.count
    }
    world.spy.reset()
    _ = await world.prompt("list --sort price --per-page 5", "next", "list --sold-out", "quit")
    #expect(lists() == 1, "read once, and everything else made of it")
    _ = await world.prompt("list --sort price", "refresh", "quit")
    #expect(lists() == 2)
    let added =
      "add --name 'Oak tray' --price 1 --description 'Turned from one piece.' --image a.jpg"
    let result = await world.prompt(
      "list --sort price --fields name", added, "list --sort price --fields name", "quit")
    // The third one asks for the newest id, in case the answer to the add is lost.
    #expect(lists() == 3)
    #expect(result.output.contains("Oak tray"), "\(result)")
  }

  @Test func `a refresh shows changes of other shops`() async throws {
    let world = try await Self.worlds()[1]
    let asked = Counter()
    world.spy.intercept { [service = world.service] request in
      guard request.target.contains("page_no") else { return nil }
      var answer = service.respond(request)
      guard asked.next() > 1 else { return answer }
      let text = String(decoding: answer.body, as: UTF8.self)
      answer.body = Array(text.replacing("Zebra bowl", with: "Elm bowl").utf8)
      return answer
    }
    let list = "list --mine --sort price --format csv --fields name"
    let result = await world.prompt(list, list, "refresh --format csv --fields name", "quit")
    #expect(result.output.ranges(of: "Zebra bowl").count == 2, "\(result.output)")
    #expect(result.output.ranges(of: "Elm bowl").count == 1)
    #expect(asked.total == 2)
  }
}
