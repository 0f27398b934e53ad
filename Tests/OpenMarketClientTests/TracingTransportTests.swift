import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct TracingTransportTests {
  private let traced = Traces()

  private func client(_ steps: [ScriptedTransport.Step]) -> OpenMarketClient {
    .test(
      TracingTransport(
        over: ScriptedTransport(steps), clock: AnyClock(TestClock()), includesResponseBodies: true,
        onExchange: traced.add))
  }

  @Test func `a read is a plain command`() async throws {
    _ = try await client([.json(SampleResponses.listing(1))]).product(1)
    #expect(traced.commands == ["curl http://market.local/api/products/1"])
  }

  @Test func `a search is quoted`() async throws {
    _ = try await client([.json(SampleResponses.page([], total: 0))]).products(search: "it's")
    #expect(
      traced.commands == [
        "curl 'http://market.local/api/products"
          + "?page_no=1&items_per_page=20&search_value=it%27s'"
      ])
  }

  @Test func `an edit has its secret as the only variable in the body`() async throws {
    let client = client([.json("\"OK\""), .json(SampleResponses.listing(1))])
    _ = try await client.edit(1, ListingFields(name: "'", description: "$HOME", stock: 2))
    let command = traced.commands[1]
    #expect(
      command.hasSuffix(
        #" --data-raw '{"name":"'\''","description":"$HOME","stock":2,"secret":"'"#
          + #""$OPENMARKET_SECRET"'"}'"#))
    #expect(command.contains(#"-H 'identifier: '"$OPENMARKET_IDENTIFIER""#))
  }

  @Test func `no trace contains the secret, the identifier or a removal token`() async throws {
    let token = "MXxjMGZmZWUwMC1hYWFhLTExZWU="
    let client = client([
      .json("\"OK\""), .json(SampleResponses.listing(1), status: 201),
      .json("/api/products/\(token)"),
      .json(#"{"id":1,"name":"\#(Credentials.test.identifier.revealed) \#(token)"}"#),
    ])
    _ = try await client.create(
      ListingFields(name: "mug"),
      images: [ImageUpload(filename: "a \"b\".png", mediaType: "image/png", bytes: [0x89, 1])])
    _ = try await client.remove(1)
    #expect(traced.commands.count == 4)
    for exchange in traced.all {
      for secret in [
        Credentials.test.secret.revealed, Credentials.test.identifier.revealed, token,
      ] {
        #expect(!"\(exchange)".contains(secret))
      }
    }
    #expect(traced.commands[1].contains(#"-F 'images=@"a \"b\".png";type=image/png'"#))
    #expect(traced.commands[3].contains(#"http://market.local/api/products/"$OPENMARKET"#))
  }

  @Test func `a pasted command sends the same body`() async throws {
    let name = "it's \"quoted\" \\ $HOME `id` ; 머그"
    let client = client([.json("\"OK\""), .json(SampleResponses.listing(1))])
    _ = try await client.edit(1, ListingFields(name: name))
    // A shell function named curl prints the last argument, which is the body.
    let script =
      "OPENMARKET_SECRET=s3cret OPENMARKET_IDENTIFIER=id; "
      + "curl() { for last; do :; done; printf %s \"$last\"; }; " + traced.commands[1]
    let output = try ExternalProgram.run("sh", ["-c", script])
    let object = try JSON(parsing: Array(output.utf8)).objectValue
    #expect(object?["name"]?.stringValue == name)
    #expect(object?["secret"]?.stringValue == "s3cret")
  }

  @Test func `each attempt is reported with its result`() async throws {
    _ = try await client([.fail(.refused, wasSent: false), .json(SampleResponses.listing(1))])
      .product(1)
    #expect(traced.all.map(\.status) == [nil, 200])
    #expect(traced.all.map(\.error?.code) == [.refused, nil])
    #expect(traced.all[1].responseBody == SampleResponses.listing(1))
  }
}

private final class Traces: Sendable {
  private let state = Mutex<[TracedExchange]>([])

  var all: [TracedExchange] { state.withLock { $0 } }
  var commands: [String] { all.map(\.command) }
  var add: @Sendable (TracedExchange) -> Void {
    { trace in self.state.withLock { $0.append(trace) } }
  }
}
