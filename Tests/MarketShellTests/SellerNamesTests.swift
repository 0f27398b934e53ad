import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import SellerSession

/// Names that a seller types: codes, shops, files.
@Suite(.timeLimit(.minutes(60))) struct SellerNamesTests {
  @Test(arguments: [true, false])
  func `search finds the shop's own codes`(extensions: Bool) async throws {
    let world = try TestWorld(extensions: extensions)
    let first = try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
    let second = try await world.add("Elm mug", price: "9000", "--code", "MUG-02")
    let named = try await world.add("Print of MUG-01")
    func found(_ words: String...) async -> String {
      await world.run(["search"] + words + ["--format", "ids"], on: FakeTerminal(isTTY: false))
        .output
    }
    #expect(await found("mug-01") == "\(first)\n\(named)\n")
    #expect(await found("@MUG-02") == "\(second)\n")
    #expect(await found("ug-0") == "\(named)\n")
    #expect(await found("G-02") == "\(second)\n")
    #expect(await found("MUG-02", "--max-price", "8000") == "")
    for more in [[], ["--limit", "20"], ["--all"]] {
      let list = await world.run(
        ["list", "--search", "MUG-02"] + more, on: FakeTerminal(isTTY: false))
      #expect(list.output.contains("Elm mug"), "\(list)")
    }
  }

  @Test(arguments: [true, false])
  func `a list sorted by code has those without a code last`(extensions: Bool) async throws {
    let world = try TestWorld(extensions: extensions)
    let bare = try await world.add("Ash mug")
    let ten = try await world.add("Oak mug", "--code", "PEN-10")
    let two = try await world.add("Elm mug", "--code", "pen-2")
    let bowl = try await world.add("Elm bowl", "--code", "BOWL")
    let last = try await world.add("Yew mug")
    func ids(_ line: String) async -> [Int] {
      await world.run("-c", "\(line) --format ids").output.split(separator: "\n")
        .compactMap { Int($0) }
    }
    let up = [bowl, two, ten, last, bare]
    #expect(await ids("mine --sort code") == up)
    #expect(await ids("list --mine --sort code --per-page 2 --page 2") == [ten, last])
    let down = [ten, two, bowl, last, bare]
    #expect(await ids("list --sort -code") == down)
    #expect(await ids("list --sort code --desc") == down)
    #expect(await ids("mine --sort code --search mug") == [two, ten, last, bare])
    await world.run("-c", "star \(bare) \(ten)")
    #expect(await ids("list --starred --sort code") == [ten, bare])
    let screen = await world.run(["mine", "--sort", "code"], on: FakeTerminal())
    #expect(screen.output.contains("code ↑"), "\(screen)")
  }

  @Test(arguments: [true, false])
  func `the name of a shop ignores case`(extensions: Bool) async throws {
    let world = try TestWorld(extensions: extensions)
    let id = try await world.addToOtherShop("Pine bowl", shop: "Pines")
    try await world.add("A mug of the pines")
    for name in ["Pines", "pines", "PINES"] {
      let result = await world.run("list", "--shop", name, "--format", "ids")
      #expect(result.output == "\(id)\n", "\(name) \(result.error)")
    }
    let unknown = await world.run("list", "--shop", "Pine")
    #expect(unknown.error.contains("No shop named \"Pine\""), "\(unknown.error)")
  }

  @Test(arguments: [
    [
      "add", "--name", "Mug", "--price", "1", "--image", "a.jpg", "--description-file", "nope.txt",
    ],
    ["notebook", "import", "nope.txt"], ["run", "nope.txt"], ["import", "nope.txt"],
  ])
  func `a file that does not exist is reported as such`(_ words: [String]) async throws {
    let result = await (try TestWorld()).run(words, on: FakeTerminal(isTTY: false))
    #expect(result.error.contains("nope.txt: there is no such file"), "\(result.error)")
  }

  @Test(arguments: [
    ["add", "--name", "Mug", "--price", "1", "--description", "0123456789", "--image", "A.JPG"],
    ["add", "--name", "Mug", "--price", "1", "--description-file", "a.jgp", "--image", "b.jpg"],
    ["photo", "prepare", "a.jpeg", "--out", "x"], ["run", "a.jgp"],
  ])
  func `a file that does not exist proposes the file with a similar name`(
    _ words: [String]
  ) async throws {
    let world = try TestWorld()
    let result = await world.run(words, on: FakeTerminal(isTTY: false))
    #expect(result.exitCode != 0)
    #expect(result.error.contains("did you mean a.jpg?"), "\(result.error)")
    try world.write("all.market", "add --name Mug --price 1 -d 0123456789 --image a.jpgg\n")
    let run = await world.run("run", "all.market")
    #expect(run.error.contains("did you mean a.jpg?"), "\(run.error)")
  }
}
