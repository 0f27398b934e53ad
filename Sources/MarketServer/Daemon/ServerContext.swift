/// What the callbacks of one server share.
import MarketWire

/// Settings, handler and connections of a running server.
final class ServerContext: Sendable {
  let configuration: ServerConfiguration
  let handler: HTTPServer.Handler
  let table: ConnectionTable

  init(configuration: ServerConfiguration, handler: @escaping HTTPServer.Handler) {
    self.configuration = configuration
    self.handler = handler
    table = ConnectionTable(configuration)
  }
}
