/// What a market of this kind does, as a client sees it (API 1 and 7).
public import Foundation
public import MarketWire
public import OpenMarketClient
import Testing

/// Two shops and a visitor of one market, which may have other listings as well.
public struct MarketHarness: Sendable {
  public let sellerA: OpenMarketClient
  public let sellerB: OpenMarketClient
  /// A client without credentials.
  public let visitor: OpenMarketClient
  /// A word that no listing of the market contains yet, so that checks do not affect each other.
  public let word: String

  public init(
    sellerA: OpenMarketClient, sellerB: OpenMarketClient, visitor: OpenMarketClient, word: String
  ) {
    self.sellerA = sellerA
    self.sellerB = sellerB
    self.visitor = visitor
    self.word = word
  }

  /// The fields of a valid listing, with the word in its name.
  public func fields(_ name: String = "Oak mug", price: Decimal = 12000) -> ListingFields {
    ListingFields(
      name: "\(name) \(word)", description: "Turned from one piece.", price: price,
      currency: .krw, discount: 0, stock: 5)
  }

  public var picture: ImageUpload {
    ImageUpload(filename: "a.png", mediaType: "image/png", bytes: TestPicture.png()[...])
  }

  /// Adds a listing of seller A.
  @discardableResult
  func add(_ name: String = "Oak mug", price: Decimal = 12000) async throws -> Product {
    try await sellerA.create(fields(name, price: price), images: [picture]).value
  }

  /// The ids of the listings with the word.
  func found() async throws -> [Int] {
    try await visitor.products(perPage: 1000, search: word).value.products.map(\.id)
  }
}

/// The behavior of a market as a client sees it (API 1 and 7), by topic.
public enum MarketContract {
  public static let checks = reads + search + lists + changes + writes + refusals + keys + others
}

/// Expects that a call fails with an error of the code.
func expect(
  _ code: ClientError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ call: () async throws -> Void
) async {
  let error = await #expect(throws: ClientError.self, sourceLocation: sourceLocation) {
    try await call()
  }
  #expect(error?.code == code, sourceLocation: sourceLocation)
}
