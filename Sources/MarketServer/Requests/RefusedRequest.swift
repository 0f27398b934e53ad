import MarketWire

/// A request that is refused before the library reads it.
struct RefusedRequest: Sendable {
  let client: ClientConnection
  /// The method, the target and the version, as far as they can be parsed.
  let requestLine: [Substring]
  let refusal: RequestRefusal

  /// Sends the refusal, waits for the client to read it, and logs the request.
  ///
  /// The caller closes the connection.
  func respond(in server: ServerContext) {
    let startedAt = server.configuration.elapsed()
    let method = requestLine.first.map(String.init) ?? ""
    let assembly = RequestAssembly(
      connection: client, target: requestLine.dropFirst().first.map(String.init) ?? "",
      startedAt: startedAt)
    let response = assembly.refuse(refusal, method: method, in: server)
    if server.connections.advance(client, to: .closing) {
      ClosingResponse.send(response, isHead: method == "HEAD", to: client.descriptor, in: server)
    }
    server.log.add(assembly.logEntry(in: server))
  }
}
