import CurlTransport
import Foundation
import MarketWire
import OpenMarketClient
import URLSessionTransport

// The code of the article "Tasks": each part between "begin" and "end" stands there.

func list(_ client: OpenMarketClient) async throws -> Int {
  // begin
  var filter = ListingFilter.all
  filter.search = "mug"
  filter.maxPrice = 20_000
  filter.isInStock = true
  let sort = ListingSort(text: "price") ?? .newest
  var count = 0
  for try await product in client.listings(ListProducts(filter: filter, sort: sort)) {
    print(product.id, product.name, product.salePrice?.amount ?? 0, product.stock ?? 0)
    count += 1
  }
  // end
  return count
}

func add(_ visitor: OpenMarketClient, _ photo: [UInt8], _ credentials: Credentials) async throws
  -> Product
{
  // begin
  let client = visitor.signedIn(as: credentials)
  let fields = ListingFields(
    name: "Oak mug", description: "Turned from one piece of oak.", price: 12_000, currency: .krw,
    stock: 5)
  let image = ImageUpload(filename: "mug.jpg", mediaType: "image/jpeg", bytes: photo[...])
  let added = try await client.create(fields, images: [image]) { progress in
    print("\(progress.sent) of \(progress.toSend) bytes")
  }
  print(added.value.id)
  // end
  return added.value
}

func change(_ client: OpenMarketClient, _ id: Int) async throws {
  // begin
  let edited = try await client.edit(id, ListingFields(discount: 2_000, stock: 3))
  print(edited.value.salePrice?.amount ?? 0)
  _ = try await client.remove(id)
  // end
}

func sort(_ client: OpenMarketClient, _ id: Int) async -> String {
  // begin
  do throws(ClientError) {
    _ = try await client.edit(id, ListingFields(stock: 3))
    return "done"
  } catch {
    switch error.code {
    case .notFound: return "removed in the meantime"
    case .invalid: return "not allowed: \(error.message ?? "")"
    case .notAuthorized, .forbidden, .notSignedIn: return "not yours"
    case .outcomeUnknown: return "read the listing before trying again"
    default: return error.localizedDescription
    }
  }
  // end
}

func test() async throws -> [String] {
  // begin
  let mug = Product(
    id: 1, vendor: Vendor(id: 7, name: "Oak"), name: "Oak mug", price: Money(12_000, .krw), stock: 5
  )
  let transport = ClosureTransport(clock: ContinuousClock()) { request in
    request.target.hasPrefix("/api/products")
      ? ListProducts.response(
        ProductPage(pageNumber: 1, itemsPerPage: 100, totalCount: 1, products: [mug]))
      : HTTPResponse(status: 404)
  }
  let client = OpenMarketClient(market: try MarketAddress("http://test"), transport: transport)
  let names = try await client.products(search: "mug").value.products.map(\.name)
  // end
  return names
}

func serve(_ client: OpenMarketClient, _ ids: [Int]) async throws -> [Product] {
  // begin
  let products = try await withThrowingTaskGroup(of: Product?.self) { group in
    for id in ids {
      group.addTask {
        do {
          return try await client.product(id).value
        } catch let error as ClientError where error.code == .notFound {
          return nil
        }
      }
    }
    return try await group.reduce(into: [Product]()) { if let found = $1 { $0.append(found) } }
  }
  // end
  return products
}

func connect(_ text: String) throws -> OpenMarketClient {
  // begin
  let client = OpenMarketClient(
    market: try MarketAddress(text), transport: URLSessionTransport(),
    configuration: ClientConfiguration(timeLimits: TimeLimits(attempt: .seconds(10))))
  // end
  return client
}
