import Base
import Foundation
import MarketServer
import MarketService
import MarketStores
import MarketWire
import Messages
import SellerSession

extension LiveMarketHost {
  /// Serves a market until the task is cancelled.
  func serve(
    _ options: ServeOptions, ready: @Sendable (_ url: String, _ warnings: [Message]) -> Void,
    log: @escaping @Sendable (String) -> Void
  ) async throws(HostError) {
    // What prevents serving must not create a market.
    let findings = await check(options, isWhole: false)
    if let error = findings.error { throw error }
    let requestLog = RequestLog(format: options.log, write: log)
    let configuration = try serverConfiguration(options, requestLog)
    let service = try await runOnNewThread { [self] () throws(HostError) in
      try open(
        options.folder ?? home, isHome: options.folder == nil,
        try Self.serviceConfiguration(options, requestLog))
    }
    service.watchHealth()
    let servers = ServersOfMarket(service, options, configuration, requestLog)
    let bound: BoundAddress
    do throws(HostError) { bound = try servers.start(options, requestLog) } catch {
      await runOnNewThread { servers.stop() }
      throw error
    }
    ThreadShortage.wait()
    let hangup = onHangup { Self.reload(options, servers.market, requestLog) }
    ready(bound.origin, options.log == .json ? [] : findings.warnings)
    requestLog.add(
      notice: "Serving \"\(options.folder ?? home)\" at \(bound.origin), version \(Version.text).")
    supervisor.notify("READY=1")
    if options.log == .json {
      for warning in findings.warnings { requestLog.add(warning: warning) }
    }
    if let address = Self.printedAddress(options) { requestLog.add(notice: address) }
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
      for warning in try ServeCheck.warnings(about: identity, in: files.certificate) {
        log.add(warning: warning)
      }
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
  ) throws(HostError) -> ServiceConfiguration {
    var configuration = ServiceConfiguration()
    configuration.enforcesLimits = options.enforcesLimits
    configuration.hasExtensions = options.hasExtensions
    configuration.hasShopWindow = options.hasShopWindow
    configuration.site.isIndexed = options.isIndexed
    configuration.site.name = options.marketName
    configuration.site.reportAddress = options.reportAddress
    configuration.site.texts = try ServeCheck.pageTexts(options)
    configuration.crossOrigin.readers = Set(options.readingOrigins)
    configuration.crossOrigin.writers = Set(options.writingOrigins)
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

  private func serverConfiguration(
    _ options: ServeOptions, _ log: RequestLog
  ) throws(HostError) -> ServerConfiguration {
    let identity = try options.identity.map(Self.identity)
    var configuration = ServerConfiguration(
      clock: SuspendingClock(), now: { WireDate(Date()) })
    configuration.host = options.bind
    configuration.port = UInt16(clamping: options.port)
    configuration.identity = identity
    if let count = options.connectionsPerAddress {
      configuration.limits.connectionsPerAddress = count
    }
    configuration.trustedProxies = try Self.proxies(options)
    if let header = options.forwardedHeader {
      configuration.forwardedHeader = HTTPHeaderName(header)
    }
    configuration.knownHosts = KnownHosts(names: [Self.machineName] + (identity?.names ?? []))
    configuration.onUnknownProxy = { address, header in
      log.add(
        notice: """
          \(address) sends \(header.text) and is no trusted proxy. If it is your proxy, add \
          --trusted-proxy \(address); without it, all its clients count as one.
          """, level: .warning)
    }
    // Entries are also counted without a log, but then their targets are not read.
    let isLogged = options.log != .off
    configuration.redact = { _, target in isLogged ? RequestTarget.redacted(target) : "" }
    configuration.requestIDPrefix = String(UInt32.random(in: .min ... .max), radix: 36)
    configuration.listeningDescriptor = supervisor.listeningDescriptor
    return configuration
  }

  private static var machineName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return String(
      decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
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

  /// The address that URLs in responses have; nil if it is the one that the server listens on.
  private static func printedAddress(_ options: ServeOptions) -> String? {
    if let url = options.publicURL { return "Pictures and links have the address \(url)." }
    if !options.trustedProxies.isEmpty {
      return "Pictures and links have the host that the proxy forwards."
    }
    guard ["0.0.0.0", "::", "[::]"].contains(options.bind) else { return nil }
    return "Pictures and links have the address of this machine that a request was sent to."
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
