import Foundation
import MarketServer
import MarketService
import MarketWire
import SellerSession
import Synchronization

/// The server of a market, and the one of its numbers if they have an address of their own.
struct ServersOfMarket: Sendable {
  let market: HTTPServer
  private let numbers: HTTPServer?
  private let service: MarketService

  init(
    _ service: MarketService, _ options: ServeOptions, _ configuration: ServerConfiguration,
    _ log: RequestLog
  ) {
    self.service = service
    let metrics = ServerMetrics(service, startedAt: WireDate(Date()))
    var configuration = configuration
    configuration.log = { entries in
      metrics.add(entries)
      log.add(entries)
    }
    let header = configuration.forwardedHeader
    let isBesideMarket = options.metrics == nil
    market = HTTPServer(configuration: configuration) { head, connection in
      if isBesideMarket,
        let admission = metrics.admission(of: head, over: connection, forwardedHeader: header)
      {
        return admission
      }
      return service.admit(
        head, from: connection.clientAddress, scheme: connection.forwardedScheme,
        host: connection.host)
    }
    metrics.server.withLock { [market] in $0 = market }
    numbers = options.metrics.map { address in
      let refusal = ErrorResponse(status: 404, message: "the numbers are at /metrics").response
      return HTTPServer(
        configuration: .metrics(at: address.host, port: UInt16(clamping: address.port))
      ) { head, _ in metrics.admission(of: head) ?? .refuse(refusal) }
    }
  }

  /// Starts both; the caller must stop them, also if this throws.
  ///
  /// - Returns: the address of the market.
  func start(_ options: ServeOptions, _ log: RequestLog) throws(HostError) -> BoundAddress {
    let bound: BoundAddress
    do throws(ServerError) { bound = try market.start() } catch { throw HostError(error, options) }
    guard let numbers else { return bound }
    do throws(ServerError) {
      log.add(notice: "Numbers for Prometheus are at \(try numbers.start().origin)/metrics.")
    } catch {
      throw HostError(metrics: error, options)
    }
    return bound
  }

  /// Stops both, and closes the market.
  func stop() {
    market.stop()
    numbers?.stop()
    service.close()
  }
}

extension ServerConfiguration {
  /// A server for a few programs that read numbers.
  static func metrics(at host: String, port: UInt16) -> ServerConfiguration {
    var configuration = ServerConfiguration(
      clock: SuspendingClock(), now: { WireDate(Date()) })
    configuration.host = host
    configuration.port = port
    configuration.limits.connections = 16
    return configuration
  }
}
