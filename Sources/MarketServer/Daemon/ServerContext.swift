import Dispatch
import MarketWire

/// The settings, the handler, the connections and the log of a running server, shared by its callbacks.
final class ServerContext: Sendable {
  let configuration: ServerConfiguration
  let handler: HTTPServer.Handler
  let connections: ConnectionTable
  let log: RequestLogThread
  let responses: ResponseMemory
  let requestIDs: RequestIDs
  /// Wakes the accept thread.
  let wake: WakePipe
  /// The threads that refuse requests on their own.
  let refusals = DispatchGroup()

  init(
    configuration: ServerConfiguration, handler: @escaping HTTPServer.Handler
  ) throws(ServerError) {
    self.configuration = configuration
    self.handler = handler
    let wake = try WakePipe()
    self.wake = wake
    connections = ConnectionTable(configuration, closed: wake.roomIsFree)
    log = RequestLogThread(write: configuration.log)
    requestIDs = RequestIDs(prefix: configuration.requestIDPrefix)
    responses = ResponseMemory(limit: configuration.limits.responseBytes)
  }
}
