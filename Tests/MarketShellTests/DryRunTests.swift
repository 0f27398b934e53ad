import Base
import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct DryRunTests {
  @Test func `a new listing is shown as buyers will see it, with its photos`() async throws {
    let world = try TestWorld(signedIn: false)
    let words = [
      "add", "--name", "Oak mug", "--price", "12000원", "--discount", "15%", "--round", "100",
      "--description", "Turned from one piece.", "--image", "a.jpg", "b.jpg", "--thumbnail", "2",
      "--code", "MUG-01", "--dry-run",
    ]
    let result = await world.run(words, on: FakeTerminal(input: []))
    #expect(result.exitCode == 0, "\(result.error)")
    for words in [
      "Oak mug", "@MUG-01", "₩10,200", "₩12,000", "sold out", "Turned from one piece.",
      "Nothing was sent. This would add 1 listing at home.", "a.jpg  24×16", "metadata removed",
      ", thumbnail",
    ] {
      #expect(result.output.contains(words), "\(words) in \(result.output)")
    }
    #expect(!result.output.contains("listing 0"))
    #expect(world.spy.requests.isEmpty)
    #expect(try world.service.accounts().allSatisfy { $0.name != "sora" })
  }

  @Test func `a new listing has no id yet`() async throws {
    let world = try TestWorld()
    let result = await world.run(
      "add", "--name", "Oak mug", "--price", "12000", "--description", "Turned from one piece.",
      "--image", "a.jpg", "--no-prepare", "--dry-run", "--json")
    #expect(result.output.contains("\"id\": null"), "\(result.output)\(result.error)")
    #expect(result.error.contains("sent unchanged"))
  }

  @Test func `an edit shows the changes, unchanged listings and the questions`() async throws {
    let world = try TestWorld()
    let first = try await world.add()
    try await world.add("Elm mug", price: "10")
    let other = try await world.addToOtherShop()
    let last = try await world.add("Ash mug", price: "120")
    world.spy.reset()
    let result = await world.run(
      "edit", "\(first)..\(last)", "--price", "120", "--dry-run", "--fields", "id,price")
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(result.output == "\(first)\t120\n\(first + 1)\t120\n")
    for words in [
      "This would change 2 listings at home as \(TestWorld.shop); 1 already has these values.",
      "would change \(first) Oak mug", "price ₩12,000 → ₩120", "--allow price-jump",
      "Skipped: 1 of other shops.",
    ] {
      #expect(result.error.contains(words), "\(words) in \(result.error)")
    }
    #expect(!result.error.contains("\(other) Pine"))
    #expect(world.spy.writes.isEmpty)
  }

  @Test func `a removal is shown without a question`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    world.spy.reset()
    let result = await world.run("remove", "\(id)", "--dry-run")
    #expect(result.ends(with: 0, saying: "This would remove 1 listing from home"))
    #expect(world.spy.writes.isEmpty)
    #expect(!world.spy.requests.contains { $0.requestsRemovalPath })
  }

  @Test func `a currency that a dry run asks for is not saved`() async throws {
    let world = try TestWorld(signedIn: false)
    let words = [
      "add", "--name", "Oak mug", "--price", "12", "--description", "Turned from one piece.",
      "--image", "a.jpg",
    ]
    let dry = await world.run(words + ["--dry-run"], on: FakeTerminal(input: ["usd"]))
    #expect(dry.exitCode == 0, "\(dry.error)")
    #expect(dry.output.contains("$12"))
    #expect(!dry.error.contains("from now on"), "\(dry.error)")
    #expect(try Settings(readingFrom: world.paths.settings).currency == nil)
    let real = await world.run(words + ["--yes"], on: FakeTerminal(input: ["usd", ""]))
    #expect(real.exitCode == 0, "\(real.error)")
    #expect(try Settings(readingFrom: world.paths.settings).currency == .usd)
  }

  @Test func `a dry run of add says that the listing will be sold out`() async throws {
    let world = try TestWorld()
    let dry = await world.run(
      "add", "--name", "Oak mug", "--price", "12000", "--currency", "KRW", "--description",
      "Turned from one piece.", "--image", "a.jpg", "--dry-run")
    #expect(dry.exitCode == 0, "\(dry)")
    #expect((dry.output + dry.error).contains("sold out, because"), "\(dry)")
  }

  @Test func `a dry run reports the same errors`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let result = await world.run("edit", "\(id)", "--name", "ab", "--dry-run")
    #expect(result.ends(with: 2, saying: "--name needs 3 to 100 characters"))
  }
}
