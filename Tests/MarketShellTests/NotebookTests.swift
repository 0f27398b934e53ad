import Base
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import SellerFiles
import Synchronization
import TerminalKit
import Testing

@testable import SellerSession

/// Stars, notes and recent searches.
@Suite(.timeLimit(.minutes(60))) struct NotebookTests {
  private func entries(_ world: TestWorld) throws -> [Int: Notebook.Entry] {
    let account = MarketProfile(
      name: "home", url: MarketProfile.home.url, shop: world.account.name,
      vendorID: world.account.vendorID
    ).notebookAccount
    return try Notebook(path: world.paths.notebook).entries(for: account)
  }

  @Test func `starred listings are listed, and a removed one is named as gone`() async throws {
    let world = try TestWorld()
    let first = try await world.add("Oak mug")
    let second = try await world.add("머그 컵")
    try await world.add("Elm bowl")
    _ = await world.run("star", "\(first)", "\(second)")
    let list = await world.run("list", "--starred", "--format", "ids")
    #expect(list.output == "\(second)\n\(first)\n")
    _ = await world.run("remove", "\(first)", "--yes")
    let screen = await world.ask("list", "--starred")
    #expect(screen.output.contains("★"))
    #expect(screen.output.contains("머그 컵"))
    #expect(screen.output.contains("gone, but still in your notebook: \(first) Oak mug"))
    #expect(!screen.output.contains("Elm bowl"))
    let rest = await world.run("list", "--starred", "--format", "ids")
    #expect(rest.output == "\(second)\n")
    #expect(rest.error.contains("gone"))
  }

  @Test func `stars and notes follow a listing through undo and replace`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug")
    _ = await world.run("star", "\(id)")
    _ = await world.run("note", "\(id)", "repack", "--rating", "4")
    #expect(await world.run("remove", "\(id)", "--yes").exitCode == 0)
    #expect(try entries(world)[id]?.gone != nil)
    #expect(await world.run("undo", "--yes").exitCode == 0)
    let restored = try #require(try entries(world).keys.first)
    #expect(restored != id)
    #expect(try entries(world)[restored]?.gone == nil)
    let replaced = await world.run(
      "edit", "\(restored)", "--image", "b.jpg", "--replace", "--yes", "--allow", "photos")
    #expect(replaced.exitCode == 0 || replaced.error.contains("allow"), "\(replaced.error)")
    let entry = try #require(try entries(world).values.first)
    #expect(entry.starred != nil)
    #expect(entry.notes.map(\.text) == ["repack"])
    #expect(try await world.listing(entry.listing).name == "Oak mug")
  }

  @Test func `a note on a removed listing does not bring it back`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug")
    _ = await world.run("star", "\(id)")
    _ = await world.run("remove", "\(id)", "--yes")
    _ = await world.run("note", "\(id)", "was nice")
    let screen = await world.ask("list", "--starred")
    #expect(try entries(world)[id]?.gone != nil)
    #expect(
      screen.output.contains("Your starred listings do not exist any more."), "\(screen.output)")
  }

  @Test(arguments: ["show", "note"])
  func `a listing that others removed is gone as soon as it is asked for`(
    _ command: String
  ) async throws {
    let world = try TestWorld()
    let id = try await world.addToOtherShop("Pine bowl")
    _ = await world.run("star", "\(id)")
    _ = try await world.otherShop().remove(id)
    _ = await world.run(
      [command, "\(id)"] + (command == "note" ? ["nice"] : []),
      on: FakeTerminal(isTTY: false))
    #expect(try entries(world)[id]?.gone != nil)
  }

  @Test func `a note is shown with its rating in show and in lists`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug")
    _ = await world.run("note", "\(id)", "two", "words", "--rating", "5")
    _ = await world.run("note", "\(id)", "--rating", "4")
    let shown = await world.ask("show", "\(id)")
    #expect(shown.output.contains("2 notes · rated 4.5 of 5"))
    #expect(shown.output.contains("★★★★★  two words"))
    #expect(await world.ask("list").output.contains("4.5"))
    let json = await world.run("show", "\(id)", "--json", "--fields", "rating,notes")
    #expect(json.output.contains("\"rating\": 4.5"))
    #expect(json.output.contains("\"text\": \"two words\""))
    _ = await world.run("note", "\(id)", "--delete", "1")
    #expect(await world.run("note", "\(id)", "--fields", "rating").output == "4\n")
    let missing = await world.run("note", "\(id)", "--delete", "7")
    #expect(missing.ends(with: 2, saying: "has no note 7"))
  }

  @Test func `stars from before the first listing belong to the new shop`() async throws {
    let world = try TestWorld(samples: true, signedIn: false)
    _ = await world.run("star", "3")
    let added = await world.run(
      "add", "--name", "Mug", "--price", "₩12000", "--description", "Turned from one piece.",
      "--image", "a.jpg")
    #expect(added.exitCode == 0, "\(added.error)")
    #expect(await world.run("list", "--starred", "--format", "ids").output == "3\n")
  }

  @Test func `searches of a person are kept and repeated, those of scripts are not`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    _ = await world.run("search", "bowl")
    _ = await world.ask("search", "mug")
    world.wait(minutes: 1)
    _ = await world.ask("search", "머그")
    world.wait(minutes: 1)
    let recent = await world.run("recent", "--fields", "number,words")
    #expect(recent.output == "1\t머그\n2\tmug\n")
    #expect(await world.ask("recent", "2").output.contains("Oak mug"))
    #expect(await world.run("recent", "--fields", "words").output == "mug\n머그\n")
    #expect(await world.run("recent", "9").exitCode == 2)
    #expect(await world.run("search", "--fields", "words").output == "mug\n머그\n")
    _ = await world.run("set", "keep-searches", "off")
    _ = await world.ask("search", "oak")
    #expect(await world.run("recent", "--fields", "words").output == "mug\n머그\n")
    _ = await world.run("recent", "clear")
    #expect(await world.run("recent").output == "")
  }

  @Test func `an exported notebook can be imported twice`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
    _ = await world.run("star", "@MUG-01")
    _ = await world.run("note", "@MUG-01", "repack", "--rating", "3")
    #expect(await world.run("notebook", "export", "book.json").exitCode == 0)
    let before = try entries(world)
    let again = await world.run("notebook", "export", "book.json")
    #expect(again.exitCode == 0, "the same bytes are the same file")
    // A missing notebook is a new one only if its mark is missing, too.
    let mark = world.paths.notebook.replacing(".sqlite", with: ".mark")
    for file in [world.paths.notebook, mark] { try FileManager.default.removeItem(atPath: file) }
    let first = await world.run("notebook", "import", "book.json")
    #expect(first.error.contains("Added 1 star, 1 note and 1 code."), "\(first.error)")
    #expect(try entries(world) == before)
    #expect(await world.run("show", "@MUG-01", "--format", "ids").output == "\(id)\n")
    let second = await world.run("notebook", "import", "book.json")
    #expect(second.error.contains("Added 0 stars, 0 notes and 0 codes."))
    try world.write("other.json", "{\"format\": \"openmarket-notebook\"}")
    #expect(await world.run("notebook", "import", "other.json").exitCode == 1)
  }

  @Test(arguments: [
    "", "[]", "{", "{\"format\": \"openmarket-notebook\", \"market\": 3, \"listings\": []}",
    "{\"format\": \"openmarket-notebook\", \"market\": \"http://market.local\", \"listings\": [{}]}",
  ])
  func `a file that is not a notebook is refused`(_ text: String) async throws {
    let world = try TestWorld()
    try world.write("other.json", text)
    let result = await world.run("notebook", "import", "other.json")
    #expect(result.exitCode == 1, "\(result.error)")
    #expect(try entries(world).isEmpty)
  }

  @Test func `a code that cannot be typed is not imported`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug")
    try world.write(
      "other.json",
      """
      {"format": "openmarket-notebook", "market": "http://market.local",
       "listings": [{"id": \(id), "name": "Oak mug", "code": "a code\\u001b[31m"}]}
      """)
    let result = await world.run("notebook", "import", "other.json")
    #expect(result.error.contains("0 codes"), "\(result.error)")
  }
}

/// What is saved on this machine of an account, and questions about a shop.
@Suite(.timeLimit(.minutes(60))) struct AccountTraceTests {
  @Test func `logout --forget lists what is saved here, asks, and deletes it`() async throws {
    let world = try TestWorld(samples: true)
    let login = [
      "login", TestWorld.url, "--shop", TestWorld.shop, "--identifier", world.identifier,
    ]
    let signedIn = await world.run(
      login, on: FakeTerminal(isTTY: false), variables: ["OPENMARKET_SECRET": world.secret])
    #expect(signedIn.exitCode == 0, "\(signedIn.error)")
    _ = await world.run("star", "3", "4")
    _ = await world.run("note", "3", "repack")
    let refused = await world.run("logout", "market.test", "--forget")
    #expect(refused.ends(with: 2, saying: "2 stars, 1 note"))
    #expect(await world.run("list", "--starred", "--format", "ids").output == "4\n3\n")
    let declined = await world.ask("logout", "market.test", "--forget", typing: ["n"])
    #expect(declined.exitCode == 1, "\(declined.error)")
    let agreed = await world.ask("logout", "market.test", "--forget", typing: ["y"])
    #expect(agreed.exitCode == 0, "\(agreed.error)")
    #expect(try savedNumber(in: world) == nil, "the digest of the identifier is deleted, too")
    _ = await world.run(
      login, on: FakeTerminal(isTTY: false), variables: ["OPENMARKET_SECRET": world.secret])
    #expect(await world.run("notebook").output == "")
  }

  /// The vendor number that the notebook has for the account away from home.
  private func savedNumber(in world: TestWorld) throws -> Int? {
    let digest = MarketProfile(
      name: "x", url: TestWorld.url, credentials: world.account.credentials
    ).accountDigest
    return try Notebook(path: world.paths.notebook)
      .vendorNumber(of: digest ?? "", in: TestWorld.url)
  }

  @Test func `--forget deletes the vendor number even if nothing else is saved`() async throws {
    let world = try TestWorld()
    _ = await world.run(
      "login", TestWorld.url, "--shop", TestWorld.shop, "--identifier", world.identifier,
      variables: ["OPENMARKET_SECRET": world.secret])
    #expect(try await world.add("Oak mug", price: "12000", "--market", "market.test") > 0)
    #expect(try savedNumber(in: world) == world.account.vendorID)
    _ = await world.run("logout", "market.test", "--forget", "--yes")
    #expect(try savedNumber(in: world) == nil)
  }

  @Test func `list --lines 2 puts the beginning of the description below the name`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    let one = await world.ask("list", "--lines", "1")
    #expect(!one.output.contains("Turned from one piece."))
    let two = await world.ask("list", "--lines", "2")
    let lines = two.output.split(separator: "\n")
    let row = try #require(lines.firstIndex { $0.contains("Oak mug") })
    #expect(lines[row + 1].contains("Turned from one piece."), "\(two.output)")
    #expect(await world.run("list", "--lines", "3").exitCode == 2)
  }

  @Test func `stats --svg draws a file, and asks before it replaces one`() async throws {
    let world = try TestWorld()
    try await world.add("Oak <mug>")
    let first = await world.run("stats", "--svg", "shop.svg")
    #expect(first.exitCode == 0 && first.error.contains("Drew the statistics in shop.svg."))
    let path = "\(world.workingFolder)/shop.svg"
    let drawn = try String(contentsOfFile: path, encoding: .utf8)
    #expect(drawn.hasPrefix("<svg ") && drawn.contains("1 listing"))
    try world.write("shop.svg", "mine")
    #expect(await world.run("stats", "--svg", "shop.svg").exitCode != 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(await world.run("stats", "--svg", "shop.svg", "--yes").exitCode == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == drawn)
  }

  @Test func `low-stock is the limit of running low in today and stats`() async throws {
    let world = try TestWorld()
    for (name, stock) in [("Oak mug", "4"), ("Oak cup", "5"), ("Oak jug", "0")] {
      let id = try await world.add(name)
      _ = await world.run("edit", "\(id)", "--stock", stock)
    }
    func low() async -> [String] {
      [
        await world.run("today", "--fields", "low_stock,running_low,sold_out").output,
        await world.run("stats", "--fields", "running_low,sold_out").output,
      ]
    }
    #expect(await low() == ["5\t1\t1\n", "1\t1\n"])
    _ = await world.run("set", "low-stock", "6")
    #expect(await low() == ["6\t2\t1\n", "2\t1\n"])
    #expect(await world.ask("today").output.contains("mine --in-stock --below 6"))
  }

  @Test func `whoami says since when and how many`() async throws {
    let world = try TestWorld()
    #expect(await world.run("whoami", "--fields", "since,listings").output == "\t0\n")
    try await world.add("Oak mug")
    try await world.add("Oak cup")
    let result = await world.run("whoami", "--fields", "since,listings")
    #expect(result.output == "2026-11-22\t2\n", "\(result.output)")
  }

  @Test func `a calendar has the time of its month, and suggests with its filters`() async throws {
    let world = try TestWorld(timeZone: "Europe/London")
    try await world.add("Oak mug")
    let winter = await world.ask("calendar", "--mine")
    #expect(winter.output.contains("days in UTC"), "\(winter.output)")
    #expect(winter.output.contains("list --mine --on 2026-11-21"), "\(winter.output)")
    let summer = await world.ask("calendar", "2026-07", "--mine")
    #expect(summer.output.contains("UTC +1"), "\(summer.output)")
    #expect(summer.output.contains("calendar 2026-06 --mine"), "\(summer.output)")
  }

  @Test func `profile setup asks two questions, and ends the banner for newcomers`() async throws {
    let world = try TestWorld(signedIn: false)
    #expect(await world.prompt("quit").output.contains("add sells something"))
    let result = await world.ask("profile", "setup", typing: ["Oak & Söhne", "XYZ", "USD", ""])
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.error.contains("unknown currency") || result.output.contains("unknown currency"))
    let settings = try Settings(readingFrom: world.paths.settings)
    #expect(settings.shop == "Oak & Söhne")
    #expect(settings.currency == .usd)
    #expect(!(await world.prompt("quit").output.contains("add sells something")))
    #expect(await world.run("profile", "setup").exitCode == 2)
  }

  @Test func `declining profile setup once is enough`() async throws {
    let world = try TestWorld(signedIn: false)
    _ = await world.ask("profile", "setup", typing: [])
    #expect(!(await world.prompt("quit").output.contains("add sells something")))
    #expect(try Settings(readingFrom: world.paths.settings).currency == nil)
  }

  @Test func `open saves the photo and starts the viewer of the system`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug")
    let requests = Mutex<[ProgramRequest]>([])
    world.programs.withLock { programs in
      programs = { request in
        requests.withLock { $0.append(request) }
        return FileManager.default.fileExists(atPath: request.arguments[0]) ? 0 : 1
      }
    }
    let result = await world.run("open", "\(id)")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(requests.withLock { $0.map(\.command) } == ["xdg-open \"$1\" 2>/dev/null"])
    #expect(await world.run("open", "\(id)", "9").exitCode == 3)
    world.programs.withLock { $0 = { _ in nil } }
    #expect(await world.run("open", "\(id)").ends(with: 1, saying: "xdg-open could not open it"))
  }

  @Test func `open shows the page of a listing that a market serves`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug")
    let opened = Mutex<[String]>([])
    world.programs.withLock { programs in
      programs = { request in
        opened.withLock { $0 += request.arguments }
        return 0
      }
    }
    let page = "\(TestWorld.url)/listings/\(id)"
    let result = await world.run("open", "\(id)", "--market", TestWorld.url)
    #expect(result.error.contains("Opened \(page)."), "\(result)")
    #expect(opened.withLock { $0 } == [page])
    #expect(await world.run("open", "\(id)", "1", "--market", TestWorld.url).exitCode == 0)
    #expect(opened.withLock { $0.last?.hasSuffix(".jpg") } == true)
    #expect(await world.run("open", "999", "--market", TestWorld.url).exitCode == 3)
    world.programs.withLock { $0 = { _ in 1 } }
    let failed = await world.run("open", "\(id)", "--market", TestWorld.url)
    #expect(failed.error.contains("\(page): xdg-open could not open it"))
  }
}
