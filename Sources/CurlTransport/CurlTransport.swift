public import MarketWire
public import OpenMarketClient

/// The settings of a curl transport.
public struct CurlConfiguration: Sendable {
  /// The time limit for name resolution, connection and TLS handshake together, within the time limit
  /// of the request.
  public var connectLimit: Duration
  /// The value of the `User-Agent` header.
  public var userAgent: String
  /// The path of a PEM file with the trusted certificates, or nil for those of the system.
  public var certificateFile: String?
  /// The most connections to one host at a time, at least 1; further requests wait for one of them.
  public var connectionsPerHost: Int

  /// Creates settings: by default 5 s to connect, and 16 connections to a host.
  public init(
    connectLimit: Duration = .seconds(5), userAgent: String = "OpenMarketClient",
    certificateFile: String? = nil, connectionsPerHost: Int = 16
  ) {
    self.connectLimit = connectLimit
    self.userAgent = userAgent
    self.certificateFile = certificateFile
    self.connectionsPerHost = connectionsPerHost
  }
}

/// A transport over libcurl, with HTTP/1.1 and persistent connections.
///
/// ```swift
/// let transport = CurlTransport(CurlConfiguration(connectionsPerHost: 4))
/// let reader = OpenMarketClient(market: try MarketAddress("localhost:8080"), transport: transport)
/// print(try await reader.isHealthy())
/// ```
///
/// Copies share their connections, which are closed with the last copy. libcurl is initialized by the
/// first request.
///
/// Proxies come from the environment, as with `curl`, except for hosts on this machine. Only reads
/// without an identifier follow redirects: at most five, never from `https` to `http`, and to another
/// host only with `SendOptions.allowsCrossHostRedirects`.
public struct CurlTransport: Transport {
  private let pool: CurlPool
  private let configuration: CurlConfiguration

  /// Creates a transport without connections.
  public init(_ configuration: CurlConfiguration = CurlConfiguration()) {
    pool = CurlPool(connectionsPerHost: max(configuration.connectionsPerHost, 1))
    self.configuration = configuration
  }

  /// Sends a request; see `Transport.send(_:_:)`.
  public func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    let curlRequest = try CurlRequest(request, options, configuration)
    let transfer = CurlTransfer(curlRequest, body: request.body, progress: options.progress)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        pool.start(transfer, continuation)
      }
    } onCancel: {
      pool.cancel(transfer)
    }
    return try result.get()
  }
}
