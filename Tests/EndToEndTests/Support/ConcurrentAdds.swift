import CurlTransport
import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import Testing

/// The outcome of an add.
enum AddResult: Sendable {
  case answered(Product)
  /// The add was sent, and no response arrived.
  case lost
}

/// All adds of a test by the names of the listings.
struct AddLedger: Sendable {
  private(set) var answered: [String: Product] = [:]
  private(set) var unanswered: Set<String> = []
  /// The highest id whose pictures were checked.
  var checked = 0

  mutating func record(_ name: String, _ result: AddResult) {
    switch result {
    case .answered(let product):
      unanswered.remove(name)
      answered[name] = product
    case .lost: unanswered.insert(name)
    }
  }

  /// The one or two pictures of a listing, which depend on its name.
  static func pictures(of name: String) -> [String] {
    name.utf8.reduce(0) { $0 + Int($1) } % 2 == 0 ? ["gray.jpg"] : ["plain.png", "gray.jpg"]
  }

  /// The fields of a listing, which depend on its name.
  static func fields(of name: String) -> ListingFields {
    ListingFields(
      name: name, description: "Sent as \(name).", price: Decimal(name.utf8.count * 100),
      currency: .krw, discount: 0, stock: name.utf8.count)
  }
}

/// Sends adds from several clients at the same time, until all are sent or the server is killed.
struct ConcurrentAdds: Sendable {
  private struct Counts {
    var sent = 0
    var answered = 0
    var isServerGone = false
  }

  private final class Tally: Sendable {
    let counts = Mutex(Counts())
  }

  private let url: String
  private let account: Credentials
  private let onCount: @Sendable (_ sent: Int, _ answered: Int) -> Void
  private let transport = CurlTransport()
  private let photos: [String: [UInt8]]
  private let tally = Tally()

  /// - Parameter onCount: Called after each add that was sent or answered.
  init(
    url: String, account: Credentials,
    onCount: @escaping @Sendable (_ sent: Int, _ answered: Int) -> Void
  ) throws {
    self.url = url
    self.account = account
    self.onCount = onCount
    photos = try Dictionary(
      uniqueKeysWithValues: ["gray.jpg", "plain.png"].map {
        ($0, try Fixture.bytes("photos/\($0)"))
      })
  }

  /// - Returns: The outcome of each add that was sent.
  func send(_ names: [String], by clients: Int) async throws -> [(String, AddResult)] {
    try await withThrowingTaskGroup(of: [(String, AddResult)].self) { group in
      for client in 0..<clients {
        let own = stride(from: client, to: names.count, by: clients).map { names[$0] }
        group.addTask {
          var results: [(String, AddResult)] = []
          for name in own where !isServerGone { results.append((name, try await add(name))) }
          return results
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  private var isServerGone: Bool { tally.counts.withLock { $0.isServerGone } }

  private func count(_ change: (inout Counts) -> Void) {
    tally.counts.withLock { counts in
      change(&counts)
      onCount(counts.sent, counts.answered)
    }
  }

  private func add(_ name: String) async throws -> AddResult {
    let images = AddLedger.pictures(of: name).map {
      ImageUpload(filename: $0, mediaType: "image/\($0.suffix(3))", bytes: (photos[$0] ?? [])[...])
    }
    var request = CreateProduct(
      credentials: account, fields: AddLedger.fields(of: name), images: images,
      boundary: "boundary-of-an-add"
    ).request
    request.target = url + request.target
    request.headers[.idempotencyKey] = name.replacing(" ", with: "-")
    count { $0.sent += 1 }
    guard let response = try? await transport.send(request, SendOptions()) else {
      tally.counts.withLock { $0.isServerGone = true }
      return .lost
    }
    try #require(
      response.status == 201,
      "\(name): \(response.status) \(String(decoding: response.body, as: UTF8.self))")
    count { $0.answered += 1 }
    return .answered(try CreateProduct.decode(response).value)
  }
}
