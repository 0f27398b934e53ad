/// `run` with what it hands on, and batches that are only told.
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketCommands
@testable import MarketShell
@testable import SellerSession

@Suite struct RunTests {
  @Test func `run - reads what is piped in`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    world.pipe("edit $ID --stock 7\nedit $ID --stok 8\n")
    let slip = await world.run("run", "-", "--var", "ID=\(id)")
    #expect(slip.exitCode == 2)
    #expect(slip.error.contains("stdin:2:"), "\(slip.error)")
    world.pipe("edit $ID --stock 7\n")
    let result = await world.run("run", "-", "--var", "ID=\(id)")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.error.contains("stdin: 1 done"))
    #expect(try await world.listing(id).stock == 7)
  }

  @Test func `run - at a terminal does not wait for the keyboard`() async throws {
    let result = await (try TestWorld()).ask("run", "-")
    #expect(result.exitCode == 1)
    #expect(result.error.contains("it is the keyboard"), "\(result.error)")
  }

  private static let add =
    "add --price 1000 --description 'Turned from one piece.' --image a.jpg --name"

  @Test func `a line's own word does not make a dryRun real`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "1000")
    world.wire.forget()
    _ = try await world.batch("edit \(id) --stock 9 --no-dry-run", "--dry-run")
    #expect(world.wire.requests.allSatisfy { $0.method == .get }, "\(world.wire.requests)")
  }

  @Test func `a name with control characters is refused by edit as by add`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "1000")
    world.wire.forget()
    let result = await world.run("edit", "\(id)", "--name", "Oak\nmug")
    #expect(result.exitCode == 2 && result.error.contains("--name"), "\(result)")
    #expect(world.wire.requests.allSatisfy { $0.method == .get })
  }

  @Test func `a dryRun fails where the run would need --allow`() async throws {
    let world = try TestWorld()
    let id = try await world.add("One", price: "1000", "--code", "A-1")
    let lines = [
      "edit @A-1 --price 90000", "\(Self.add) Two --discount 100%", "edit @A-1 --currency USD",
    ]
    for line in lines {
      let told = try await world.batch("\(line)\nwhoami\n", "--dry-run")
      let done = try await world.batch("\(line)\n")
      #expect(told.exitCode == 2 && done.exitCode == 2, "\(told.error)")
      #expect(told.error.contains("--allow"), "\(told.error)")
      #expect(told.error.contains("batch.market:2:1  whoami"), "\(told.error)")
    }
    let alone = await world.run("edit", "@A-1", "--price", "90000", "--dry-run")
    #expect(alone.exitCode == 0, "\(alone.error)")
    #expect(try await world.listing(id).price?.amount == 1000)
  }

  @Test func `--yes is handed to each command that knows it`() async throws {
    let world = try TestWorld()
    try await world.add("One", price: "1000", "--code", "A-1")
    try await world.add("Two", price: "1000", "--code", "A-2")
    let text = "list --fields id\nremove @A-1\nwhoami\nremove -- @A-2\n"
    let without = try await world.batch(text)
    #expect(without.exitCode == 2)
    #expect(without.error.contains("batch.market:2:1: error: ") && without.error.contains("--yes"))
    let with = try await world.batch(text, "--yes")
    #expect(with.exitCode == 0, "\(with.error)")
    #expect(try world.service.listingCount == 0)
  }

  @Test func `a command's own word goes before what it is handed`() async throws {
    let world = try TestWorld()
    try await world.add("One", price: "1000", "--code", "A-1")
    let result = try await world.batch("remove @A-1 --no-yes\n", "--yes")
    #expect(result.exitCode == 2, "\(result.error)")
    #expect(try world.service.listingCount == 1)
  }

  @Test func `--allow is handed to each command that knows it, and read before anything runs`()
    async throws
  {
    let world = try TestWorld()
    let id = try await world.add("One", price: "1000", "--code", "A-1")
    let text = "whoami --fields market\nedit @A-1 --price 90000\n"
    let without = try await world.batch(text)
    #expect(without.exitCode == 2, "\(without.error)")
    #expect(without.error.contains("--allow price-jump"))
    let slip = try await world.batch(text, "--allow", "price-jmp")
    #expect(slip.exitCode == 2 && slip.output == "")
    #expect(slip.error.contains("did you mean price-jump?"), "\(slip.error)")
    let told = try await world.batch(text, "--allow", "price-jump", "--dry-run")
    #expect(told.exitCode == 0, "\(told.error)")
    #expect(told.error.contains("batch.market:2:1  edit @A-1 --price 90000\n"))
    #expect(try await world.listing(id).price?.amount == 1000)
    #expect(try await world.batch(text, "--allow", "price-jump,zero").exitCode == 0)
    #expect(try await world.listing(id).price?.amount == 90000)
  }

  @Test func `a file that another runs is handed the same`() async throws {
    let world = try TestWorld()
    try await world.add("One", price: "1000", "--code", "A-1")
    try world.write("inner.market", "remove @A-1\n")
    #expect(try await world.batch("run inner.market\n", "--yes").exitCode == 0)
    #expect(try world.service.listingCount == 0)
  }

  @Test func `a dryRun tells each line and sends nothing`() async throws {
    let world = try TestWorld()
    try await world.add("One", price: "1000", "--code", "A-1")
    try world.write("inner.market", "list --mine\nlogout\n")
    world.wire.forget()
    let result = try await world.batch(
      """
      let NAME "Ash bowl"
      \(Self.add) "$NAME" --code B-1
      edit @B-1 --stock 4
      account add somebody
      logout
      run inner.market
      list --search 'two words' --fields=id

      """, "--dry-run", "--var", "SPARE=1")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(world.wire.writes.isEmpty)
    #expect(try world.service.listingCount == 1)
    #expect(await world.run("account", "list", "--fields", "name").output == "Mugs & more\n")
    #expect(await world.run("whoami", "--fields", "signed_in").output.contains("true"))
    let lines = result.error.split(separator: "\n").map(String.init)
    #expect(
      lines.contains { $0.hasPrefix("batch.market:2:1  add ") && $0.contains("\"Ash bowl\"") })
    #expect(
      lines.contains {
        $0.hasPrefix("batch.market:3:1  edit @B-1") && $0.contains("# @B-1 is made further up")
      })
    #expect(lines.contains { $0.hasPrefix("inner.market:2:1  logout") }, "\(lines)")
    #expect(lines.contains { $0.hasSuffix("list --search \"two words\" --fields=id") }, "\(lines)")
    #expect(result.error.contains("7 as above, nothing sent"), "\(result.error)")
  }

  @Test func `a dryRun goes where the file goes, and comes back`() async throws {
    let world = try TestWorld(samples: true)
    try world.write("away.market", "use \(TestWorld.url) --default\nwhoami\n")
    let result = await world.prompt("run away.market --dry-run", "whoami", "quit")
    #expect(result.exitCode == 0)
    #expect(result.output.contains("You are at market.test."), "\(result.output)")
    #expect(result.output.contains("http://market.local"))
    #expect(await world.run("whoami", "--fields", "market").output.contains("home"))
  }

  @Test func `a dryRun with a slip is refused as a whole`() async throws {
    let world = try TestWorld()
    let result = try await world.batch("list\nlist --pgae 2\n", "--dry-run")
    #expect(result.exitCode == 2)
    #expect(result.output == "")
    #expect(result.error.contains("batch.market:2:6"))
  }

  /// A listing A-1, and lines that a run would do without a fault.
  @Test(arguments: [
    ["remove @A-1", "ADD --code A-1", "edit @A-1 --stock 3"],
    ["remove ID", "ADD --code A-1"], ["remove 1..ID", "ADD --code A-1"],
    ["remove --search one", "ADD --code A-1"],
    ["edit @A-1 --code A-2", "ADD --code A-1", "edit @A-2 --stock 3"],
    ["edit ID --code A-2", "ADD --code A-1"],
    ["ADD --code B-1", "run inner.market"], ["run inner.market", "edit @INNER --stock 9"],
    ["run inner.market", "run inner.market"],
    ["LOGIN", "use far", "edit 77777 --stock 3", "use home", "edit @A-1 --stock 3"],
    ["LOGIN", "edit 77777 --stock 3"], ["LOGIN", "use home", "list --market far"],
    ["LOGIN", "use home", "edit 77777 --stock 3 --market far"],
  ])
  func `a dryRun finds no fault that the run would not have`(_ lines: [String]) async throws {
    let world = try TestWorld()
    let id = try await world.add("One", price: "1000", "--code", "A-1")
    try world.write(
      "inner.market",
      "edit @B-1 --stock 4\n".replacing("@B-1", with: lines[0].contains("B-1") ? "@B-1" : "@A-1")
        + "remove @A-1\n\(Self.add) Again --code A-1\n\(Self.add) Inner --code INNER\n"
        + "remove @INNER\n\(Self.add) Inner --code INNER\n")
    let text = lines.map { line in
      line.replacing("ADD", with: "\(Self.add) Two").replacing("ID", with: "\(id)")
        .replacing(
          "LOGIN",
          with: "login far --url \(TestWorld.url) --shop x --identifier \(world.identifier)")
    }
    world.wire.forget()
    let result = try await world.batch(text.joined(separator: "\n"), "--dry-run")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(world.wire.writes.isEmpty)
    #expect(try world.service.listingCount == 1)
  }

  @Test(arguments: [
    ["ADD --code A-1"], ["remove @A-2", "ADD --code A-1"], ["remove ID", "ADD --code C-1"],
    ["edit @NONE --stock 3"], ["use nowhere"], ["LOGIN", "use home", "edit 77777 --stock 3"],
    ["run inner.market", "edit @NONE --stock 3"],
  ])
  func `what the run would stumble over is found`(_ lines: [String]) async throws {
    let world = try TestWorld()
    try await world.add("One", price: "1000", "--code", "A-1")
    let id = try await world.add("Two", price: "1000", "--code", "A-2")
    try await world.add("Three", price: "1000", "--code", "C-1")
    try world.write("inner.market", "remove @A-1\n")
    let text = lines.map { line in
      line.replacing("ADD", with: "\(Self.add) Two").replacing("ID", with: "\(id)")
        .replacing(
          "LOGIN",
          with: "login far --url \(TestWorld.url) --shop x --identifier \(world.identifier)")
    }
    let result = try await world.batch(text.joined(separator: "\n"), "--dry-run")
    #expect(result.exitCode != 0)
    #expect(result.error.contains("batch.market:\(lines.count):"), "\(result.error)")
  }

  @Test func `what waits says for what`() async throws {
    let world = try TestWorld()
    try await world.add("One", price: "1000", "--code", "A-1")
    let login = "login far --url \(TestWorld.url) --shop x --identifier \(world.identifier)"
    let result = try await world.batch(
      "remove @A-1\nedit @A-1 --stock 3\n\(Self.add) Two --code A-1\nedit @A-1 --stock 3\n"
        + "\(login)\nedit 3 --stock 3\nlist\nuse far\n", "--dry-run")
    #expect(result.exitCode == 0, "\(result.error)")
    let notes = result.error.split(separator: "\n").compactMap { line in
      line.firstRange(of: "  # ").map { String(line[$0.upperBound...]) }
    }
    #expect(
      notes == [
        "@A-1 is removed further up", "@A-1 is set free further up", "@A-1 is made further up",
        "far is signed in to further up", "far is signed in to further up",
      ])
  }

  @Test func `one dryRun knows nothing of another`() async throws {
    let world = try TestWorld()
    try await world.add("One", price: "1000", "--code", "A-1")
    try world.write("first.market", "remove @A-1\n")
    try world.write("second.market", "\(Self.add) Two --code A-1\n")
    let result = await world.prompt(
      "run first.market --dry-run", "run second.market --dry-run", "quit")
    #expect(result.error.contains("the code @A-1 is listing"), "\(result.error)")
  }

  @Test func `off a terminal the lines of a dryRun stay out of the rows`() async throws {
    let world = try TestWorld()
    try await world.add("One", price: "1000", "--code", "A-1")
    let text = "edit @A-1 --stock 3 --fields id,stock\nlist\n"
    let rows = try await world.batch(text, "--dry-run")
    #expect(rows.output.split(separator: "\n").allSatisfy { $0.contains("\t") }, "\(rows.output)")
    #expect(rows.error.contains("batch.market:2:1  list\n"))
    let people = try await world.batch(text, "--dry-run", "--format", "table")
    #expect(people.output.contains("batch.market:2:1  list\n"), "\(people.output)")
  }

  @Test func `the lines of a dryRun stay out of data`() async throws {
    let world = try TestWorld()
    let result = try await world.batch("list\nlet A 1\n", "--dry-run", "--json")
    #expect(throws: Never.self) {
      _ = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    }
    #expect(result.error.contains("batch.market:1:1  list"))
  }
}
