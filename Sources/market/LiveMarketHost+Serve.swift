import Foundation
import MarketLocations
import MarketServer
import MarketService
import MarketWire
import Messages
import SellerSession
import Threads

extension LiveMarketHost {
  /// Serves a market until the task is cancelled.
  func serve(
    _ options: ServeOptions, ready: @Sendable (_ url: String, _ warning: Message?) -> Void,
    log: @escaping @Sendable (String) -> Void
  ) async throws(HostError) {
    let folder = options.folder ?? home
    let isHome = options.folder == nil
    // An unusable certificate or network must not create a market.
    let identity = try options.identity.map(Self.identity)
    let proxies = try Self.proxies(options)
    let requestLog = RequestLog(format: options.log, write: log)
    let configuration = Self.serviceConfiguration(options, requestLog)
    let exists = try Self.location(folder).exists
    let isNew = !isHome && !exists
    let service = try await runOnNewThread { [self] () throws(HostError) in
      try open(folder, isHome: isHome, configuration)
    }
    service.watchHealth()
    let servers = ServersOfMarket(
      service, options, serverConfiguration(options, identity, proxies), requestLog)
    let bound: BoundAddress
    do throws(HostError) { bound = try servers.start(options, requestLog) } catch {
      await runOnNewThread { servers.stop() }
      throw error
    }
    ThreadShortage.wait()
    let hangup = onHangup { Self.reload(options, servers.market, requestLog) }
    ready(bound.origin, Self.warning(options))
    requestLog.add(notice: "Serving \"\(folder)\" at \(bound.origin), version \(Version.text).")
    supervisor.notify("READY=1")
    // The operator may have mistyped the folder.
    if isNew { requestLog.add(notice: "Created a new, empty market in \"\(folder)\".") }
    await waitForCancellation()
    supervisor.notify("STOPPING=1")
    requestLog.add(notice: "Stopping.")
    await Self.drain(options, service, requestLog)
    await runOnNewThread { withExtendedLifetime(hangup) { servers.stop() } }
    requestLog.add(notice: "Stopped.")
  }

  /// Serves a while longer, so that a balancer notices that this server ends; a second request to end
  /// does not wait.
  private static func drain(
    _ options: ServeOptions, _ service: MarketService, _ log: RequestLog
  ) async {
    let seconds = options.drain ?? (options.trustedProxies.isEmpty ? 0 : 5)
    guard seconds > 0 else { return }
    service.endHealth()
    log.add(notice: "Ending in \(seconds) s; the health check says so.")
    // This task is cancelled already.
    await Task.detached { try? await Task.sleep(for: .seconds(seconds)) }.value
  }

  /// Reads the certificate again, for new connections; if it cannot be used, the former one stays.
  private static func reload(_ options: ServeOptions, _ server: HTTPServer, _ log: RequestLog) {
    guard let files = options.identity else { return }
    do throws(HostError) {
      let identity = try identity(files)
      do throws(ServerError) { try server.replaceIdentity(identity) } catch {
        throw HostError(error, files)
      }
      log.add(notice: "Reloaded the certificate.")
    } catch {
      log.add(
        notice: "The former certificate stays: \(error.message.text(in: .english))",
        level: .warning)
    }
  }

  private static func serviceConfiguration(
    _ options: ServeOptions, _ log: RequestLog
  ) -> ServiceConfiguration {
    var configuration = ServiceConfiguration()
    configuration.enforcesLimits = options.enforcesLimits
    configuration.hasExtensions = options.hasExtensions
    configuration.hasShopWindow = options.hasShopWindow
    configuration.publicURL = options.publicURL
    configuration.isTLS = options.identity != nil
    configuration.accountLimits = AccountLimits(options.accountBounds)
    configuration.onFailure = { log.add($0) }
    return configuration
  }

  static func proxies(_ options: ServeOptions) throws(HostError) -> [AddressRange] {
    try options.trustedProxies.map { text throws(HostError) in
      guard let range = AddressRange(text) else {
        throw HostError(.address, "\(quoted: text) is not a network such as 10.0.0.0/8")
      }
      return range
    }
  }

  func serverConfiguration(
    _ options: ServeOptions, _ identity: TLSIdentity?, _ proxies: [AddressRange]
  ) -> ServerConfiguration {
    var configuration = ServerConfiguration(
      clock: SuspendingClock(), now: { WireDate(Date()) })
    configuration.host = options.bind
    configuration.port = UInt16(clamping: options.port)
    configuration.identity = identity
    if let count = options.connectionsPerAddress {
      configuration.limits.connectionsPerAddress = count
    }
    configuration.trustedProxies = proxies
    if let header = options.forwardedHeader {
      configuration.forwardedHeader = HTTPHeaderName(header)
    }
    // Entries are also counted without a log, but then their targets are not read.
    let isLogged = options.log != .off
    configuration.redact = { _, target in isLogged ? RequestTarget.redacted(target) : "" }
    configuration.requestIDPrefix = String(UInt32.random(in: .min ... .max), radix: 36)
    configuration.listeningDescriptor = supervisor.listeningDescriptor
    return configuration
  }

  /// Reads the certificate and the key; only the first megabyte of a file is read.
  static func identity(
    _ files: ServeOptions.IdentityFiles
  ) throws(HostError) -> TLSIdentity {
    func text(
      _ path: String, _ message: (_ reason: String) -> Message
    ) throws(HostError) -> String {
      do {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        let bytes = try file.read(upToCount: 1 << 20) ?? Data()
        return String(decoding: bytes, as: UTF8.self)
      } catch {
        throw HostError(.address, message(HostError.reason(error)))
      }
    }
    let certificate = try text(files.certificate) { reason in
      "cannot read the certificate \(files.certificate): \(reason)"
    }
    let key = try text(files.key) { reason in "cannot read the key \(files.key): \(reason)" }
    do throws(ServerError) {
      return try TLSIdentity(certificate: certificate, key: key)
    } catch {
      throw HostError(error, files)
    }
  }

  private static func warning(_ options: ServeOptions) -> Message? {
    let isLocal =
      ["::1", "[::1]", "localhost"].contains(options.bind) || options.bind.hasPrefix("127.")
    guard !isLocal, options.identity == nil else { return nil }
    return """
      secrets are sent unencrypted to \(options.bind): use `\(command: "--tls-cert")` and \
      `\(command: "--tls-key")`, or a reverse proxy with TLS
      """
  }

  /// Waits until the task is cancelled.
  private func waitForCancellation() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      continuation.finish()
    }
  }
}
