import Base
import CommandLanguage
import Formatting
import Foundation
import ListingChanges
import MarketRender
import MarketService
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct EditTests {
  @Test(
    arguments: [
      ("12000", "+10%", nil, "13200"), ("12345", "+10%", nil, "13580"),
      ("12345", "-50%", nil, "6173"), ("12345", "+10%", "100", "13600"),
      ("12345", "-500", nil, "11845"), ("12345", "+5", "100", "12400"),
      ("$12.50", "+1%", nil, "12.63"), ("$12.50", "+$0.25", nil, "12.75"),
      ("12000", "9900", nil, "9900"),
    ] as [(String, String, String?, String)])
  func `a relative price is rounded half up to the currency's digits`(
    _ old: String, _ change: String, _ step: String?, _ new: String
  ) async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: old)
    let round = step.map { ["--round", $0] } ?? []
    let result = await world.run(
      ["edit", "\(id)", "--price", change] + round, on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(try await world.listing(id).price?.amount == Decimal(string: new))
    #expect(result.error.contains("→"))
  }

  @Test(
    arguments: [
      (
        "12400", "+0.5%", "1000",
        "+0.5% of the price ₩12,400 rounds to ₩12,000, which is less than before"
      ),
      (
        "12600", "-0.5%", "1000",
        "-0.5% of the price ₩12,600 rounds to ₩13,000, which is more than before"
      ),
      ("12600", "-50", "1000", "₩12,600 -50 rounds to ₩13,000, which is more than before"),
      ("12000", "+100", "1000", "₩12,000 +100 rounds to ₩12,000, which is no change"),
      ("12", "+1%", nil, "+1% of the price ₩12 rounds to ₩12, which is no change"),
    ] as [(String, String, String?, String)])
  func `a change that rounding would reverse is refused`(
    _ old: String, _ change: String, _ step: String?, _ words: String
  ) async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: old)
    world.spy.reset()
    let round = step.map { ["--round", $0] } ?? []
    let result = await world.run(
      ["edit", "\(id)", "--price", change] + round, on: FakeTerminal(isTTY: false))
    #expect(result.ends(with: 2, saying: words))
    #expect(result.error.contains("; use a smaller `--round`") == (step != nil))
    #expect(world.spy.writes.isEmpty)
  }

  @Test(arguments: [
    ["--price", "+$5"], ["--discount", "$1"], ["--sale-price", "$1"],
    ["--price", "+10%", "--currency", "USD"], ["--price", "$5", "--currency", "KRW"],
    ["--price", "+10%", "--round", "$1"],
  ])
  func `a currency other than the listing's is refused`(_ options: [String]) async throws {
    let world = try TestWorld()
    let id = try await world.add()
    world.spy.reset()
    let result = await world.run(["edit", "\(id)"] + options, on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 2, "\(options) \(result.error)")
    #expect(world.spy.writes.isEmpty)
  }

  @Test(arguments: [(["--stock", "+3"], 8), (["--stock", "-5"], 0), (["--stock", "7"], 7)])
  func `stock is increased and decreased`(_ options: [String], _ stock: Int) async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let result = await world.run(["edit", "\(id)"] + options, on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(try await world.listing(id).stock == stock)
  }

  @Test func `a relative change keeps what another program changed meanwhile`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let reads = Counter()
    world.spy.afterResponse { [weak world] request throws(TransportError) in
      guard request.method == .get, reads.next() == 1 else { return }
      world?.changeElsewhere(id, ListingFields(stock: 50))
    }
    let result = await world.run("edit", "\(id)", "--stock", "+1")
    #expect(result.exitCode == 6, "\(result)")
    #expect(try await world.listing(id).stock == 50)
  }

  @Test func `stock does not become negative`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let result = await world.run("edit", "\(id)", "--stock", "-6")
    #expect(result.ends(with: 2, saying: "has 5 in stock"))
  }

  @Test(arguments: [("--discount", "10%"), ("--discount", "1200"), ("--sale-price", "10800")])
  func `--discount and --sale-price change the same field`(
    _ option: String, _ value: String
  ) async throws {
    let world = try TestWorld()
    let id = try await world.add()
    #expect(await world.run("edit", "\(id)", option, value).exitCode == 0)
    #expect(try await world.listing(id).discount?.amount == 1200)
  }

  @Test func `a price below the discount is an error`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "12000", "--discount", "5000")
    let result = await world.run("edit", "\(id)", "--price", "4000", "--discount", "5000")
    #expect(result.ends(with: 2, saying: "the discount (₩5,000) is more than the price (₩4,000)"))
  }

  @Test(
    arguments: [
      ("20000", "2000", "+50%", "3000"), ("20000", "2000", "9900", "990"),
      ("12345", "1234", "+10%", "1357"), ("12345", "1235", "-5000", "735"),
      ("$20", "$2.50", "$10", "1.25"), ("$0.30", "$0.10", "+10%", "0.11"),
    ] as [(String, String, String, String)])
  func `a discount changes in proportion to the price`(
    _ old: String, _ discount: String, _ change: String, _ expected: String
  ) async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: old, "--discount", discount)
    let result = await world.run("edit", "\(id)", "--price", change)
    #expect(result.exitCode == 0, "\(result.error)")
    #expect(try await world.listing(id).discount?.amount == Decimal(string: expected))
  }

  @Test func `changing a discounted price says what buyers pay and how to keep it`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "20000", "--discount", "10%")
    let plan = await world.run("edit", "\(id)", "--price", "+50%", "--dry-run")
    let result = await world.run("edit", "\(id)", "--price", "+50%")
    for shown in [plan.output + plan.error, result.error] {
      for text in [
        "price ₩20,000 → ₩30,000", "discount ₩2,000 → ₩3,000", "buyers pay ₩18,000 → ₩27,000",
        "edit \(id) --discount 2000",
      ] { #expect(shown.contains(text), "\(text): \(shown)") }
    }
    let back = try #require(result.error.split(separator: "undo: market ").last)
    #expect(await world.run("-c", String(back.prefix { $0 != "\n" })).exitCode == 0)
    #expect(try await world.listing(id).discount?.amount == 2000)
    let kept = await world.run("edit", "\(id)", "--price", "+50%", "--discount", "2000")
    #expect(kept.error.contains("buyers pay ₩18,000 → ₩28,000"), "\(kept.error)")
    #expect(!kept.error.contains("To keep"), "\(kept.error)")
  }

  @Test func `an edit without a change sends nothing`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    world.spy.reset()
    #expect(await world.run("edit", "\(id)", "--price", "12000", "--name", "Oak mug").exitCode == 0)
    #expect(world.spy.writes.isEmpty)
  }

  @Test func `changing several listings asks`() async throws {
    let world = try TestWorld()
    let (first, last) = (try await world.add(), try await world.add())
    for answer in ["", "1", "n", "３"] {
      let no = await world.ask("edit", "\(first)..\(last)", "--stock", "1", typing: [answer])
      #expect(no.exitCode != 0, "\(answer)")
    }
    #expect(try await world.listing(first).stock == 5)
    let yes = await world.ask("edit", "\(first)..\(last)", "--stock", "1", typing: ["2"])
    #expect(yes.exitCode == 0, "\(yes.error)")
    #expect(yes.output.contains("Change 2 listings at home as \(TestWorld.shop)?"))
    #expect(try await world.listing(last).stock == 1)
  }

  @Test func `without a terminal, several listings need --yes before any request`() async throws {
    let world = try TestWorld()
    let (first, last) = (try await world.add(), try await world.add())
    world.spy.reset()
    let result = await world.run("edit", "\(first)..\(last)", "--stock", "1")
    #expect(result.ends(with: 2, saying: "--yes"))
    #expect(world.spy.requests.isEmpty)
  }

  @Test func `listings of other shops in a range are counted and skipped`() async throws {
    let world = try TestWorld()
    let first = try await world.add()
    let other = try await world.addToOtherShop()
    let gone = try await world.add()
    let last = try await world.add()
    #expect(await world.run("remove", "\(gone)", "--yes").exitCode == 0)
    let result = await world.run("edit", "\(first)..\(last)", "--stock", "1", "--yes")
    #expect(result.ends(with: 0, saying: "1 of other shops and 1 id without a listing"))
    #expect(try await world.listing(other).stock == 0)
    #expect(await world.run("edit", "\(other)", "--stock", "1").ends(with: 4, saying: "Pines"))
    #expect(await world.run("edit", "\(first)", "\(other)", "--stock", "2", "--yes").exitCode == 4)
    let mixed = await world.run("edit", "\(other)", "\(first)..\(last)", "--stock", "3", "--yes")
    #expect(mixed.exitCode == 4)
    #expect(try await world.listing(first).stock == 1)
  }

  @Test func `changes before a failure are reported`() async throws {
    let world = try TestWorld()
    let (first, last) = (try await world.add(), try await world.add())
    world.spy.answer(.failed) { $0.method == .patch && $0.target.hasSuffix("/\(last)") }
    let result = await world.run("edit", "\(first)..\(last)", "--stock", "1", "--yes")
    #expect(result.ends(with: 6, saying: "1 of 2 changed, 1 failed"))
    #expect(result.error.contains("error: \(last) Oak mug: "))
    #expect(result.output.hasPrefix("\(first)\t"))
  }

  @Test func `the undo line restores the old code`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "12000", "--code", "OLD")
    let result = await world.run("edit", "\(id)", "--code", "NEW")
    #expect(result.error.contains("edit \(id) --code OLD"))
  }

  @Test func `a change is reported even if a later step fails`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    var markets = try Markets(readingFrom: world.paths.markets)
    markets["home"]?.vendorID = nil
    try markets.write(to: world.paths.markets)
    world.spy.afterResponse { [path = world.paths.markets] request in
      if request.method == .patch { try? Data("{".utf8).write(to: URL(filePath: path)) }
    }
    let result = await world.run("edit", "\(id)", "--stock", "9", "--code", "NEW")
    #expect(result.ends(with: 8, saying: "\(id) Oak mug was changed, but"))
    #expect(result.error.contains("markets.json\" is damaged"))
    #expect(result.error.contains("undo: market edit \(id) --stock 5"))
    #expect(result.error.contains("try: market edit \(id) --code NEW"))
    #expect(try await world.listing(id).stock == 9)
  }

  @Test func `unchanged fields are not checked`() throws {
    let old = Product(
      id: 7, vendor: Vendor(id: 1, name: "Pines"), name: "ab", description: "old",
      price: Money(1000, .krw), discount: Money(2000, .krw), stock: 1)
    var plan = EditPlan(old)
    try plan.set(stock: .to(4))
    try plan.check(MoneyText(locale: Locale(identifier: "en_US")))
    try plan.set(discount: .amount(WrittenAmount(1500)), left: nil)
    #expect(throws: InvalidListing.self) {
      try plan.check(MoneyText(locale: Locale(identifier: "en_US")))
    }
  }

  @Test func `a discount of 0 does not change with the currency`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let result = await world.run("edit", "\(id)", "--new-currency", "USD", "--allow", "currency")
    #expect(result.ends(with: 0, saying: "price"))
    #expect(!result.error.contains("discount"), "\(result.error)")
  }
}

@Suite(.timeLimit(.minutes(60))) struct UndoLineTests {
  /// Other programs can create such listings; the prompt does not accept these values.
  @Test(arguments: [
    ("Oak mug", "", "edit 7 --name 'Oak mug' --stock 5"),
    ("Oak mug", "            ", "edit 7 --name 'Oak mug' --stock 5"),
    ("Oak mug", "short", "edit 7 --name 'Oak mug' --stock 5"),
    ("ab", "Turned from one piece.", "edit 7 --description 'Turned from one piece.' --stock 5"),
    ("", "", "edit 7 --stock 5"),
  ])
  func `an undo line has no values that would be refused`(
    _ name: String, _ description: String, _ line: String
  ) throws {
    let old = Product(
      id: 7, vendor: Vendor(id: 1, name: "Pines"), name: name, description: description,
      price: Money(1000, .krw), discount: Money(0, .krw), stock: 5)
    var plan = EditPlan(old)
    plan.set(name: "Elm bowl", description: "Turned from two pieces.")
    try plan.set(stock: .to(4))
    let back = plan.undoCommand(MoneyText(locale: Locale(identifier: "en_US")))
    #expect(back?.replacing("\"", with: "'") == line)
  }

  private struct Draw {
    var generator: SeededGenerator

    mutating func pick<T>(_ values: [T]) -> T {
      values[Int.random(in: 0..<values.count, using: &generator)]
    }

    mutating func edit() -> [String] {
      let choices: [[String]] = [
        [
          "--name",
          pick(["Ash \"bowl\"", "a $HOME 'x' \\ #y", "머그 잔 ☕", "--help", "~/x*?", "새 이름;"]),
        ],
        ["--price", pick(["9900", "+10%", "-500", "₩15,000", "20 USD", "12.34 USD"])],
        [
          "--description",
          pick(["Two\nlines of\ttext here", "Costs $5, \"really\" \\n", "긴 설명입니다 열 글자"]),
        ],
        ["--discount", pick(["0", "1", "10%", "2.5"])],
        ["--stock", pick(["0", "+3", "17", "-1"])],
        ["--thumbnail", pick(["1", "2"])],
        ["--code", pick(["A", "B-1", "머그"])],
      ]
      let first = pick(choices)
      let second = pick(choices)
      let edit = first[0] == second[0] ? first : first + second
      return edit + ["--allow", "price-jump,zero,discount,currency,fraction,sold-out"]
    }
  }

  private struct Facts: Equatable {
    var name: String
    var description: String?
    var price: Money?
    var discount: Money?
    var stock: Int?
    var thumbnail: String?

    init(_ product: Product) {
      name = product.name
      description = product.description
      price = product.price
      discount = product.discount
      stock = product.stock
      thumbnail = product.thumbnail
    }
  }

  @Test func `running the undo line undoes the edit`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "12000", "--image", "b.jpg", "--code", "C")
    var draw = Draw(generator: SeededGenerator(seed: 42))
    var turned = 0
    for _ in 0..<150 {
      let before = Facts(try await world.listing(id))
      let edit = draw.edit()
      let result = await world.run(["edit", "\(id)"] + edit, on: FakeTerminal(isTTY: false))
      guard result.exitCode == 0,
        let back = result.error.split(separator: "undo: market ").dropFirst().first
      else { continue }
      let line = String(back.prefix { $0 != "\n" })
      let after = Facts(try await world.listing(id))
      let undone = await world.run("-c", line)
      #expect(undone.exitCode == 0, "\(line): \(undone.error)")
      #expect(Facts(try await world.listing(id)) == before, "\(edit) then \(line)")
      turned += after == before ? 0 : 1
      // Every other edit is not undone, so that the next one starts with other values.
      if turned % 2 == 0 {
        await world.run(["edit", "\(id)"] + edit, on: FakeTerminal(isTTY: false))
      }
    }
    #expect(turned > 30)
  }
}
