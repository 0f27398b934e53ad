import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import SellerSession

/// Names that a seller types: codes, shops, files.
@Suite(.timeLimit(.minutes(5))) struct SellerNamesTests {
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
    let list = await world.run("list", "--search", "MUG-02")
    #expect(list.output.contains("Elm mug"), "\(list)")
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
