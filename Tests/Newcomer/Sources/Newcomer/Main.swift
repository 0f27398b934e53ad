import CurlTransport
import Foundation
import MarketWire
import OpenMarketClient

/// Does each task of the article on a market: `Newcomer URL IDENTIFIER SECRET PHOTO`.
@main
struct Main {
  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count == 5 else {
      print("usage: Newcomer URL IDENTIFIER SECRET PHOTO")
      exit(2)
    }
    let credentials = Credentials(
      identifier: VendorIdentifier(words[2]), secret: Secret(words[3]))
    let photo = Array(try Data(contentsOf: URL(filePath: words[4])))
    for visitor in [
      OpenMarketClient(market: try MarketAddress(words[1]), transport: CurlTransport()),
      try connect(words[1]),
    ] {
      let product = try await add(visitor, photo, credentials)
      let client = visitor.signedIn(as: credentials)
      let listed = try await list(client)
      precondition(listed > 0)
      let found = try await serve(client, Array(repeating: product.id, count: 100) + [999_999])
      precondition(found.count == 100)
      let answer = await sort(visitor, product.id)
      precondition(answer == "not yours")
      try await change(client, product.id)
      let later = await sort(client, product.id)
      precondition(later == "removed in the meantime")
    }
    let names = try await test()
    precondition(names == ["Oak mug"])
    print("newcomer: all tasks are done")
  }
}
