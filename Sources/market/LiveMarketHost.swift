import CurlTransport
import Foundation
import MarketServer
import MarketService
import MarketWire
import Messages
import OpenMarketClient
import SellerSession
import Synchronization
import Threads

/// The markets on this machine, opened in this process or served over HTTP.
///
/// 1. A folder is opened once, when it is first needed.
/// 2. Opening and closing block, so they run on separate threads.
/// 3. The home market gets its sample listings once. A marker file is created before the database
///    and deleted when the samples are loaded.
final class LiveMarketHost: MarketHost {
  private let home: String
  private let services = Mutex<[String: MarketService]>([:])

  init(home: String) {
    self.home = home
  }

  func homeTransport() async throws(HostError) -> any Transport {
    let service = try await service(in: nil)
    return ClosureTransport(clock: ContinuousClock(), finishesWrites: true) { service.respond($0) }
  }

  func addAccount(_ name: String, in folder: String?) async throws(HostError) -> HostedAccount {
    let account = try await work(in: folder, creates: true) { service throws(ServiceError) in
      try service.addAccount(name: name)
    }
    return HostedAccount(account)
  }

  func resetAccount(_ name: String, in folder: String?) async throws(HostError) -> HostedAccount {
    let account = try await work(in: folder) { service throws(ServiceError) in
      try service.resetAccount(name: name)
    }
    return HostedAccount(account)
  }

  func setAccount(
    _ name: String, isDisabled: Bool, in folder: String?
  ) async throws(HostError) {
    try await work(in: folder) { service throws(ServiceError) in
      try service.setAccount(name: name, disabled: isDisabled)
    }
  }

  func accounts(in folder: String?) async throws(HostError) -> [HostedAccount] {
    let accounts = try await work(in: folder) { service throws(ServiceError) in
      try service.accounts()
    }
    return accounts.filter { !$0.isSample }.map {
      HostedAccount(
        vendorID: $0.vendorID, name: $0.name, credentials: nil, isDisabled: $0.isDisabled)
    }
  }

  func loadSamples(count: Int?, in folder: String?) async throws(HostError) -> Int {
    try await work(in: folder, creates: true) { service throws(ServiceError) in
      if let count {
        try service.addGeneratedListings(count: count)
      } else {
        try service.loadSamples()
      }
    }
  }

  func sampleCount(in folder: String?) async throws(HostError) -> Int {
    try await work(in: folder) { service throws(ServiceError) in
      try service.sampleCount()
    }
  }

  func clearSamples(in folder: String?) async throws(HostError) -> Int {
    try await work(in: folder) { service throws(ServiceError) in
      try service.clearSamples()
    }
  }

  func facts() async throws(HostError) -> HostFacts {
    let libraries =
      MarketService.libraries + [("libmicrohttpd", HTTPServer.libraryVersion)]
      + [("libcurl", CurlTransport.libraryVersion)]
    let versions = libraries.map { LibraryVersion($0.0, $0.1) }
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    guard MarketService.exists(in: home) else {
      return HostFacts(system: system, libraries: versions, store: nil)
    }
    let store = try await work(in: nil) { service throws(ServiceError) in
      let settings = try service.storeSettings()
      return HostFacts.Store(
        journal: settings.journal, synchronous: settings.synchronous,
        listings: try service.listingCount)
    }
    return HostFacts(system: system, libraries: versions, store: store)
  }

  /// Runs `body` with the market in `folder`.
  ///
  /// - Parameter creates: whether to create a market if the folder has none. Otherwise this is an
  ///   error, because the folder may be mistyped. The home market is always created.
  private func work<R: Sendable>(
    in folder: String?, creates: Bool = false,
    _ body: @escaping @Sendable (MarketService) throws(ServiceError) -> R
  ) async throws(HostError) -> R {
    if let folder, !creates, !MarketService.exists(in: folder) {
      throw HostError(.store, "there is no market in \(folder)")
    }
    let service = try await service(in: folder)
    return try await runOnNewThread { () throws(HostError) in
      do throws(ServiceError) {
        return try body(service)
      } catch {
        throw HostError(error)
      }
    }
  }

  private func service(in folder: String?) async throws(HostError) -> MarketService {
    let path = folder ?? home
    if let open = services.withLock({ $0[path] }) { return open }
    let isHome = folder == nil
    return try await runOnNewThread { [self] () throws(HostError) in
      let service = try Self.open(path, isHome: isHome, ServiceConfiguration())
      // Two threads may open the same folder at once; the first service is used.
      return services.withLock { services in
        if let open = services[path] { return open }
        services[path] = service
        return service
      }
    }
  }

  private static func open(
    _ path: String, isHome: Bool, _ configuration: ServiceConfiguration
  ) throws(HostError) -> MarketService {
    let marker = "\(path)/samples-wanted"
    let manager = FileManager.default
    if isHome, !manager.fileExists(atPath: path) {
      try? manager.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      _ = manager.createFile(atPath: marker, contents: nil)
    }
    do throws(ServiceError) {
      let service = try MarketService(
        folder: path, configuration: configuration, clock: { WireDate(Date()) },
        random: randomBytes)
      if isHome, manager.fileExists(atPath: marker) {
        _ = try service.loadSamples()
        try? manager.removeItem(atPath: marker)
      }
      return service
    } catch {
      throw HostError(error)
    }
  }
}

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
    let configuration = Self.serviceConfiguration(options, log)
    let isNew = !isHome && !MarketService.exists(in: folder)
    let service = try await runOnNewThread { () throws(HostError) in
      try Self.open(folder, isHome: isHome, configuration)
    }
    service.watchHealth()
    let server = HTTPServer(
      configuration: Self.serverConfiguration(options, identity, proxies, log)
    ) {
      head, connection in
      service.admit(head, from: connection.clientAddress)
    }
    let bound: BoundAddress
    do throws(ServerError) {
      bound = try server.start()
    } catch {
      await runOnNewThread { service.close() }
      throw HostError(error, options)
    }
    ready(bound.origin, Self.warning(options))
    // The operator may have mistyped the folder.
    if isNew { log("Created a new, empty market in \"\(folder)\".") }
    await waitForCancellation()
    await runOnNewThread {
      server.stop()
      service.close()
    }
  }

  private static func serviceConfiguration(
    _ options: ServeOptions, _ log: @escaping @Sendable (String) -> Void
  ) -> ServiceConfiguration {
    var configuration = ServiceConfiguration()
    configuration.enforcesLimits = options.enforcesLimits
    configuration.hasExtensions = options.hasExtensions
    configuration.publicURL = options.publicURL
    configuration.isTLS = options.identity != nil
    configuration.onFailure = { log(RequestLog.line($0, at: WireDate(Date()))) }
    return configuration
  }

  private static func proxies(_ options: ServeOptions) throws(HostError) -> [AddressRange] {
    try options.trustedProxies.map { text throws(HostError) in
      guard let range = AddressRange(text) else {
        throw HostError(.address, "\(quoted: text) is not a network such as 10.0.0.0/8")
      }
      return range
    }
  }

  private static func serverConfiguration(
    _ options: ServeOptions, _ identity: TLSIdentity?, _ proxies: [AddressRange],
    _ log: @escaping @Sendable (String) -> Void
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
    configuration.redact = { _, target in RequestTarget.redacted(target) }
    configuration.log = { log(RequestLog.lines($0)) }
    return configuration
  }

  /// Reads the certificate and the key; only the first megabyte of a file is read.
  private static func identity(
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
    let isLocal = ["::1", "localhost"].contains(options.bind) || options.bind.hasPrefix("127.")
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

extension HostedAccount {
  fileprivate init(_ account: NewAccount) {
    self.init(
      vendorID: account.vendorID, name: account.name, credentials: account.credentials)
  }
}
