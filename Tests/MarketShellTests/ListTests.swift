import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct ListTests {
  @Test(arguments: [true, false])
  func `--descriptions finds words in descriptions, too`(extensions: Bool) async throws {
    let world = try TestWorld(extensions: extensions)
    let id = try await world.add("Oak mug")
    let pine = try await world.addToOtherShop("Pine piece")
    func ids(_ words: String...) async -> String {
      await world.run(words + ["--format", "ids"]).output
    }
    #expect(await ids("search", "PIECE") == "\(pine)\n")
    #expect(await ids("search", "PIECE", "--descriptions") == "\(pine)\n\(id)\n")
    #expect(await ids("mine", "--search", "one piece", "--descriptions") == "\(id)\n")
    #expect(await ids("list", "--search", "oak", "--descriptions") == "\(id)\n")
    let twice = await world.prompt(
      "list --sort code", "search PIECE --descriptions", "search PIECE --descriptions", "quit")
    #expect(twice.output.components(separatedBy: "2 listings").count >= 3, "\(twice.output)")
    for words in [["list", "--descriptions"], ["search", "--descriptions"]] {
      let refused = await world.run(words)
      #expect(refused.exitCode == 2 && refused.error.contains("--descriptions needs"))
    }
  }

  @Test func `pages of the sample market follow each other`() async throws {
    let world = try TestWorld(samples: true)
    let first = await world.run("list", "--per-page", "7", "--format", "ids")
    let second = await world.run("list", "--per-page", "7", "--page", "2", "--format", "ids")
    let ids = (first.output + second.output).split(separator: "\n").compactMap { Int($0) }
    #expect(ids.count == 14)
    #expect(ids == ids.sorted(by: >))
  }

  @Test func `--mine shows own listings only, also with a search`() async throws {
    let world = try TestWorld(samples: true)
    let mug = try await world.add("Oak mug")
    let bowl = try await world.add("Oak bowl")
    _ = try await world.addToOtherShop("Oak mug", shop: "\(TestWorld.shop) too")
    let mine = await world.run("list", "--mine", "--format", "ids")
    #expect(mine.output == "\(bowl)\n\(mug)\n")
    let word = await world.run("list", "-m", "--search", "MUG", "--format", "ids")
    #expect(word.output == "\(mug)\n")
  }

  @Test(arguments: [
    (["list", "--page", "99"], "list"), (["list", "--mine"], "help add"),
    (["list", "--search", "no such thing"], "list"),
    (["list", "--mine", "--search", "x'y \"z\" $1"], "help add"),
    (["list", "--mine", "--page", "9223372036854775807", "--per-page", "1000"], "help add"),
  ])
  func `an empty list shows the reason and a suggestion`(_ words: [String], _ suggestion: String)
    async throws
  {
    let world = try TestWorld(samples: true)
    let result = await world.run(words, on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.output == "")
    #expect(result.error.contains(suggestion), "\(result.error)")
  }

  @Test func `a page far beyond the last one is not an error`() async throws {
    let world = try TestWorld()
    try await world.add()
    for page in ["2", "9223372036854775807"] {
      for mine in [[], ["--mine"]] {
        let result = await world.run(
          ["list", "--page", page, "--per-page", "1000"] + mine, on: FakeTerminal(isTTY: false))
        #expect(result.ends(with: 0, saying: "only 1 page."))
      }
    }
  }

  @Test func `an empty home market suggests what to do`() async throws {
    let world = try TestWorld(signedIn: false)
    let result = await world.run("list")
    #expect(result.error.contains("This market is empty."))
    #expect(result.error.contains("demo load"))
  }

  @Test func `next, prev and page turn the pages at the prompt`() async throws {
    let world = try TestWorld(samples: true)
    let result = await world.prompt("list --per-page 5", "next", "prev", "page 3", "prev", "quit")
    #expect(result.exitCode == 0)
    let pages = result.output.matches(of: /page (\d+)\/\d+/).map { $0.1 }
    #expect(pages == ["1", "2", "1", "3", "2"], "\(result.output)")
    #expect(result.error == "")
  }

  @Test func `turning past the last page stays at the last page`() async throws {
    let world = try TestWorld()
    for _ in 1...3 { try await world.add() }
    let result = await world.prompt(
      "list --per-page 2", "next", "next", "next", "prev", "remove @page", "1", "quit")
    let pages = result.output.matches(of: /page (\d+)\/\d+/).map { $0.1 }
    #expect(pages.last == "1", "\(result.output)")
  }

  @Test(arguments: ["next", "prev", "page 2", "edit @page --stock 1", "show @last"])
  func `without a list, next and @page are errors`(_ line: String) async throws {
    let world = try TestWorld()
    let result = await world.prompt(line, "quit")
    #expect(
      result.error.contains("error: no list was shown yet")
        || result.error.contains("error: nothing was added here yet"), "\(result.error)")
  }

  @Test func `@page is the page on the screen, even if some listings were removed`() async throws {
    let world = try TestWorld()
    let (one, two) = (try await world.add(), try await world.add())
    let result = await world.prompt(
      "list", "edit @page --stock 3", "2", "remove @page", "2", "remove @page", "quit")
    #expect(try world.service.listingCount == 0, "\(result.error)")
    #expect(result.output.contains("\(one)") && result.output.contains("\(two)"))
    #expect(result.error.contains("error: "), "all listings of the page were removed")
  }

  @Test(arguments: ["@last", "@page"])
  func `in a script, @last and @page are errors that suggest --code`(
    _ target: String
  ) async throws {
    let world = try TestWorld()
    #expect(await world.run("-c", "list; show \(target)").ends(with: 2, saying: "--code"))
  }

  @Test func `@last is the listing that this session added last`() async throws {
    let world = try TestWorld()
    let result = await world.prompt(
      "add --name 'Oak mug' --price 1000 --description 'Turned from one piece.' --image a.jpg",
      "edit @last --stock 9", "quit")
    #expect(result.error == "")
    let id = try #require(result.output.firstMatch(of: /added (\d+)/).flatMap { Int($0.1) })
    #expect(try await world.listing(id).stock == 9)
  }

  @Test func `@page of one market is an error in another one`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let result = await world.prompt(
      "list", "use \(TestWorld.url)", "next", "show @page",
      "list --market home", "show @page", "quit")
    let faults = result.error.split(separator: "\n").filter { $0.hasPrefix("error: ") }
    #expect(faults.count == 3, "\(result.error)")
    #expect(try await world.listing(id).id == id)
  }

  @Test func `the footer of another market's list has commands for that market`() async throws {
    let world = try TestWorld(samples: true)
    let result = await world.prompt(
      "use \(TestWorld.url)", "list --market home --per-page 3", "quit")
    #expect(result.output.contains("--page 2"), "\(result.output)")
    #expect(!result.output.contains("page N"), "\(result.output)")
    let own = await world.prompt("list --market home --per-page 3", "next", "quit")
    #expect(own.output.contains("page 2 of 41"), "\(own.output)")
    #expect(own.output.contains("page N"), "\(own.output)")
  }

  @Test func `samples in another folder suggest serving that folder`() async throws {
    let world = try TestWorld()
    let other = await world.run("demo", "load", "--data", "./class market")
    #expect(other.error.contains("try: market serve --data \"./class market\""), "\(other.error)")
    let home = await world.run("demo", "load")
    #expect(home.error.contains("try: market list"), "\(home.error)")
  }

  @Test func `the table has a column of codes`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "1000", "--code", "머그-1")
    #expect(await world.run("list", "--fields", "ref,name").output.contains("머그-1\tOak mug"))
    #expect(await world.run("show", "@머그-2").ends(with: 3, saying: "did you mean @머그-1?"))
  }

  @Test func `show @page shows all listings of the page`() async throws {
    let world = try TestWorld()
    let ids = [try await world.add("Oak mug"), try await world.add("Oak bowl")]
    let result = await world.prompt("list", "show @page --json --fields id", "quit")
    #expect(result.error == "")
    #expect(result.output.contains("\"id\": \(ids[0])") && result.output.contains("\(ids[1])"))
  }

  @Test(arguments: [["list"], ["list", "--mine"], ["show", "1"]])
  func `unreadable parts of a response are reported`(_ words: [String]) async throws {
    let world = try TestWorld()
    let id = try await world.add()
    world.spy.intercept { [service = world.service] request in
      var answer = service.respond(request)
      let text = String(decoding: answer.body, as: UTF8.self)
      answer.body = Array(
        text.replacing(/"price":[0-9.]+/, with: #""price":null"#)
          .replacing(#""stock":5"#, with: #""stock":[]"#).utf8)
      return answer
    }
    let result = await world.run(
      words.map { $0 == "1" ? "\(id)" : $0 }, on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 0, "\(result.error)")
    let told = result.error.split(separator: "\n").filter { $0.contains("could not be read") }
    #expect(told.count == 1, "\(result.error)")
    #expect(
      result.error.contains(
        "2 parts of the response of home could not be read; the first one: $."),
      "\(result.error)")
    #expect(result.error.contains("price: expected a number, found null."), "\(result.error)")
  }
}
