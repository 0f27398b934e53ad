import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct RunTests {
  private let world: TestWorld

  init() throws { world = try TestWorld() }

  @Test func `values that grow from line to line are an error that names the line`() async throws {
    let names = ["A", "B", "C", "D", "E", "F", "G", "H", "I"]
    var lines = ["let A 0123456789"]
    for (old, new) in zip(names, names.dropFirst()) {
      lines.append("let \(new) " + String(repeating: "$\(old)", count: 10))
    }
    for options in [[], ["--dry-run"]] {
      try world.write("batch.market", lines.joined(separator: "\n"))
      let result = await world.run(
        ["run", "batch.market"] + options, on: FakeTerminal(isTTY: false))
      #expect(result.exitCode == 2)
      #expect(
        result.error.contains(
          "batch.market:5:19: error: the values of variables in a command have at most 65,536 bytes"
        ), "\(result.error)")
      #expect(!result.error.contains("batch.market:6"), "\(result.error)")
    }
    let long = String(repeating: "x", count: 70_000)
    let literal = try await world.batch("let A \(long)\n")
    #expect(literal.exitCode == 2)
    #expect(
      literal.error.hasPrefix("batch.market:1:7: error: <value>: a value has at most"),
      "\(literal.error.prefix(200))")
    let variable = await world.run("run", "batch.market", "--var", "A=\(long)")
    #expect(variable.error.hasPrefix("error: --var: a value has at most 65,536 bytes"))
  }

  @Test func `a pipe is a file of commands, too`() async throws {
    let path = "\(world.workingFolder)/fifo"
    #expect(mkfifo(path, 0o600) == 0)
    Thread.detachNewThread {
      FileHandle(forWritingAtPath: path)?.write(Data("whoami --fields market\n".utf8))
    }
    let piped = await world.run("run", "fifo")
    #expect(piped.output == "home\n" && piped.exitCode == 0, "\(piped)")
    world.pipe("whoami --fields market\n")
    let streamed = await world.run("run", "/dev/stdin")
    #expect(streamed.output == "home\n" && streamed.exitCode == 0, "\(streamed)")
  }

  @Test func `run - reads standard input`() async throws {
    let id = try await world.add()
    world.pipe("edit $ID --stock 7\nedit $ID --stok 8\n")
    #expect(await world.run("run", "-", "--var", "ID=\(id)").ends(with: 2, saying: "stdin:2:"))
    world.pipe("edit $ID --stock 7\n")
    #expect(await world.run("run", "-", "--var", "ID=\(id)").ends(with: 0, saying: "stdin: 1 done"))
    #expect(try await world.listing(id).stock == 7)
  }

  @Test func `run - at a terminal does not wait for the keyboard`() async throws {
    #expect(await world.ask("run", "-").ends(with: 1, saying: "it is the keyboard"))
  }

  private static let add =
    "add --price 1000 --description 'Turned from one piece.' --image a.jpg --name"

  @Test func `--yes in a line does not disable the dry run`() async throws {
    let id = try await world.add("Oak mug", price: "1000")
    world.spy.reset()
    _ = try await world.batch("edit \(id) --stock 9 --no-dry-run", "--dry-run")
    #expect(world.spy.requests.allSatisfy { $0.method == .get }, "\(world.spy.requests)")
  }

  @Test func `edit refuses a name with control characters, as add does`() async throws {
    let id = try await world.add("Oak mug", price: "1000")
    world.spy.reset()
    let result = await world.run("edit", "\(id)", "--name", "Oak\nmug")
    #expect(result.exitCode == 2 && result.error.contains("--name"), "\(result)")
    #expect(world.spy.requests.allSatisfy { $0.method == .get })
  }

  @Test func `a dry run fails if the run would need --allow`() async throws {
    let id = try await world.add("One", price: "1000", "--code", "A-1")
    let lines = [
      "edit @A-1 --price 90000", "\(Self.add) Two --discount 100%", "edit @A-1 --new-currency USD",
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

  @Test func `--yes applies to each command that accepts it`() async throws {
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

  @Test func `an option of a line overrides that of run`() async throws {
    try await world.add("One", price: "1000", "--code", "A-1")
    let result = try await world.batch("remove @A-1 --no-yes\n", "--yes")
    #expect(result.exitCode == 2, "\(result.error)")
    #expect(try world.service.listingCount == 1)
  }

  @Test func `--allow applies to each command that has it, and is checked first`() async throws {
    let id = try await world.add("One", price: "1000", "--code", "A-1")
    let text = "whoami --fields market\nedit @A-1 --price 90000\n"
    #expect(try await world.batch(text).ends(with: 2, saying: "--allow price-jump"))
    let slip = try await world.batch(text, "--allow", "price-jmp")
    #expect(slip.exitCode == 2 && slip.output == "")
    #expect(slip.error.contains("did you mean price-jump?"), "\(slip.error)")
    let told = try await world.batch(text, "--allow", "price-jump", "--dry-run")
    #expect(told.ends(with: 0, saying: "batch.market:2:1  edit @A-1 --price 90000\n"))
    #expect(try await world.listing(id).price?.amount == 1000)
    #expect(try await world.batch(text, "--allow", "price-jump,zero").exitCode == 0)
    #expect(try await world.listing(id).price?.amount == 90000)
  }

  @Test func `an inner file gets the same options`() async throws {
    try await world.add("One", price: "1000", "--code", "A-1")
    try world.write("inner.market", "remove @A-1\n")
    #expect(try await world.batch("run inner.market\n", "--yes").exitCode == 0)
    #expect(try world.service.listingCount == 0)
  }

  @Test func `a dry run shows each line and sends nothing`() async throws {
    try await world.add("One", price: "1000", "--code", "A-1")
    try world.write("inner.market", "list --mine\nwhoami\n")
    world.spy.reset()
    let result = try await world.batch(
      """
      let NAME "Ash bowl"
      \(Self.add) "$NAME" --code B-1
      edit @B-1 --stock 4
      account add birch
      run inner.market
      list --search 'two words' --fields=id

      """, "--dry-run", "--var", "SPARE=1")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(world.spy.writes.isEmpty)
    #expect(try world.service.listingCount == 1)
    #expect(await world.run("account", "list", "--fields", "name").output == "Mugs & more\n")
    #expect(await world.run("whoami", "--fields", "signed_in").output.contains("true"))
    let lines = result.error.split(separator: "\n").map(String.init)
    #expect(
      lines.contains { $0.hasPrefix("batch.market:2:1  add ") && $0.contains("\"Ash bowl\"") })
    #expect(result.output.contains("\t4\t"), "\(result.output)")
    #expect(lines.contains { $0.hasPrefix("inner.market:2:1  whoami") }, "\(lines)")
    #expect(lines.contains { $0.hasSuffix("list --search \"two words\" --fields=id") }, "\(lines)")
    #expect(result.error.contains("batch.market: 7 fine, nothing was sent"), "\(result.error)")
  }

  @Test(arguments: ["use home", "login home", "resume", "undo", "serve"])
  func `what decides about later lines cannot be part of a file`(_ line: String) async throws {
    let result = try await world.batch("whoami\n\(line)\n")
    #expect(result.exitCode == 2)
    #expect(result.output == "")
    #expect(result.error.contains("batch.market:2:1: error: "), "\(result.error)")
    #expect(result.error.contains("cannot be part of a file"), "\(result.error)")
  }

  @Test func `a dry run with a usage error does not start`() async throws {
    let result = try await world.batch("list\nlist --pgae 2\n", "--dry-run")
    #expect(result.exitCode == 2)
    #expect(result.output == "")
    #expect(result.error.contains("batch.market:2:6"))
  }

  /// Lines that run without an error in a market with a listing A-1.
  @Test(arguments: [
    ["remove @A-1", "ADD --code A-1", "edit @A-1 --stock 3"],
    ["remove ID", "ADD --code A-1"], ["remove 1..ID", "ADD --code A-1"],
    ["remove --search one", "ADD --code A-1"],
    ["edit @A-1 --code A-2", "ADD --code A-1", "edit @A-2 --stock 3"],
    ["edit ID --code A-2", "ADD --code A-1"],
    ["ADD --code B-1", "run inner.market"], ["run inner.market", "edit @INNER --stock 9"],
  ])
  func `a dry run reports no errors that the run would not have`(_ lines: [String]) async throws {
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
    world.spy.reset()
    let result = try await world.batch(text.joined(separator: "\n"), "--dry-run")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(world.spy.writes.isEmpty)
    #expect(try world.service.listingCount == 1)
  }

  @Test(arguments: [
    ["ADD --code A-1"], ["remove @A-2", "ADD --code A-1"], ["remove ID", "ADD --code C-1"],
    ["edit @NONE --stock 3"], ["edit 77777 --stock 3"],
    ["run inner.market", "edit @NONE --stock 3"],
  ])
  func `a dry run finds the errors of the run`(_ lines: [String]) async throws {
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

  @Test func `a line is planned with the effects of earlier ones`() async throws {
    try await world.add("One", price: "1000", "--code", "A-1")
    let result = try await world.batch(
      "edit @A-1 --price +10%\nedit @A-1 --price +10%\n\(Self.add) Two --code B-1\n"
        + "edit @B-1 --stock +4\nremove @A-1\nshow @A-1\n", "--dry-run", "--yes")
    #expect(result.ends(with: 2, saying: "price ₩1,100 → ₩1,210"))
    #expect(result.error.contains("stock 0 → 4"), "\(result.error)")
    #expect(result.error.contains("batch.market:6:6: error: no listing has the code @A-1"))
  }

  @Test func `a filter that an earlier line may change is refused`() async throws {
    try await world.add("One", price: "1000")
    let result = try await world.batch(
      "\(Self.add) Two\nedit --search One --stock 4\nedit --search Two --stock 4\n", "--yes")
    #expect(result.exitCode == 2)
    #expect(!result.error.contains("batch.market:2:"), "\(result.error)")
    #expect(result.error.contains("batch.market:3:1: error: an earlier line of this file may"))
    #expect(try world.service.listingCount == 1)
  }

  @Test func `dry runs are independent of each other`() async throws {
    try await world.add("One", price: "1000", "--code", "A-1")
    try world.write("first.market", "remove @A-1\n")
    try world.write("second.market", "\(Self.add) Two --code A-1\n")
    let result = await world.prompt(
      "run first.market --dry-run", "run second.market --dry-run", "quit")
    #expect(result.output.contains("@A-1 is already the code of listing"), "\(result.output)")
  }

  @Test func `without a terminal the lines of a dry run are not among the rows`() async throws {
    try await world.add("One", price: "1000", "--code", "A-1")
    let text = "edit @A-1 --stock 3 --fields id,stock\nlist\n"
    let rows = try await world.batch(text, "--dry-run")
    #expect(rows.output.split(separator: "\n").allSatisfy { $0.contains("\t") }, "\(rows.output)")
    #expect(rows.error.contains("batch.market:2:1  list\n"))
    let people = try await world.batch(text, "--dry-run", "--format", "table")
    #expect(people.output.contains("batch.market:2:1  list\n"), "\(people.output)")
  }

  @Test func `the lines of a dry run are not part of the data`() async throws {
    let result = try await world.batch("list\nlet A 1\n", "--dry-run", "--json")
    #expect(throws: Never.self) {
      _ = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    }
    #expect(result.error.contains("batch.market:1:1  list"))
  }
}
