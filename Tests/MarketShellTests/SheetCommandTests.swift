import Base
import Foundation
import FullScreen
import MarketTestSupport
import MarketWire
import SellerFiles
import TerminalKit
import Testing

@testable import MarketCommands
@testable import MarketShell
@testable import SellerSession

/// `browse --sheet`: cells that are changed in place and sent as one batch.
@Suite(.serialized, .timeLimit(.minutes(60))) struct SheetCommandTests {
  private static let send = "\u{13}"

  private static func world() async throws -> (TestWorld, first: Int, second: Int) {
    let world = try TestWorld()
    let first = try await world.add("Oak mug", price: "12000")
    let second = try await world.add("Elm bowl", price: "20000")
    return (world, first, second)
  }

  private static func listings(_ world: TestWorld) async -> String {
    await world.run("mine", "--format", "tsv").output
  }

  @Test func `cells are typed, planned, sent as one batch, and taken back`() async throws {
    let (world, _, second) = try await Self.world()
    let window = TestWindow(world)
    let code = await window.run("browse --sheet") { window in
      await window.wait(for: "Elm bowl")
      window.terminal.type("+10%\r=12000*0.9\r")
      await window.wait(for: "2 changes")
      window.terminal.type("\u{1B}[C\u{1B}[C9\r")
      await window.wait(for: "3 changes")
      window.terminal.type(Self.send + "y\r")
      await window.wait(for: "Changed 2 listings; undo takes them back.")
      window.terminal.type("q")
    }
    #expect(code == .done, "\(window.terminal.error)")
    let said = window.terminal.error
    #expect(said.contains("\(second) Elm bowl: price ₩20,000 → ₩22,000"), "\(said)")
    let after = await Self.listings(world)
    #expect(after.contains("\t22000\t") && after.contains("\t10800\t"), "\(after)")
    #expect(await world.run("batches").output.contains("browse --sheet"))
    #expect(await world.run("undo", "--yes").exitCode == 0)
    let back = await Self.listings(world)
    #expect(back.contains("\t20000\t") && back.contains("\t12000\t"), "\(back)")
  }

  @Test func `a sale of the marked listings is planned, and the sheet comes back`() async throws {
    let (world, first, second) = try await Self.world()
    let window = TestWindow(world)
    let code = await window.run("browse --sheet") { window in
      await window.wait(for: "Elm bowl")
      window.terminal.type("a%")
      await window.wait(for: "sale of 2 listings, such as 20% --until sun:")
      window.terminal.type("20% --until 12/24\ry\r")
      await window.wait(for: "₩9,600")
      window.terminal.type("q")
    }
    #expect(code == .done, "\(window.terminal.error)")
    for (id, price) in [(first, 9_600), (second, 16_000)] {
      #expect(try await world.listing(id).salePrice?.amount == Decimal(price))
    }
    #expect(await world.run("sales").output.contains("20%"))
  }

  @Test func `what is not sent is kept for the next sheet`() async throws {
    let (world, _, _) = try await Self.world()
    let window = TestWindow(world)
    _ = await window.run("browse --sheet") { window in
      await window.wait(for: "Elm bowl")
      window.terminal.type("25000\r")
      await window.wait(for: "1 change")
      window.terminal.type(Self.send + "n\r")
      await window.wait(for: "Nothing was sent.")
      window.terminal.type("q")
    }
    #expect(
      (window.rest + window.terminal.error).contains(
        "1 change is kept and not sent; "),
      "\(window.rest) \(window.terminal.error)")
    #expect(await Self.listings(world).contains("\t20000\t"))
    let again = TestWindow(world)
    _ = await again.run("browse --mine") { window in
      await window.wait(for: "Elm bowl")
      window.terminal.type("i")
      await window.wait(for: "₩20,000 → ₩25,000")
      window.terminal.type("uq")
      await window.wait(for: "2 Mine")
      window.terminal.type("q")
    }
    let file = try DraftStore(again.shell.market).sheetPath
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(!text.contains("25000"), "\(text)")
    #expect(await !world.run("drafts").output.contains("sheet"))
  }

  @Test func `what others change or remove meanwhile is left, and said`() async throws {
    let (world, first, second) = try await Self.world()
    let window = TestWindow(world)
    _ = await window.run("browse --sheet") { window in
      await window.wait(for: "Elm bowl")
      window.terminal.type("25000\r13000\r")
      await window.wait(for: "2 changes")
      _ = await world.run("edit", "\(second)", "--price", "21000")
      _ = await world.run("remove", "\(first)", "--yes")
      window.terminal.type(Self.send)
      await window.wait(for: "Others have changed 1 cell meanwhile; it was left.")
      await window.wait(for: "Listing \(first) does not exist any more.")
      await window.wait(for: "₩21,000 → ₩25,000")
      window.terminal.type("k\r\r")
      window.terminal.type(Self.send + "y\r")
      await window.wait(for: "Changed 1 listing; undo takes it back.")
      window.terminal.type("q")
    }
    #expect(await Self.listings(world).contains("\t25000\t"))
  }

  @Test func `what others change while the plan is on the screen is left`() async throws {
    let (world, first, second) = try await Self.world()
    let window = TestWindow(world)
    window.terminal.whileAsking { [weak world] in
      world?.changeElsewhere(second, ListingFields(price: 21_000))
    }
    _ = await window.run("browse --sheet") { window in
      await window.wait(for: "Elm bowl")
      window.terminal.type("25000\r13000\r")
      await window.wait(for: "2 changes")
      window.terminal.type(Self.send + "y\r")
      await window.wait(for: "Others have changed 1 cell meanwhile; it was left.")
      await window.wait(for: "₩21,000 → ₩25,000")
      window.terminal.type("q")
    }
    #expect(window.terminal.prompts.contains { $0.contains("Change 2 listings") })
    #expect(try await world.listing(second).price?.amount == 21_000)
    #expect(try await world.listing(first).price?.amount == 13_000)
  }

  @Test func `a sale price that stays is sent with the new price`() async throws {
    let (world, _, second) = try await Self.world()
    _ = await world.run("edit", "\(second)", "--sale-price", "15000")
    let window = TestWindow(world)
    _ = await window.run("browse --sheet") { window in
      await window.wait(for: "₩15,000")
      window.terminal.type("25000\r")
      await window.wait(for: "1 change")
      window.terminal.type("k\u{1B}[C15000\r")
      await window.wait(for: "2 changes")
      window.terminal.type(Self.send + "y\r")
      await window.wait(for: "Changed 1 listing; undo takes it back.")
      window.terminal.type("q")
    }
    let after = try await world.listing(second)
    #expect(after.price?.amount == 25_000 && after.salePrice?.amount == 15_000, "\(after)")
  }

  @Test func `calculations are rounded, and a negative result is no step`() async throws {
    let (world, _, second) = try await Self.world()
    _ = await world.run("edit", "\(second)", "--stock", "15")
    let window = TestWindow(world)
    _ = await window.run("browse --sheet") { window in
      await window.wait(for: "Elm bowl")
      window.terminal.type("=10000/3\rk")
      await window.wait(for: "₩3,333")
      window.terminal.type("\u{1B}[C\u{1B}[C=1-5\r")
      await window.wait(for: "is negative")
      window.terminal.type("\u{3}+10%\r")
      await window.wait(for: "15 → 17")
      window.terminal.type("q")
    }
  }

  @Test func `two windows keep what each has typed`() async throws {
    let (world, first, second) = try await Self.world()
    let window = TestWindow(world)
    let market = window.shell.market
    let (one, other) = (try SheetStore(market), try SheetStore(market))
    let list = BrowsePlace.List(
      query: ListQuery(filter: ListQuery.Filter(), perPage: 100), rows: [:], total: nil, own: nil,
      cursor: 0, top: 0)
    func place(_ store: SheetStore) throws -> SheetPlace {
      var place = SheetPlace(list)
      try store.read(into: &place)
      return place
    }
    var (left, right) = (try place(one), try place(other))
    left.changes.type([(.init(first, .price), "1", "2"), (.init(first, .stock), "1", "3")])
    try one.save(left)
    right.changes.type([(.init(second, .price), "1", "4")])
    try other.save(right)
    _ = left.changes.undo()
    left.changes.type([(.init(first, .name), "a", "b")])
    try one.save(left)
    let kept = try place(try SheetStore(market)).changes
    #expect(kept.all.map(\.cell.new) == ["4", "b"], "\(kept.all)")
  }

  @Test func `what the market refuses stays in its cell with the reason`() async throws {
    let (world, _, _) = try await Self.world()
    let window = TestWindow(world)
    _ = await window.run("browse --sheet") { window in
      await window.wait(for: "Elm bowl")
      window.terminal.type("25000\r")
      await window.wait(for: "1 change")
      world.spy.answer(HTTPResponse(status: 403)) { $0.method == .patch }
      window.terminal.type(Self.send + "y\r")
      await window.wait(for: "1 was not changed; its cells say why.")
      window.terminal.type("k")
      await window.wait(for: "belongs to another shop")
      world.spy.intercept(nil)
      window.terminal.type("q")
    }
    #expect(await Self.listings(world).contains("\t20000\t"))
  }

  @Test func `codes, sales and texts are read by the rules of edit`() async throws {
    let (world, first, _) = try await Self.world()
    _ = await world.run("edit", "\(first)", "--code", "MUG-01")
    let window = TestWindow(world)
    _ = await window.run("browse --sheet") { window in
      await window.wait(for: "MUG-01")
      window.terminal.type("\u{1B}[C30%\r")
      await window.wait(for: "₩14,000")
      window.terminal.type("13000\r")
      await window.wait(for: "the sale price would be more than the price")
      window.terminal.type("\u{3}\u{1B}[H\ra b\r")
      await window.wait(for: "it cannot contain")
      window.terminal.type("\u{3}q")
    }
    #expect(window.terminal.error.contains("1 change is kept") || window.rest.contains("1 change"))
  }

  @Test func `without a window the command is the list of the own listings`() async throws {
    let (world, _, second) = try await Self.world()
    let result = await world.run("browse", "--sheet", "--format", "tsv")
    #expect(result.exitCode == 0 && result.output.contains("\(second)\t"), "\(result)")
  }
}
