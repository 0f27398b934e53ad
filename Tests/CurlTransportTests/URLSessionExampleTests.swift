import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// begin
struct URLSessionTransport: Transport {
  /// A redirect would send the identifier and the secret to another address.
  private final class NoRedirects: NSObject, URLSessionTaskDelegate {
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }
  }

  func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    guard let url = URL(string: request.target) else {
      throw TransportError(.badRequest, wasSent: false)
    }
    var message = URLRequest(url: url, timeoutInterval: max(options.timeLimit / .seconds(1), 1))
    message.httpMethod = request.method.rawValue
    message.httpBody = request.body.isEmpty ? nil : Data(request.body)
    for field in request.headers.fields {
      message.addValue(field.value, forHTTPHeaderField: field.name.text)
    }
    // Its own session has its own connections, so nothing is repeated on one that was closed.
    let session = URLSession(
      configuration: .ephemeral, delegate: NoRedirects(), delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    do {
      let (body, answer) = try await session.data(for: message)
      guard body.count <= options.maxBodyBytes else {
        throw TransportError(.tooLarge, wasSent: true)
      }
      guard let answer = answer as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      var headers = HTTPHeaders()
      for (name, value) in answer.allHeaderFields { headers.add(.init("\(name)"), "\(value)") }
      return HTTPResponse(status: answer.statusCode, headers: headers, body: Array(body))
    } catch let error as TransportError {
      throw error
    } catch {
      switch (error as? URLError)?.code {
      case .cannotConnectToHost: throw TransportError(.refused, wasSent: false)
      case .cannotFindHost: throw TransportError(.nameNotFound, wasSent: false)
      case .secureConnectionFailed: throw TransportError(.tls, wasSent: false)
      case .timedOut: throw TransportError(.timedOut, wasSent: true)
      case .cancelled: throw TransportError(.cancelled, wasSent: true)
      default: throw TransportError(.connectionLost, wasSent: true)
      }
    }
  }
}
// end

/// The transport in the documentation of the client.
@Suite(.timeLimit(.minutes(5))) struct URLSessionExampleTests {
  @Test func `the documented transport is the one that compiles`() throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let code = lines.drop { $0 != "// begin" }.dropFirst().prefix { $0 != "// end" }
      .joined(separator: "\n")
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let path = "Sources/OpenMarketClient/OpenMarketClient.docc/OpenMarketClient.md"
    let page = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    #expect(page.contains("import OpenMarketClient\n\n\(code)\n```"))
  }

  @Test func `it sends nothing to the address of a redirect`() async throws {
    try await withServer { _ in
      .respond("\"OK\"")
    } _: { other in
      let redirect =
        "HTTP/1.1 307 Temporary Redirect\r\nLocation: \(other.url)/stolen\r\n"
        + "Content-Length: 0\r\n\r\n"
      try await withServer { _ in
        .send(Array(redirect.utf8))
      } _: { server in
        let request = HTTPRequest(
          .patch, server.url + "/x", headers: ["identifier": "secret"], body: [1])
        let response = try await URLSessionTransport().send(request, SendOptions())
        #expect(response.status == 307)
        #expect(server.received.count == 1 && other.received.isEmpty)
      }
    }
  }
}
