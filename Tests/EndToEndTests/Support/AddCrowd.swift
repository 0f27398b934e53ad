/// Clients that add at the same time over kept connections, and what they were answered.
import CurlTransport
import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import Testing

/// What became of an add.
enum AddResult: Sendable {
  case answered(Product)
  /// It was sent, and no answer came.
  case lost
}

/// Everything that was ever sent, by the names of the listings.
struct AddLedger: Sendable {
  private(set) var answered: [String: Product] = [:]
  private(set) var unanswered: Set<String> = []
  /// The highest id whose pictures were looked at.
  var checked = 0

  mutating func note(_ name: String, _ result: AddResult) {
    switch result {
    case .answered(let product):
      unanswered.remove(name)
      answered[name] = product
    case .lost: unanswered.insert(name)
    }
  }

  /// The pictures of a listing follow from its name: one, or two.
  static func pictures(of name: String) -> [String] {
    name.utf8.reduce(0) { $0 + Int($1) } % 2 == 0 ? ["gray.jpg"] : ["plain.png", "gray.jpg"]
  }

  /// What is said of a listing follows from its name too.
  static func fields(of name: String) -> ListingFields {
    ListingFields(
      name: name, description: "Sent as \(name).", price: Decimal(name.utf8.count * 100),
      currency: .krw, discount: 0, stock: name.utf8.count)
  }
}

/// Sends adds until all are sent or the server is gone.
struct AddCrowd: Sendable {
  private struct Counts {
    var sent = 0
    var answered = 0
    var isOver = false
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

  /// - Parameter onCount: told after each add that was sent or answered.
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

  /// - Returns: what became of each that was sent.
  func send(_ names: [String], by clients: Int) async throws -> [(String, AddResult)] {
    try await withThrowingTaskGroup(of: [(String, AddResult)].self) { group in
      for client in 0..<clients {
        let own = stride(from: client, to: names.count, by: clients).map { names[$0] }
        group.addTask {
          var results: [(String, AddResult)] = []
          for name in own where !isOver { results.append((name, try await add(name))) }
          return results
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  private var isOver: Bool { tally.counts.withLock { $0.isOver } }

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
      // The server is gone; nobody needs to try any more.
      tally.counts.withLock { $0.isOver = true }
      return .lost
    }
    try #require(
      response.status == 201,
      "\(name): \(response.status) \(String(decoding: response.body, as: UTF8.self))")
    count { $0.answered += 1 }
    return .answered(try CreateProduct.decode(response).value)
  }
}
