import MarketWire

/// The settings, the handler and the connections of a running server, shared by its callbacks.
final class ServerContext: Sendable {
  let configuration: ServerConfiguration
  let handler: HTTPServer.Handler
  let connections: ConnectionTable

  init(configuration: ServerConfiguration, handler: @escaping HTTPServer.Handler) {
    self.configuration = configuration
    self.handler = handler
    connections = ConnectionTable(configuration)
  }
}
