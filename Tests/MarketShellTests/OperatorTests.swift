import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@testable import SellerSession

/// The commands for the operator of a market.
@Suite(.timeLimit(.minutes(60))) struct OperatorTests {
  @Test func `a market is backed up, restored and inspected`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug")
    let written = await world.run("backup", "market.tar", "--json")
    #expect(written.exitCode == 0, "\(written)")
    #expect(written.output.contains("\"listings\": 1,"))
    #expect(FileManager.default.fileExists(atPath: "\(world.workingFolder)/market.tar"))
    #expect(await world.run("backup", "market.tar").exitCode == 1)
    let restored = await world.run("restore", "market.tar", "--data", "again")
    #expect(restored.exitCode == 0, "\(restored)")
    #expect(await world.run("restore", "market.tar", "--data", "again").exitCode == 1)
    #expect(await world.run("restore", "a.jpg", "--data", "other").exitCode == 1)
    let inspected = await world.run("doctor", "--data", "again", "--json")
    #expect(inspected.output.contains("\"integrity\": [],"), "\(inspected)")
    #expect(inspected.output.contains("\"listings\": 1,"))
    let fixed = await world.run("doctor", "--data", "again", "--fix", "--json")
    #expect(fixed.exitCode == 0 && fixed.output.contains("\"listings\": 1,"), "\(fixed)")
    #expect(fixed.error.contains("Removed the metadata of 0 photos."), "\(fixed)")
    let removed = await world.run(
      "account", "remove-listing", "\(id)", "--reason", "counterfeit", "--yes")
    #expect(removed.error.contains("Removed \(id) Oak mug of \(TestWorld.shop)."), "\(removed)")
    #expect(await world.run("show", "\(id)").exitCode == 3)
    withExtendedLifetime(world) {}
  }

  @Test func `removing a listing of another shop needs a reason and a confirmation`() async throws {
    let world = try TestWorld()
    let id = "\(try await world.add("Oak mug"))"
    #expect(await world.run("account", "remove-listing", id, "--yes").exitCode == 2)
    #expect(await world.run("account", "remove-listing", id, "--reason", "x").exitCode == 2)
    #expect(await world.run("show", id).exitCode == 0)
  }

  @Test func `several listings are removed at once, and the log says why`() async throws {
    let world = try TestWorld()
    let ids = ["\(try await world.add("Oak mug"))", "\(try await world.add("Oak bowl"))"]
    let removed = await world.run(
      ["account", "remove-listing"] + ids + [ids[0], "--reason", "spam", "--yes"])
    #expect(removed.ends(with: 0, saying: "Removed \(ids[1]) Oak bowl of \(TestWorld.shop)."))
    for id in ids { #expect(await world.run("show", id).exitCode == 3) }
    let log = await world.run("account", "log", "--fields", "action,account,detail,reason")
    #expect(
      log.output.contains("remove-listing\t\(TestWorld.shop)\t\(ids[1]) Oak bowl\tspam\n"),
      "\(log)")
    let last = await world.run("account", "log", "--last", "1", "--json")
    #expect(last.output.components(separatedBy: "\"action\"").count == 2, "\(last)")
  }

  @Test func `an account is hidden, shown, renamed and removed`() async throws {
    let world = try TestWorld()
    let id = "\(try await world.addToOtherShop())"
    let name = try #require(try world.service.accounts().first { $0.name == "Pines" }?.name)
    #expect(await world.run("account", "disable", name, "--hide").exitCode == 2)
    let hidden = await world.run("account", "disable", name, "--hide", "--yes")
    #expect(hidden.error.contains("is disabled, and its listings are hidden."), "\(hidden)")
    #expect(await world.run("show", id).exitCode == 3)
    let list = await world.run("account", "list", "--fields", "name,disabled,hidden,listings")
    #expect(list.output.contains("\(name)\ttrue\ttrue\t1\n"), "\(list)")
    let reset = await world.run("account", "reset", name, "--yes")
    #expect(reset.error.contains("still disabled"), "\(reset)")
    #expect(await world.run("account", "enable", name).exitCode == 0)
    #expect(await world.run("show", id).exitCode == 0)
    let renamed = await world.run("account", "rename", name, "Willow")
    #expect(renamed.error == "The account \(name) is now Willow.\n", "\(renamed)")
    #expect(
      await world.run("account", "rename", "Willow", TestWorld.shop.uppercased()).exitCode == 1)
    #expect(await world.run("account", "remove", "Willow").exitCode == 2)
    let removed = await world.run("account", "remove", "Willow", "--yes")
    #expect(removed.error == "Removed the account Willow and 1 listing.\n", "\(removed)")
    #expect(await world.run("show", id).exitCode == 3)
    #expect(await world.run("account", "remove", "Willow", "--yes").exitCode == 1)
  }

  @Test func `what a command proposes next is for the market that it was about`() async throws {
    let world = try TestWorld()
    _ = try await world.addToOtherShop()
    #expect(await world.run("backup", "market.tar").exitCode == 0)
    #expect(await world.run("restore", "market.tar", "--data", "the class").exitCode == 0)
    func proposes(_ words: [String], _ command: String) async {
      let result = await world.run(words + ["--data", "the class"])
      #expect(result.ends(with: 0, saying: "\(command) --data \"the class\""), "\(result)")
    }
    await proposes(["account", "disable", "Pines", "--yes"], "account enable Pines")
    await proposes(["account", "reset", "Pines", "--yes"], "account enable Pines")
    await proposes(["demo", "load"], "serve")
    await proposes(["demo", "clear", "--yes"], "demo load")
  }

  @Test func `the metadata of photos is removed even if a file of a picture is missing`()
    async throws
  {
    let world = try TestWorld()
    _ = try await world.add("Oak mug")
    #expect(await world.run("backup", "market.tar").exitCode == 0)
    #expect(await world.run("restore", "market.tar", "--data", "again").exitCode == 0)
    let folder = "\(world.workingFolder)/again/pictures"
    let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    let lost = try #require(names.first { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") })
    try FileManager.default.removeItem(atPath: "\(folder)/\(lost)")
    let fixed = await world.run("doctor", "--data", "again", "--fix")
    #expect(fixed.exitCode == 1 && fixed.error.contains("1 file of a picture is missing"))
    #expect(fixed.error.contains("Removed the metadata of 0 photos."), "\(fixed)")
  }

  @Test func `a seller whose account is disabled is told so`() async throws {
    let world = try TestWorld()
    let id = "\(try await world.add("Oak mug"))"
    try world.service.setAccount(name: TestWorld.shop, disabled: true)
    let refused = await world.run("edit", id, "--stock", "3")
    #expect(refused.ends(with: 4, saying: "is disabled; ask its operator"))
    #expect(!refused.error.contains("another shop"))
  }

  @Test func `serve checks without serving`() async throws {
    let world = try TestWorld()
    let checked = await world.run("serve", "--check")
    #expect(checked.error.contains("The market can be served."), "\(checked)")
    for words in [["serve", "--check", "--port", "2"], ["serve", "--port", "2"]] {
      let doubtful = await world.run(words)
      #expect(doubtful.exitCode == 0)
      #expect(doubtful.error.hasPrefix("warning: the disk is nearly full\n"), "\(doubtful)")
    }
    for words in [["serve", "--check", "--port", "1"], ["serve", "--port", "1"]] {
      let refused = await world.run(words)
      #expect(refused.exitCode == 1)
      #expect(
        refused.error.hasSuffix("error: port 1 is taken\nerror: there is no market\n"),
        "\(refused)")
    }
  }
}
