import MarketService
import MarketShell
import MarketStores
import MarketTestSupport
import MarketWire
import Messages
import OpenMarketClient
import SellerSession
import Synchronization

/// A host whose home market is a service of the test. `serve` only prints what a server would.
struct TestHost: MarketHost {
  let service: MarketService
  let spy: TransportSpy
  /// Called when the home market is opened, and awaited.
  var whileOpening: @Sendable () async -> Void = {}

  func homeTransport() async throws(HostError) -> any Transport {
    await whileOpening()
    return spy.transport(
      to: ClosureTransport(clock: FrozenClock()) { [service] in service.respond($0) })
  }

  func addAccount(_ name: String, in folder: String?) async throws(HostError) -> HostedAccount {
    let account = try translated { () throws(ServiceError) in try service.addAccount(name: name) }
    return HostedAccount(
      vendorID: account.vendorID, name: account.name, credentials: account.credentials)
  }

  func resetAccount(_ name: String, in folder: String?) async throws(HostError) -> HostedAccount {
    let account = try translated { () throws(ServiceError) in try service.resetAccount(name: name) }
    return HostedAccount(
      vendorID: account.vendorID, name: account.name, credentials: account.credentials,
      isDisabled: account.isDisabled)
  }

  func renameAccount(
    _ name: String, to new: String, in folder: String?
  ) async throws(HostError) -> String {
    try translated { () throws(ServiceError) in try service.renameAccount(name, to: new) }
  }

  func setAccount(
    _ name: String, isDisabled: Bool, hides: Bool, reason: String, in folder: String?
  ) async throws(HostError) {
    try translated { () throws(ServiceError) in
      try service.setAccount(name: name, disabled: isDisabled, hides: hides, reason: reason)
    }
  }

  func removeAccount(
    _ name: String, reason: String, in folder: String?
  ) async throws(HostError) -> Int {
    try translated { () throws(ServiceError) in
      try service.removeAccount(name: name, reason: reason)
    }
  }

  func accountEvents(limit: Int, in folder: String?) async throws(HostError) -> [HostedEvent] {
    try translated { () throws(ServiceError) in try service.accountEvents(limit: limit) }.map {
      HostedEvent(
        date: $0.date, action: $0.action.rawValue, account: $0.account, detail: $0.detail,
        reason: $0.reason)
    }
  }

  func accounts(in folder: String?) async throws(HostError) -> [HostedAccount] {
    try translated { () throws(ServiceError) in try service.accounts() }.map {
      HostedAccount(
        vendorID: $0.vendorID, name: $0.name, credentials: nil, isDisabled: $0.isDisabled,
        usage: HostedAccount.Usage(
          isHidden: $0.isHidden, createdAt: $0.createdAt, lastUsed: $0.lastUsed,
          listings: $0.listings, bytes: $0.bytes))
    }
  }

  func loadSamples(count: Int?, in folder: String?) async throws(HostError) -> Int {
    try translated { () throws(ServiceError) in
      let before = try service.listingCount
      if let count {
        try service.addGeneratedListings(count: min(count, 100))
      } else {
        try service.loadSamples()
      }
      return try service.listingCount - before
    }
  }

  func sampleCount(in folder: String?) async throws(HostError) -> Int {
    try translated { () throws(ServiceError) in try service.sampleCount() }
  }

  func clearSamples(in folder: String?) async throws(HostError) -> Int {
    try translated { () throws(ServiceError) in
      let before = try service.listingCount
      try service.clearSamples()
      return before - (try service.listingCount)
    }
  }

  var commit: String? { nil }

  func facts() async throws(HostError) -> HostFacts {
    let store = try translated { () throws(ServiceError) in
      let settings = try service.storeSettings()
      return HostFacts.Store(
        journal: settings.journal, synchronous: settings.synchronous,
        listings: try service.listingCount)
    }
    return HostFacts(
      system: "TestOS 1",
      libraries: ([("SQLite", "3.0.0")] + MarketService.libraries).map { LibraryVersion($0, $1) },
      store: store)
  }

  func backUp(to file: String, in folder: String?) async throws(HostError) -> HostedBackup {
    HostedBackup(try translated { () throws(ServiceError) in try service.backUp(to: file) })
  }

  func restore(_ file: String, to folder: String?) async throws(HostError) -> HostedBackup {
    HostedBackup(
      try translated { () throws(ServiceError) in
        try MarketService.restore(file, to: folder ?? "/nowhere")
      })
  }

  func move(from source: String?, to target: String) async throws(HostError) -> HostedMove {
    HostedMove(accounts: 1, listings: 2, pictures: 4, missing: 0)
  }

  func inspect(_ folder: String?) async throws(HostError) -> MarketInspection {
    let path = folder ?? "/nowhere"
    let found = try translated { () throws(ServiceError) in try MarketService.inspect(path) }
    return MarketInspection(
      schema: found.schema, listings: found.listings,
      damage: found.damage, miscounts: found.miscounts, orphans: found.orphans,
      missing: found.missing, pictures: found.pictures, pictureBytes: found.pictureBytes,
      databaseBytes: found.databaseBytes, freeBytes: 1_000_000_000,
      journal: found.journal, synchronous: found.synchronous)
  }

  func recount(in folder: String?) async throws(HostError) {
    try translated { () throws(ServiceError) in try service.recount() }
  }

  func removeMetadata(
    in folder: String?, after listing: Int
  ) async throws(HostError) -> HostedMetadataRemoval {
    try translated { () throws(ServiceError) in
      let removed = try service.removeMetadata(ofListingsAfter: listing)
      return HostedMetadataRemoval(
        last: removed.last, listings: removed.listings, cleaned: removed.cleaned,
        unreadable: removed.unreadable)
    }
  }

  func removeListings(
    _ ids: [Int], reason: String, in folder: String?
  ) async throws(HostError) -> [HostedListing] {
    try translated { () throws(ServiceError) in
      try service.removeListings(ids, reason: reason)
    }.map { HostedListing(name: $0, shop: $1) }
  }

  func exists(in folder: String?) throws(HostError) -> Bool {
    folder.map(MarketService.exists(in:)) ?? true
  }

  func check(_ options: ServeOptions, isWhole: Bool) async -> ServeFindings {
    var findings = ServeFindings()
    if options.port == 2 { findings.warnings = ["the disk is nearly full"] }
    if options.port == 1 {
      findings.errors = [
        HostError(.address, "port 1 is taken"), HostError(.store, "there is no market"),
      ]
    }
    return findings
  }

  func serve(
    _ options: ServeOptions, ready: @Sendable (_ url: String, _ warnings: [Message]) -> Void,
    log: @escaping @Sendable (String) -> Void
  ) async throws(HostError) {
    let findings = await check(options, isWhole: false)
    if let error = findings.error { throw error }
    ready("http://\(options.bind):\(options.port)", findings.warnings)
    log("GET /api/products 200")
  }

  private func translated<R>(_ body: () throws(ServiceError) -> R) throws(HostError) -> R {
    do throws(ServiceError) { return try body() } catch {
      switch error {
      case .nameTaken(let name):
        throw HostError(.nameTaken, "there is already an account named \(quoted: name)")
      case .nameInvalid: throw HostError(.invalidName, "\("\(error)")")
      case .noSuchAccount: throw HostError(.noSuchAccount, "\("\(error)")")
      default: throw HostError(.store, "\("\(error)")")
      }
    }
  }
}

extension HostedBackup {
  fileprivate init(_ backup: BackupSummary) {
    self.init(
      listings: backup.listings, pictures: backup.pictures, missing: backup.missing,
      bytes: backup.bytes)
  }
}
