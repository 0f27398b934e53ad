import CurlTransport
import MarketWire
import OpenMarketClient
import Photos
import Testing

/// Compares the listings of a served market with the adds that its clients sent. Nothing may write
/// to the market at the same time.
struct MarketCheck: Sendable {
  private let url: String
  private let transport = CurlTransport()

  init(url: String) {
    self.url = url
  }

  /// Compares the list with the ledger, and checks the pictures of the listings that are new since
  /// the last run, or of all.
  ///
  /// - Returns: The ids of the listings by name.
  func run(_ ledger: inout AddLedger, everything: Bool) async throws -> [String: Int] {
    let products = try await listings()
    let ids = Dictionary(products.map { ($0.name, $0.id) }) { first, _ in first }
    #expect(ids.count == products.count, "a listing was created twice")
    for (name, product) in ledger.answered where ids[name] != product.id {
      let now = ids[name].map { "listing \($0)" } ?? "missing"
      Issue.record("\(name) was added as listing \(product.id) but is now \(now)")
    }
    for product in products {
      let isKnown = ledger.answered[product.name] != nil || ledger.unanswered.contains(product.name)
      #expect(isKnown, "\(product.name) was never sent")
      checkFields(product)
    }
    let new = products.filter { everything || $0.id > ledger.checked }
    try await checkPictures(of: new, ledger)
    ledger.checked = products.map(\.id).max() ?? 0
    return ids
  }

  private func listings() async throws -> [Product] {
    var products: [Product] = []
    var number = 1
    while true {
      let response = try await send(ListProducts(pageNumber: number, itemsPerPage: 1000).request)
      let reading = try ListProducts.decode(response)
      #expect(reading.issues.isEmpty)
      products += reading.value.products
      guard reading.value.hasNext else {
        #expect(reading.value.totalCount == products.count)
        return products
      }
      number += 1
    }
  }

  private func checkFields(_ product: Product) {
    let sent = AddLedger.fields(of: product.name)
    let isComplete =
      product.description == sent.description && product.price?.amount == sent.price
      && product.stock == sent.stock && product.thumbnail != nil && product.vendor.name == "oak"
    #expect(isComplete, "\(product) differs from what was sent")
  }

  private func checkPictures(of products: [Product], _ ledger: AddLedger) async throws {
    try await withThrowingTaskGroup { group in
      for first in 0..<4 {
        group.addTask {
          for index in stride(from: first, to: products.count, by: 4) {
            try await checkPictures(
              of: products[index], answer: ledger.answered[products[index].name])
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func checkPictures(of product: Product, answer: Product?) async throws {
    let detail = try ShowProduct.decode(
      try await send(.init(.get, "/api/products/\(product.id)")))
    let pictures = try #require(detail.value.pictures, "\(product.name) has no pictures")
    #expect(pictures.count == AddLedger.pictures(of: product.name).count)
    if let answer { #expect(pictures.map(\.id) == answer.pictures?.map(\.id)) }
    #expect(detail.value.thumbnail == pictures.first?.thumbnailURL)
    for address in pictures.flatMap({ [$0.url, $0.thumbnailURL ?? ""] }) {
      let response = try await send(HTTPRequest(.get, address))
      #expect(response.status == 200, "\(product.name): \(address)")
      let header = try PhotoHeader.read(response.body)
      #expect(header.width == 24 && header.height == 16, "\(product.name): \(address)")
    }
  }

  private func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    if request.target.hasPrefix("/") { request.target = url + request.target }
    return try await transport.send(request, SendOptions())
  }
}
