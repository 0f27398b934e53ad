import Dispatch
import MarketWire
import Synchronization

/// The settings, the handler, the connections and the log of a running server, shared by its callbacks.
final class ServerContext: Sendable {
  let configuration: ServerConfiguration
  let handler: HTTPServer.Handler
  let connections: ConnectionTable
  let log: RequestLogThread
  let responses: ResponseMemory
  let requestIDs: RequestIDs
  /// Wakes the accept thread.
  let wake: AcceptWake
  /// The threads that refuse requests on their own.
  let refusals = DispatchGroup()
  private let hasReportedProxy = Atomic(false)

  init(
    configuration: ServerConfiguration, handler: @escaping HTTPServer.Handler
  ) throws(ServerError) {
    self.configuration = configuration
    self.handler = handler
    let wake = try AcceptWake()
    self.wake = wake
    connections = ConnectionTable(configuration, closed: wake.roomIsFree)
    log = RequestLogThread(write: configuration.log)
    requestIDs = RequestIDs(prefix: configuration.requestIDPrefix)
    responses = ResponseMemory(limit: configuration.limits.responseBytes)
  }
  /// Reports the first client that sends headers of a proxy and is not trusted.
  func reportProxy(_ address: String, _ headers: HTTPHeaders) {
    guard !hasReportedProxy.load(ordering: .relaxed),
      let header = configuration.forwarding.proxyHeader(in: headers),
      !hasReportedProxy.exchange(true, ordering: .relaxed)
    else { return }
    configuration.onUnknownProxy(address, header)
  }

  /// The address at which a request arrived if its `Host` is not a known one; nil if it is.
  func host(insteadOf host: String?, _ connection: ClientConnection) -> String? {
    guard let hosts = configuration.knownHosts, let host else { return nil }
    // A call of the system, which most requests can do without.
    func here() -> BoundAddress? {
      ListeningSocket.bound(connection.descriptor, isSecure: connection.isSecure)
    }
    return hosts.contains(host) { here()?.host } ? nil : here()?.authority
  }
}
