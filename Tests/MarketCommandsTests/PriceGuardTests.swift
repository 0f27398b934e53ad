/// What may not have been meant: named, asked about, and let through where it was allowed.
import CommandLanguage
import Foundation
import MarketRender
import MarketService
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketCommands
@testable import MarketShell
@testable import SellerSession

@Suite struct PriceGuardTests {
  private static let money = MoneyText(locale: Locale(identifier: "en_US"))

  private static func product(
    _ price: Decimal = 12_000, off: Decimal = 0, stock: Int = 5
  ) -> Product {
    Product(
      id: 7, vendor: Vendor(id: 1), name: "Oak mug", price: Money(price, .krw),
      salePrice: Money(price - off, .krw), discount: Money(off, .krw), stock: stock)
  }

  @Test(
    arguments: [
      (ListingFields(price: 36_000), []), (ListingFields(price: 36_001), [.priceJump]),
      (ListingFields(price: 4_000), []), (ListingFields(price: 3_999), [.priceJump]),
      (ListingFields(price: 0), [.zero]), (ListingFields(discount: 12_000), [.zero]),
      (ListingFields(discount: 10_800), [.priceJump]),
      (ListingFields(discount: 10_801), [.discount, .priceJump]),
      (ListingFields(price: 9, currency: .usd), [.currency]),
      (ListingFields(currency: .usd), [.currency]), (ListingFields(currency: .krw), []),
      (ListingFields(name: "Elm mug", stock: 0), []),
    ] as [(ListingFields, [Allowance])])
  func `a change is judged by what buyers will pay`(
    _ fields: ListingFields, _ kinds: [Allowance]
  ) {
    let found = PriceGuard(money: Self.money)
      .warnings(of: "7 Oak mug", before: Self.product(), sending: fields)
    #expect(found.map(\.kind) == kinds)
    #expect(found.allSatisfy { $0.text.hasPrefix("7 Oak mug: ") })
  }

  @Test func `a listing that was free may cost anything`() {
    let found = PriceGuard(money: Self.money).warnings(
      of: "7", before: Self.product(5000, off: 5000), sending: ListingFields(discount: 0))
    #expect(found.isEmpty)
  }

  @Test func `one listing may be sold out, several are named`() throws {
    func plan(_ stock: Int) throws -> EditPlan {
      var plan = EditPlan(Self.product(stock: stock))
      try plan.set(stock: .to(0))
      return plan
    }
    let prices = PriceGuard(money: Self.money)
    #expect(prices.warnings(ofAll: [try plan(5), try plan(0)]).isEmpty)
    #expect(prices.warnings(ofAll: [try plan(5), try plan(2)]).map(\.kind) == [.soldOut])
  }

  @Test(arguments: [
    (["--price", "120"], "price-jump"), (["--price", "120000", "--yes"], "price-jump"),
    (["--discount", "100%"], "zero"), (["--discount", "95%"], "discount,price-jump"),
    (["--price", "$9"], "currency"), (["--price", "12000.5"], "fraction"),
    (["--discount", "0.5"], "fraction"), (["--sale-price", "11999.5"], "fraction"),
    (["--price", "+10%", "--round", "0.7"], "fraction"),
    (["--price", "$9.5012"], "currency,fraction"),
  ])
  func `off a terminal a change that may be a slip needs --allow`(
    _ options: [String], _ allowed: String
  ) async throws {
    let world = try TestWorld()
    let id = try await world.add()
    world.wire.forget()
    let words = ["edit", "\(id)"] + options
    let refused = await world.run(words, on: FakeTerminal(isTTY: false))
    #expect(refused.exitCode == 2)
    #expect(refused.error.contains("\(id) Oak mug: "))
    let kinds = Set(allowed.split(separator: ","))
    let told = refused.error.split(separator: "--allow ").last?.prefix { $0 != "\n" } ?? ""
    #expect(Set(told.split(separator: ",")) == kinds)
    #expect(world.wire.writes.isEmpty)
    let done = await world.run(words + ["--allow", allowed], on: FakeTerminal(isTTY: false))
    #expect(done.exitCode == 0, "\(done.error)")
  }

  @Test func `what is allowed is only what was said`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let result = await world.run("edit", "\(id)", "--discount", "95%", "--allow", "discount")
    #expect(result.exitCode == 2)
    #expect(result.error.contains("--allow price-jump\n"))
  }

  @Test func `an unknown word is told with the nearest`() async throws {
    let world = try TestWorld()
    let result = await world.run("edit", "1", "--price", "5", "--allow", "zero,price-jmp")
    #expect(result.exitCode == 2)
    #expect(result.error.contains("did you mean price-jump?"), "\(result.error)")
  }

  @Test(arguments: [
    ("y", Decimal(120)), ("n", 12_000), ("", 12_000), ("1", 12_000),
  ])
  func `on a terminal it is asked about, even with --yes`(
    _ answer: String, _ price: Decimal
  ) async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let result = await world.ask("edit", "\(id)", "--price", "120", "--yes", typing: [answer])
    #expect(result.error.contains("Please look twice:"))
    #expect(result.output.contains("Change \(id) Oak mug at home as \(TestWorld.shop)? [y/N]"))
    #expect(try await world.listing(id).price?.amount == price)
  }

  @Test func `the way back of an odd change runs as it stands`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let result = await world.run("edit", "\(id)", "--price", "120", "--allow", "price-jump")
    let back = try #require(result.error.split(separator: "undo: ").last)
    let undone = await world.run("-c", String(back.prefix { $0 != "\n" }))
    #expect(undone.exitCode == 0, "\(undone.error)")
    #expect(try await world.listing(id).price?.amount == 12_000)
  }

  @Test(
    arguments: [
      (["--price", "13000"], 12_000.5, 0), (["--currency", "KRW"], 12.5, 0),
      (["--discount", "0"], 12_000, 0.5),
    ] as [([String], Decimal, Decimal)])
  func `an amount that no coin pays can be turned back to`(
    _ options: [String], _ price: Decimal, _ discount: Decimal
  ) async throws {
    let world = try TestWorld()
    let currency = options[0] == "--currency" ? "USD" : "KRW"
    let id = try await world.add(
      "Oak mug", price: "\(price) \(currency)", "--discount", "\(discount)", "--allow", "fraction")
    let result = await world.run(
      ["edit", "\(id)"] + options + ["--allow", "currency,fraction"],
      on: FakeTerminal(isTTY: false))
    let back = try #require(result.error.split(separator: "undo: ").last)
    let undone = await world.run("-c", String(back.prefix { $0 != "\n" }))
    #expect(undone.exitCode == 0, "\(undone.error)")
    let listing = try await world.listing(id)
    #expect(listing.price == Money(price, Currency(rawValue: currency)))
    #expect(listing.discount?.amount == discount)
  }

  @Test func `a currency without such coins is asked about`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "$12.50")
    let refused = await world.run("edit", "\(id)", "--currency", "KRW", "--allow", "currency")
    #expect(refused.exitCode == 2)
    #expect(refused.error.contains("--allow fraction"), "\(refused.error)")
  }

  @Test func `what is odd already is not asked about`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "12000.5", "--allow", "fraction")
    for change in [["--stock", "9"], ["--sale-price", "12000"]] {
      let result = await world.run(["edit", "\(id)"] + change, on: FakeTerminal(isTTY: false))
      #expect(result.exitCode == 0, "\(result.error)")
    }
  }

  @Test func `several sold out at once are asked about`() async throws {
    let world = try TestWorld()
    let (first, last) = (try await world.add(), try await world.add())
    let refused = await world.run("edit", "\(first)..\(last)", "--stock", "0", "--yes")
    #expect(refused.exitCode == 2)
    #expect(refused.error.contains("--allow sold-out"))
    let done = await world.run(
      "edit", "\(first)..\(last)", "--stock", "0", "--yes", "--allow", "sold-out")
    #expect(done.exitCode == 0, "\(done.error)")
  }

  @Test func `a new listing with nearly everything off is asked about`() async throws {
    let world = try TestWorld()
    let words = [
      "add", "--name", "Oak mug", "--price", "12000", "--description", "Turned from one piece.",
      "--image", "a.jpg", "--discount", "95%",
    ]
    let refused = await world.run(words, on: FakeTerminal(isTTY: false))
    #expect(refused.exitCode == 2)
    #expect(refused.error.contains("--allow discount"))
    #expect(try world.service.listingCount == 0)
    let asked = await world.run(words, on: FakeTerminal(input: ["y"]))
    #expect(asked.exitCode == 0, "\(asked.error)")
  }
}
