/// A transport over libcurl: HTTP/1.1, kept connections, limits in milliseconds.
public import MarketWire
public import OpenMarketClient

/// What a curl transport may be told.
public struct CurlConfiguration: Sendable {
  /// For name, connection and TLS together; a part of the request's own time limit.
  public var connectLimit: Duration
  public var userAgent: String
  /// A file of certificates to trust instead of the system's, such as a market's own.
  public var certificateFile: String?

  public init(
    connectLimit: Duration = .seconds(10), userAgent: String = "OpenMarketClient",
    certificateFile: String? = nil
  ) {
    self.connectLimit = connectLimit
    self.userAgent = userAgent
    self.certificateFile = certificateFile
  }
}

/// Sends requests with libcurl. Copies share the connections; when the last one is gone they are
/// closed. The library is loaded by the first request, not before.
///
/// Proxies are taken from the environment as `curl` does, but not for this machine. Redirects are
/// followed, five at most, by a GET without an identifier only, never from `https` to `http`, and to
/// another host only where the options say so: otherwise the connection to it is closed before
/// anything of the request is sent.
public struct CurlTransport: Transport {
  private let pool: CurlPool
  private let configuration: CurlConfiguration

  public init(_ configuration: CurlConfiguration = CurlConfiguration()) {
    pool = CurlPool()
    self.configuration = configuration
  }

  public func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    let plan = try CurlRequest(request, options, configuration)
    let transfer = CurlTransfer(plan: plan, body: request.body, progress: options.progress)
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
