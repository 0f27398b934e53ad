import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import Testing

/// Random tables over a random shop: afterwards the market has what the cells say, and the same table
/// changes nothing more.
///
/// `OPENMARKET_TABLES` is the number of tables.
@Suite(.timeLimit(.minutes(180))) struct RandomTableTests {
  private static let perWorld = 10
  private static let worlds: Range<Int> = {
    let count = ProcessInfo.processInfo.environment["OPENMARKET_TABLES"].flatMap(Int.init)
    return 0..<max(1, (count ?? 40) / perWorld)
  }()

  /// A listing as the table leaves it.
  private struct Wanted: Equatable {
    var name: String
    var price: Int
    var discount: Int
    var stock: Int
  }

  /// The cells of a row: nil is blank.
  private struct Row {
    var code: String
    var name: String?
    var price: Int?
    var discount: Int?
    var stock: Int?
    var action = ""

    var cells: [String] {
      func text(_ number: Int?) -> String { number.map(String.init) ?? "" }
      return [
        code, name ?? "", "Turned from one piece.", text(price), text(discount), text(stock),
        action,
        "a.jpg",
      ]
    }
  }

  @Test(arguments: worlds)
  func `the market has what the cells say, and the same table changes nothing more`(
    seed: Int
  ) async throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 77)
    let world = try TestWorld(extensions: seed.isMultiple(of: 2))
    var shop: [String: Wanted] = [:]
    for round in 0..<Self.perWorld {
      let rows = Self.rows(shop, round, &random)
      for row in rows { Self.apply(row, to: &shop) }
      let (name, text) = try Self.table(rows, &random)
      try world.write(name, text)
      let done = await world.run(
        "import", name, "--yes", "--allow",
        "price-jump,sold-out,discount,zero,smaller-discount")
      #expect(done.exitCode == 0, "seed \(seed), round \(round): \(done.error)\n\(text)")
      #expect(try await Self.market(world) == shop, "seed \(seed), round \(round)\n\(text)")
      guard rows.allSatisfy({ $0.action != "remove" }) else { continue }
      let again = await world.run("import", name, "--yes")
      #expect(
        again.error.contains("Nothing to do in \(name)"),
        "seed \(seed), round \(round): \(again.error)\n\(text)")
    }
  }

  private static func rows(
    _ shop: [String: Wanted], _ round: Int, _ random: inout SeededGenerator
  ) -> [Row] {
    var rows = shop.keys.sorted().filter { _ in Bool.random(using: &random) }.map { code in
      var row = Row(code: code)
      if Bool.random(using: &random) { row.name = name(&random) }
      if Bool.random(using: &random) { row.price = Int.random(in: 10...99, using: &random) * 1000 }
      if Bool.random(using: &random) { row.discount = Int.random(in: 0...9, using: &random) * 100 }
      if Bool.random(using: &random) { row.stock = Int.random(in: 0...50, using: &random) }
      if Int.random(in: 0..<8, using: &random) == 0 { row.action = "remove" }
      return row
    }
    for number in 0..<Int.random(in: 1...3, using: &random) {
      rows.append(
        Row(
          code: "C-\(round)-\(number)", name: name(&random),
          price: Int.random(in: 10...99, using: &random) * 1000, discount: 0,
          stock: Int.random(in: 0...9, using: &random)))
    }
    rows.shuffle(using: &random)
    return rows
  }

  private static func name(_ random: inout SeededGenerator) -> String {
    let parts = ["Oak", "컵", "=1+1", "'quoted'", "\"mug\"", "a,b", "semi;colon", "🏺", "-5", "tea"]
    return (0..<3).compactMap { _ in parts.randomElement(using: &random) }.joined(separator: " ")
  }

  private static func apply(_ row: Row, to shop: inout [String: Wanted]) {
    guard row.action != "remove" else {
      shop[row.code] = nil
      return
    }
    var wanted = shop[row.code] ?? Wanted(name: "", price: 0, discount: 0, stock: 0)
    wanted.name = row.name ?? wanted.name
    wanted.price = row.price ?? wanted.price
    wanted.discount = row.discount ?? wanted.discount
    wanted.stock = row.stock ?? wanted.stock
    shop[row.code] = wanted
  }

  private static let header = [
    "code", "name", "description", "price", "discount", "stock", "action", "photo1",
  ]

  /// The table in a random format.
  private static func table(
    _ rows: [Row], _ random: inout SeededGenerator
  ) throws -> (String, String) {
    let cells = rows.map(\.cells)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return ("t.csv", text([header] + cells, separator: ","))
    case 1: return ("t.tsv", text([header] + cells, separator: "\t"))
    // A semicolon is found in the header.
    case 2: return ("t.csv", text([header] + cells, separator: ";"))
    default:
      let objects = cells.map { row -> JSON in
        var object = JSONObject()
        for (key, cell) in zip(header, row) where !cell.isEmpty { object[key] = .string(cell) }
        return JSON.object(object)
      }
      return ("t.jsonl", objects.map { $0.text() + "\n" }.joined())
    }
  }

  private static func text(_ rows: [[String]], separator: String) -> String {
    rows.map { row in row.map(quoted).joined(separator: separator) + "\n" }.joined()
  }

  /// `import` takes one apostrophe away before another or a formula.
  private static func quoted(_ cell: String) -> String {
    let guarded = cell.hasPrefix("'") ? "'" + cell : cell
    let doubled = guarded.replacing("\"", with: "\"\"")
    return "\"" + doubled + "\""
  }

  private static func market(_ world: TestWorld) async throws -> [String: Wanted] {
    let result = await world.run(
      "list", "--mine", "--all", "--json", "--fields", "code,name,price,discount,stock")
    guard case .array(let rows) = try JSON(parsing: result.output) else { return [:] }
    var shop: [String: Wanted] = [:]
    for case .object(let row) in rows {
      shop[row["code"]?.stringValue ?? ""] = Wanted(
        name: row["name"]?.stringValue ?? "", price: row["price"]?.intValue ?? 0,
        discount: row["discount"]?.intValue ?? 0, stock: row["stock"]?.intValue ?? 0)
    }
    return shop
  }
}
