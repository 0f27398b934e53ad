import CurlTransport
import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization

/// Adds from several clients that try again until each has succeeded, with the same key.
struct RetryingAdds: Sendable {
  private struct State {
    var answered = 0
    var hasEnded = false
    var statuses: Set<Int> = []
  }

  private final class Tally: Sendable {
    let state = Mutex(State())
  }

  private let urls: [String]
  private let account: Credentials
  private let transport = CurlTransport()
  private let photos: [String: [UInt8]]
  private let tally = Tally()

  /// - Parameter urls: the markets, to which the clients send in turn.
  init(urls: [String], account: Credentials) throws {
    self.urls = urls
    self.account = account
    photos = try Dictionary(
      uniqueKeysWithValues: ["gray.jpg", "plain.png"].map {
        ($0, try Fixture.bytes("photos/\($0)"))
      })
  }

  /// Whether all adds have been sent, or one of them failed.
  var haveEnded: Bool { tally.state.withLock { $0.hasEnded } }
  /// The number of adds that have succeeded.
  var answered: Int { tally.state.withLock { $0.answered } }
  /// The statuses of all responses.
  var statuses: Set<Int> { tally.state.withLock { $0.statuses } }

  /// Waits until a number of adds have succeeded; fails when none succeeds for a minute.
  func wait(for count: Int) async throws {
    var deadline = Deadline()
    var last = answered
    while answered < count {
      if answered > last { (deadline, last) = (Deadline(), answered) }
      guard !deadline.isOver else { throw WaitError.timedOut("\(count) adds") }
      try await ContinuousClock().sleep(for: .milliseconds(10))
    }
  }

  /// Sends all adds and returns the listings by name.
  func send(_ names: [String], by clients: Int) async throws -> [(String, AddResult)] {
    defer { tally.state.withLock { $0.hasEnded = true } }
    return try await withThrowingTaskGroup(of: [(String, AddResult)].self) { group in
      for client in 0..<clients {
        let own = stride(from: client, to: names.count, by: clients).map { names[$0] }
        group.addTask {
          var results: [(String, AddResult)] = []
          for (index, name) in own.enumerated() {
            results.append((name, .answered(try await add(name, urls[index % urls.count]))))
          }
          return results
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// Sends an add once, to the first market.
  func sendOnce(_ name: String) async throws -> HTTPResponse {
    try await transport.send(request(name, urls[0]), SendOptions())
  }

  /// Sends adds to the first market, one after another, until it refuses one.
  ///
  /// A server can take a while to follow its new settings. Each add has a key of its own, because
  /// one that has succeeded gets the same response again.
  ///
  /// - Returns: The adds that were accepted, and the name and response of the refused one.
  func sendUntilRefused(
    _ name: String
  ) async throws -> (accepted: [(String, AddResult)], refused: String, response: HTTPResponse) {
    let deadline = Deadline()
    var accepted: [(String, AddResult)] = []
    while !deadline.isOver {
      let next = "\(name) \(accepted.count)"
      let response = try await sendOnce(next)
      guard response.status == 201 else { return (accepted, next, response) }
      accepted.append((next, .answered(try CreateProduct.decode(response).value)))
    }
    throw WaitError.timedOut("the refusal of \(name)")
  }

  private func request(_ name: String, _ url: String) -> HTTPRequest {
    let images = AddLedger.pictures(of: name).map {
      ImageUpload(filename: $0, mediaType: "image/\($0.suffix(3))", bytes: (photos[$0] ?? [])[...])
    }
    var request = CreateProduct(
      credentials: account, fields: AddLedger.fields(of: name), images: images,
      boundary: "boundary-of-an-add"
    ).request
    request.target = url + request.target
    request.headers[.idempotencyKey] = name.replacing(" ", with: "-")
    return request
  }

  private func add(_ name: String, _ url: String) async throws -> Product {
    let request = request(name, url)
    let deadline = Deadline()
    while !deadline.isOver {
      let response = try? await transport.send(request, SendOptions())
      if let response {
        let isDone = tally.state.withLock { state in
          state.statuses.insert(response.status)
          state.answered += response.status == 201 ? 1 : 0
          return response.status == 201
        }
        if isDone { return try CreateProduct.decode(response).value }
      }
      try await ContinuousClock().sleep(for: .milliseconds(30))
    }
    throw WaitError.timedOut(name)
  }
}
