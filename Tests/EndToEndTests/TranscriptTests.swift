import Foundation
import MarketTestSupport
import MarketWire
import StoreTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct TranscriptTests {
  /// Whether lines run in this process or with the built program.
  enum Way: String, CaseIterable, CustomTestStringConvertible {
    case inProcess = "in process"
    case built

    var testDescription: String { rawValue }
  }

  static let names = (try? Fixture.names(in: "transcripts")) ?? []

  /// The shop and the name of the listing in a served market.
  static let otherListing = (shop: "birch", name: "Birch bowl")

  @Test func `there are transcripts`() {
    #expect(Self.names.count >= 8)
  }

  @Test(arguments: names, Way.allCases)
  func `a session matches its transcript`(name: String, way: Way) async throws {
    let transcript = try Transcript("transcripts/\(name)")
    _ = try await Sandbox.run { sandbox in
      try await Self.withMarket(for: transcript, at: sandbox) { known in
        try await transcript.play(knowing: known, write: { try sandbox.write($1, to: $0) }) {
          typed in
          let result =
            switch way {
            case .inProcess:
              try await sandbox.marketInProcess(
                typed.arguments, typed.variables, input: typed.input)
            case .built:
              try await sandbox.market(typed.arguments, typed.variables, input: typed.input)
            }
          return result.withoutProgress
        }
      }
    }
  }

  @Test(.enabled(if: PostgresServer.isNeeded, "PostgreSQL is not installed"))
  func `a session with a market on PostgreSQL matches its transcript`() async throws {
    let transcript = try Transcript("transcripts/accounts-and-login.txt")
    let data = try PostgresServer.newURL()
    _ = try await Sandbox.run { sandbox in
      try await Self.withMarket(for: transcript, at: sandbox, data: data) { known in
        try await transcript.play(knowing: known, write: { try sandbox.write($1, to: $0) }) {
          try await sandbox.market($0.arguments, $0.variables, input: $0.input).withoutProgress
        }
      }
    }
  }

  /// Serves a market with an account and a listing of another shop if the transcript mentions
  /// `{url}`. `{closed}` is the URL of a closed port.
  ///
  /// - Parameter data: the place of the served market; nil for a folder.
  static func withMarket<R>(
    for transcript: Transcript, at sandbox: Sandbox, data: String? = nil,
    _ body: ([String: String]) async throws -> R
  ) async throws -> R {
    let closedPort = try BoundPort(listens: false)
    defer { withExtendedLifetime(closedPort) {} }
    let known = ["closed": "http://127.0.0.1:\(closedPort.number)"]
    guard transcript.text.contains("{url}") else { return try await body(known) }
    let folder = data ?? "\(sandbox.root)/served"
    let other = try await sandbox.account(otherListing.shop, in: folder)
    let own = try await sandbox.account("willow", in: folder)
    return try await ServedMarket.run(at: sandbox, folder: folder) { market in
      let login = [
        "login", market.url, "--shop", otherListing.shop, "--identifier", other.identifier.revealed,
      ]
      let elsewhere = [
        "OPENMARKET_HOME": "\(sandbox.root)/birch", "OPENMARKET_SECRET": other.secret.revealed,
      ]
      let add = [
        "add", "--name", otherListing.name, "--price", "₩30000", "--description",
        "Turned from birch wood.",
        "--image", "front.jpg",
      ]
      for arguments in [login, add] {
        let result = try await sandbox.market(arguments, elsewhere)
        #expect(result.exitCode == 0, "\(result)")
      }
      return try await body(
        known.merging([
          "url": market.url, "host": market.host, "identifier": own.identifier.revealed,
          "secret": own.secret.revealed,
        ]) { $1 })
    }
  }
}
