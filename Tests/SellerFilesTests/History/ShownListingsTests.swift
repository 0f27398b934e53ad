import Foundation
import MarketWire
import Testing

@testable import SellerFiles

@Suite(.timeLimit(.minutes(60))) struct ShownListingsTests {
  private static func row(
    _ id: Int, _ name: String, _ price: Decimal, _ currency: Currency = .krw, shop: String? = nil
  ) -> ShownListing {
    ShownListing(id: id, name: name, price: Money(price, currency), shop: shop, isOwn: shop == nil)
  }

  @Test func `a file keeps all fields, and a cut-off row is left out`() throws {
    let folder = NSTemporaryDirectory() + "shown-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let key = ShownListings.Key(url: "http://a\tb", account: "1")
    let file = ShownListingsFile(key, in: folder)
    let rows = [
      Self.row(5, "a\tb\nc\\", Decimal(string: "12.50") ?? 0, .usd),
      Self.row(6, "머그", 1, shop: "x"),
    ]
    try file.write(ShownListings(rows))
    #expect(file.read().rows == rows)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    try Data(text.utf8.dropLast(8)).write(to: URL(filePath: "\(folder)/\(name)"))
    #expect(file.read().rows == [rows[0]])
  }

  @Test func `the latest listings are kept, up to the limit`() {
    var shown = ShownListings()
    for start in [0, 2000, 4000] {
      shown.add((start..<start + 2000).map { Self.row($0 + 1, "Mug \($0)", 5) })
    }
    shown.add([Self.row(1, "Back", 5)])
    #expect(shown.rows.count == ShownListings.limit)
    #expect(shown.rows.first?.name == "Back")
    #expect(shown.rows[1].id == 4001)
  }

  @Test func `removing a listing that was not shown changes nothing`() {
    var shown = ShownListings([Self.row(1, "Mug", 5)])
    shown.remove([2])
    #expect(!shown.isChanged)
    shown.remove([1])
    #expect(shown.isChanged && shown.rows.isEmpty)
  }
}
