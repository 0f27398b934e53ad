import Base
import CurlTransport
import Foundation
import MarketServer
import MarketService
import MarketStores
import MarketWire
import Messages
import OpenMarketClient
import SellerSession
import Synchronization

/// The markets on this machine, opened in this process or served over HTTP.
///
/// 1. A folder or a database is opened once, when it is first needed.
/// 2. Opening and closing block, so they run on separate threads.
/// 3. The home market gets its sample listings once. A marker file is created before the database
///    and deleted when the samples are loaded.
final class LiveMarketHost: MarketHost {
  let home: String
  let supervisor: Supervisor
  /// The words after the name of the program, for the command that another user types.
  let arguments: [String]
  /// Calls the closure on each SIGHUP until the returned value is released.
  let onHangup: @Sendable (@escaping @Sendable () -> Void) -> InterruptWatch
  private let services = Mutex<[String: MarketService]>([:])
  /// Held while a market is opened: a second opening at the same time would load the samples again
  /// that a command has just removed.
  private let opening = Mutex(())

  init(
    home: String, variables: [String: String] = [:], arguments: [String] = [],
    onHangup: @escaping @Sendable (@escaping @Sendable () -> Void) -> InterruptWatch = { _ in
      InterruptWatch {}
    }
  ) {
    self.home = home
    self.arguments = arguments
    self.onHangup = onHangup
    supervisor = Supervisor(variables: variables)
  }

  /// Closes all markets that were opened in this process.
  func close() async {
    let open = services.withLock { services in
      defer { services = [:] }
      return Array(services.values)
    }
    await runOnNewThread { for service in open { service.close() } }
  }

  func homeTransport() async throws(HostError) -> any Transport {
    let service = try await service(in: nil)
    return ClosureTransport(clock: ContinuousClock(), finishesWrites: true) { service.respond($0) }
  }

  func addAccount(_ name: String, in folder: String?) async throws(HostError) -> HostedAccount {
    let account = try await work(in: folder, creates: true) { try $0.addAccount(name: name) }
    return HostedAccount(account)
  }

  func resetAccount(_ name: String, in folder: String?) async throws(HostError) -> HostedAccount {
    let account = try await work(in: folder) { try $0.resetAccount(name: name) }
    return HostedAccount(account)
  }

  func renameAccount(
    _ name: String, to new: String, in folder: String?
  ) async throws(HostError) -> String {
    try await work(in: folder) { try $0.renameAccount(name, to: new) }
  }

  func setAccount(
    _ name: String, isDisabled: Bool, hides: Bool, reason: String, in folder: String?
  ) async throws(HostError) {
    try await work(in: folder) {
      try $0.setAccount(name: name, disabled: isDisabled, hides: hides, reason: reason)
    }
  }

  func accounts(in folder: String?) async throws(HostError) -> [HostedAccount] {
    let accounts = try await work(in: folder) { try $0.accounts() }
    return accounts.filter { !$0.isSample }.map(HostedAccount.init)
  }

  func loadSamples(count: Int?, in folder: String?) async throws(HostError) -> Int {
    try await work(in: folder, creates: true) { service in
      if let count {
        try service.addGeneratedListings(count: count)
      } else {
        try service.loadSamples()
      }
    }
  }

  func sampleCount(in folder: String?) async throws(HostError) -> Int {
    try await work(in: folder) { try $0.sampleCount() }
  }

  func clearSamples(in folder: String?) async throws(HostError) -> Int {
    try await work(in: folder) { try $0.clearSamples() }
  }

  var commit: String? { Version.commit }

  func facts() async throws(HostError) -> HostFacts {
    let libraries =
      [("SQLite", SQLiteStore.libraryVersion)] + MarketService.libraries
      + [("libmicrohttpd", HTTPServer.libraryVersion)]
      + [("libcurl", CurlTransport.libraryVersion)]
    let versions = libraries.map { LibraryVersion($0.0, $0.1) }
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    guard MarketService.exists(in: home) else {
      return HostFacts(system: system, libraries: versions, store: nil)
    }
    let store = try await work(in: nil) { service in
      let settings = try service.storeSettings()
      return HostFacts.Store(
        journal: settings.journal, synchronous: settings.synchronous,
        listings: try service.listingCount)
    }
    return HostFacts(system: system, libraries: versions, store: store)
  }

  func exists(in folder: String?) throws(HostError) -> Bool {
    guard let folder else { return true }
    return try Self.location(folder).exists
  }

  /// Runs `body` with the market in `folder`.
  ///
  /// - Parameter creates: whether to create a market if the folder has none. Otherwise this is an
  ///   error, because the folder may be mistyped. The home market is always created.
  func work<R: Sendable>(
    in folder: String?, creates: Bool = false,
    _ body: @escaping @Sendable (MarketService) throws -> R
  ) async throws(HostError) -> R {
    if let folder, !creates, try !exists(in: folder) {
      throw Self.absence(of: try Self.location(folder))
    }
    let service = try await service(in: folder)
    return try await runOnNewThread { () throws(HostError) in
      try Self.hosted { try body(service) }
    }
  }

  private func service(in folder: String?) async throws(HostError) -> MarketService {
    let path = folder ?? home
    if let open = services.withLock({ $0[path] }) { return open }
    let isHome = folder == nil
    return try await runOnNewThread { [self] () throws(HostError) in
      try opening.withLock { _ throws(HostError) in
        if let open = services.withLock({ $0[path] }) { return open }
        let service = try open(path, isHome: isHome, ServiceConfiguration())
        services.withLock { $0[path] = service }
        return service
      }
    }
  }

  /// Where the data of a market is.
  static func location(_ text: String) throws(HostError) -> MarketLocation {
    try hosted { try MarketLocation(text) }
  }

  /// Runs `body`, whose errors are those of a service and get messages.
  static func hosted<R>(_ body: () throws -> R) throws(HostError) -> R {
    do { return try body() } catch {
      throw (error as? ServiceError).map(HostError.init) ?? HostError(.store, "\("\(error)")")
    }
  }

  func open(
    _ path: String, isHome: Bool, _ configuration: ServiceConfiguration
  ) throws(HostError) -> MarketService {
    let location = try own(path)
    let marker = "\(path)/samples-wanted"
    let manager = FileManager.default
    if isHome, !manager.fileExists(atPath: path) {
      try? manager.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      _ = manager.createFile(atPath: marker, contents: nil)
    }
    return try Self.hosted {
      let service = try MarketService(
        at: location, configuration: configuration, clock: { WireDate(Date()) },
        random: randomBytes)
      if isHome, manager.fileExists(atPath: marker) {
        _ = try service.loadSamples()
        try? manager.removeItem(atPath: marker)
      }
      return service
    }
  }
}

extension HostedAccount {
  fileprivate init(_ account: NewAccount) {
    self.init(
      vendorID: account.vendorID, name: account.name, credentials: account.credentials,
      isDisabled: account.isDisabled)
  }
}
