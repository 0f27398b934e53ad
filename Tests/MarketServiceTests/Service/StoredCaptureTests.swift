import Foundation
import MarketService
import MarketTestSupport
import MarketWire
import StoreTestSupport
import Testing

@testable import MarketService

/// Captured responses, whose listings are put into a market and read from it again.
@Suite(
  .timeLimit(.minutes(60)),
  .enabled(
    if: Captures.areAvailable, "set OPENMARKET_CAPTURES to the folder of captured responses"))
struct StoredCaptureTests {
  /// The scheme and host of the captured pictures.
  private static let base = "https://s3.ap-northeast-2.amazonaws.com"

  /// A market as the training server was, with the listings.
  private func market(_ kind: StoreKind, _ products: [Product]) throws -> TestMarket {
    let market = try TestMarket(kind) {
      $0.hasExtensions = false
      $0.publicURL = Self.base
    }
    let vendors = Dictionary(
      products.map { ($0.vendor.id ?? 0, $0.vendor.name ?? "") }, uniquingKeysWith: { $1 })
    try market.service.store.write { writer in
      for (id, name) in vendors {
        let vendor = StoredVendor(
          id: id, name: name, isSample: false, isDisabled: false,
          createdAt: WireDate(milliseconds: 0))
        try writer.restore(ExportedVendor(vendor: vendor, hashes: .of(name)))
      }
      try writer.restore(try products.map(stored))
      try writer.restore(
        StoreNumbers(vendor: 100_000, product: 100_000, picture: 100_000, revision: 1))
    }
    return market
  }

  private func stored(_ product: Product) throws -> StoredProduct {
    func amount(_ money: Money?) throws -> Int64 {
      let money = try #require(money)
      return try #require(money.amount.tenThousandths)
    }
    func path(_ url: String?) -> String { String((url ?? "").dropFirst(Self.base.count + 1)) }
    return StoredProduct(
      id: product.id, vendorID: product.vendor.id ?? 0, vendorName: product.vendor.name ?? "",
      name: product.name, description: product.description,
      currency: product.price?.currency.rawValue ?? "", price: try amount(product.price),
      discount: try amount(product.discount), stock: try #require(product.stock),
      thumbnail: path(product.thumbnail), createdAt: try #require(product.createdAt),
      issuedAt: try #require(product.issuedAt), removalID: "r",
      pictures: try (product.pictures ?? []).map {
        StoredPicture(
          id: try #require($0.id), origin: path($0.url), thumbnail: path($0.thumbnailURL),
          createdAt: try #require($0.issuedAt))
      })
  }

  @Test(
    arguments: ["v3-list-junho15.json", "v3-list-taeangel.json", "v3-list-zhilly11.json"],
    StoreKind.all)
  func `a captured list comes out of a store as it went in`(name: String, kind: StoreKind) throws {
    let bytes = try #require(try Captures.bytes(name))
    let page = try ListProducts.decode(HTTPResponse(status: 200, body: bytes)).value
    // The training server had amounts that our market does not accept (API 7.2).
    let products = page.products.filter {
      $0.price?.amount.tenThousandths != nil
    }
    let kept = Set(products.map(\.id))
    let market = try market(kind, products)
    let target = "/api/products?page_no=1&items_per_page=\(page.itemsPerPage)"
    let response = market.respond(.get(target))
    let captured = try JSON(parsing: bytes).objectValue?["pages"]?.arrayValue
    let expected = captured?.filter { kept.contains($0.objectValue?["id"]?.intValue ?? 0) }
    #expect(try JSON(parsing: response.body).objectValue?["pages"]?.arrayValue == expected)
    #expect(expected?.count == kept.count && kept.count > page.products.count - 3)
  }

  @Test(arguments: ["v3-detail-junho15-32.json", "v3-detail-zhilly11.json"], StoreKind.all)
  func `a captured detail comes out of a store as it went in`(
    name: String, kind: StoreKind
  ) throws {
    let bytes = try #require(try Captures.bytes(name))
    let product = try ShowProduct.decode(HTTPResponse(status: 200, body: bytes)).value
    let market = try market(kind, [product])
    let response = market.respond(.get("/api/products/\(product.id)"))
    #expect(try JSON(parsing: response.body) == JSON(parsing: bytes))
  }
}
