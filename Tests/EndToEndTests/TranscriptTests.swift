/// Sessions from `Fixtures/transcripts`, in this process and through the built program.
import Foundation
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TranscriptTests {
  /// How a line is run.
  enum Way: String, CaseIterable, CustomTestStringConvertible {
    case inProcess = "in process"
    case built

    var testDescription: String { rawValue }
  }

  static let names = (try? Fixture.names(in: "transcripts")) ?? []

  @Test func `there are transcripts`() {
    #expect(Self.names.count >= 8)
  }

  @Test(arguments: names, Way.allCases)
  func `a session goes as its transcript says`(name: String, way: Way) async throws {
    let transcript = try Transcript("transcripts/\(name)")
    try await Workplace.lend { place in
      try await Self.withMarket(for: transcript, at: place) { known in
        try await transcript.play(knowing: known, write: { try place.write($1, to: $0) }) { typed in
          switch way {
          case .inProcess: try await place.marketInProcess(typed.arguments, typed.variables)
          case .built: try await place.market(typed.arguments, typed.variables)
          }
        }
      }
    }
  }

  /// Serves a market with one listing of another shop and an account, where the transcript speaks
  /// of one; `{nobody}` is an address that nobody listens at.
  private static func withMarket(
    for transcript: Transcript, at place: Workplace,
    _ body: ([String: String]) async throws -> Void
  ) async throws {
    let silence = try BoundPort(listens: false)
    defer { withExtendedLifetime(silence) {} }
    let known = ["nobody": "http://127.0.0.1:\(silence.number)"]
    guard transcript.text.contains("{url}") else { return try await body(known) }
    let folder = "\(place.root)/served"
    let other = try await place.account("birch", in: folder)
    let own = try await place.account("willow", in: folder)
    try await ServedMarket.run(at: place, folder: folder) { market in
      let login = ["login", market.url, "--shop", "birch", "--identifier", other.identifier.revealed]
      let elsewhere = [
        "OPENMARKET_HOME": "\(place.root)/birch", "OPENMARKET_SECRET": other.secret.revealed,
      ]
      let add = [
        "add", "--name", "Birch bowl", "--price", "₩30000", "--description", "Turned from birch wood.",
        "--image", "front.jpg",
      ]
      for arguments in [login, add] {
        let result = try await place.market(arguments, elsewhere)
        #expect(result.exitCode == 0, "\(result)")
      }
      try await body(
        known.merging([
          "url": market.url, "host": market.host, "identifier": own.identifier.revealed,
          "secret": own.secret.revealed,
        ]) { $1 })
    }
  }
}
