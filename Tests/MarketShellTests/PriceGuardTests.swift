import CommandLanguage
import Formatting
import Foundation
import ListingChanges
import MarketRender
import MarketService
import MarketTestSupport
import MarketWire
import Messages
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct PriceGuardTests {
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
      (ListingFields(name: "Elm mug", stock: 0), []), (ListingFields(stock: 100_000), []),
      (ListingFields(stock: 100_001), [.stock]),
    ] as [(ListingFields, [Allowance])])
  func `a change is judged by the price that buyers pay`(
    _ fields: ListingFields, _ kinds: [Allowance]
  ) {
    let found = PriceGuard(money: Self.money)
      .warnings(of: "7 Oak mug", before: Self.product(), sending: fields)
    #expect(found.map(\.kind) == kinds)
    #expect(found.allSatisfy { $0.text.english.hasPrefix("7 Oak mug: ") })
  }

  @Test func `a free listing may get any price`() {
    let found = PriceGuard(money: Self.money).warnings(
      of: "7", before: Self.product(5000, off: 5000), sending: ListingFields(discount: 0))
    #expect(found.isEmpty)
  }

  @Test func `one sold-out listing causes no warning, several do`() throws {
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
  func `without a terminal an unusual change needs --allow`(
    _ options: [String], _ allowed: String
  ) async throws {
    let world = try TestWorld()
    let id = try await world.add()
    world.spy.reset()
    let words = ["edit", "\(id)"] + options
    let refused = await world.run(words, on: FakeTerminal(isTTY: false))
    #expect(refused.ends(with: 2, saying: "\(id) Oak mug: "))
    let kinds = Set(allowed.split(separator: ","))
    let told = refused.error.split(separator: "--allow ").last?.prefix { $0 != "\n" } ?? ""
    #expect(Set(told.split(separator: ",")) == kinds)
    #expect(world.spy.writes.isEmpty)
    let done = await world.run(words + ["--allow", allowed], on: FakeTerminal(isTTY: false))
    #expect(done.exitCode == 0, "\(done.error)")
  }

  @Test func `--allow permits only the named warnings`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let result = await world.run("edit", "\(id)", "--discount", "95%", "--allow", "discount")
    #expect(result.ends(with: 2, saying: "--allow price-jump\n"))
  }

  @Test func `an unknown word of --allow is reported with the nearest`() async throws {
    let world = try TestWorld()
    let result = await world.run("edit", "1", "--price", "5", "--allow", "zero,price-jmp")
    #expect(result.ends(with: 2, saying: "did you mean price-jump?"))
  }

  @Test(arguments: [("y", Decimal(120)), ("n", 12_000), ("", 12_000), ("1", 12_000)])
  func `on a terminal an unusual change asks, even with --yes`(
    _ answer: String, _ price: Decimal
  ) async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let result = await world.ask("edit", "\(id)", "--price", "120", "--yes", typing: [answer])
    #expect(result.error.contains("Please check:"))
    #expect(result.output.contains("Change \(id) Oak mug at home as \(TestWorld.shop)? [y/N]"))
    #expect(try await world.listing(id).price?.amount == price)
  }

  @Test func `the undo line of an unusual change runs unchanged`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let result = await world.run("edit", "\(id)", "--price", "120", "--allow", "price-jump")
    let back = try #require(result.error.split(separator: "undo: market ").last)
    let undone = await world.run("-c", String(back.prefix { $0 != "\n" }))
    #expect(undone.exitCode == 0, "\(undone.error)")
    #expect(try await world.listing(id).price?.amount == 12_000)
  }

  @Test(
    arguments: [
      (["--price", "13000"], 12_000.5, 0), (["--new-currency", "KRW"], 12.5, 0),
      (["--discount", "0"], 12_000, 0.5),
    ] as [([String], Decimal, Decimal)])
  func `undo can restore an amount with too many fraction digits`(
    _ options: [String], _ price: Decimal, _ discount: Decimal
  ) async throws {
    let world = try TestWorld()
    let currency = options[0] == "--new-currency" ? "USD" : "KRW"
    let id = try await world.add(
      "Oak mug", price: "\(price) \(currency)", "--discount", "\(discount)", "--allow", "fraction")
    let result = await world.run(
      ["edit", "\(id)"] + options + ["--allow", "currency,fraction"],
      on: FakeTerminal(isTTY: false))
    let back = try #require(result.error.split(separator: "undo: market ").last)
    let undone = await world.run("-c", String(back.prefix { $0 != "\n" }))
    #expect(undone.exitCode == 0, "\(undone.error)")
    let listing = try await world.listing(id)
    #expect(listing.price == Money(price, Currency(rawValue: currency)))
    #expect(listing.discount?.amount == discount)
  }

  @Test(arguments: [
    ("add --name 'Oak mug' --price €12 --description 'Turned from one piece.' --image a.jpg", true),
    (
      "add --name 'Oak mug' --price $12 --description 'Turned from one piece.' --image a.jpg", false
    ),
    ("edit 1 --new-currency JPY --allow currency", true),
    ("edit 1 --new-currency USD --allow currency", false), ("edit 2 --price 9", false),
  ])
  func `a currency that phone apps do not know is asked about`(
    line: String, isAsked: Bool
  ) async throws {
    let world = try TestWorld()
    try await world.add()
    try await world.add("Elm mug", price: "€7", "--allow", "unusual-currency")
    let result = await world.run("-c", line)
    #expect(result.exitCode == (isAsked ? 2 : 0), "\(result.error)")
    #expect(result.error.contains("--allow unusual-currency") == isAsked, "\(result.error)")
  }

  @Test func `a currency without fraction digits causes a question`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "$12.50")
    let refused = await world.run("edit", "\(id)", "--new-currency", "KRW", "--allow", "currency")
    #expect(refused.ends(with: 2, saying: "--allow fraction"))
  }

  @Test func `an unusual value that does not change causes no question`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "12000.5", "--allow", "fraction")
    for change in [["--stock", "9"], ["--sale-price", "12000"]] {
      let result = await world.run(["edit", "\(id)"] + change, on: FakeTerminal(isTTY: false))
      #expect(result.exitCode == 0, "\(result.error)")
    }
  }

  @Test func `selling out several listings asks for confirmation`() async throws {
    let world = try TestWorld()
    let (first, last) = (try await world.add(), try await world.add())
    let refused = await world.run("edit", "\(first)..\(last)", "--stock", "0", "--yes")
    #expect(refused.ends(with: 2, saying: "--allow sold-out"))
    let done = await world.run(
      "edit", "\(first)..\(last)", "--stock", "0", "--yes", "--allow", "sold-out")
    #expect(done.exitCode == 0, "\(done.error)")
  }

  @Test func `a new listing with a huge discount asks for confirmation`() async throws {
    let world = try TestWorld()
    let words = [
      "add", "--name", "Oak mug", "--price", "12000", "--description", "Turned from one piece.",
      "--image", "a.jpg", "--discount", "95%",
    ]
    let refused = await world.run(words, on: FakeTerminal(isTTY: false))
    #expect(refused.ends(with: 2, saying: "--allow discount"))
    #expect(try world.service.listingCount == 0)
    let asked = await world.run(words, on: FakeTerminal(input: ["y"]))
    #expect(asked.exitCode == 0, "\(asked.error)")
  }
}
