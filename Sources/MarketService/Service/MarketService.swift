public import MarketWire

/// A market: the rules of the API over a store.
///
/// It can be used from any number of threads that may block. Several services, in this process or
/// in others, can share a store.
///
/// 1. `respond` never traps and never throws: every request gets a valid response.
/// 2. When a response has a 2xx status, the change is durable.
/// 3. No response contains an identifier, a secret or details of the machine.
public final class MarketService: Sendable {
  /// The folder or the URL of the store, for messages.
  package let location: String
  package let store: any MarketStore
  package let configuration: ServiceConfiguration
  package let clock: @Sendable () -> WireDate
  let random: @Sendable (Int) -> [UInt8]
  let uuids: UUIDGenerator
  let pages = PageCache()
  let pictureSizes = PictureSizes()
  let loginThrottle: LoginThrottle
  let uploads: UploadLimits
  let adds = AddCounter()
  let shopEdits = AddCounter()
  /// The turns of clients in slow reads.
  let searches: FairGate
  let health: HealthMonitor
  /// The base of picture URLs, if it is configured.
  let publicBase: BaseURL?

  /// Creates a market.
  ///
  /// - Parameters:
  ///   - store: returns the open store, which the service closes.
  ///   - location: the folder or the URL of the store, for messages.
  ///   - clock: returns the current time.
  ///   - random: returns the given number of cryptographically random bytes.
  public init(
    location: String, configuration: ServiceConfiguration = ServiceConfiguration(),
    clock: @escaping @Sendable () -> WireDate, random: @escaping @Sendable (Int) -> [UInt8],
    store: () throws(ServiceError) -> any MarketStore
  ) throws(ServiceError) {
    publicBase = try configuration.publicURL.map { text throws(ServiceError) in
      guard let base = BaseURL(publicURL: text) else { throw .invalidPublicURL(text) }
      return base
    }
    self.location = location
    self.configuration = configuration
    self.clock = clock
    self.random = random
    uuids = UUIDGenerator(random: random)
    uploads = UploadLimits(configuration.uploads)
    let store = try store()
    self.store = store
    loginThrottle = LoginThrottle(store.counters ?? LocalCounters(salt: random(16)))
    searches = FairGate(places: store.slowReaders, waiting: configuration.waitingSearches)
    health = HealthMonitor { () throws(StoreError) in
      try store.check()
    } onFailure: { error in
      configuration.onFailure(.store(error, path: location))
    }
  }

  deinit { health.close() }

  /// Checks the database once a second, on a thread of its own, until ``close()``.
  public func watchHealth() {
    health.watch(every: configuration.healthInterval)
  }

  /// Lets the health check say from now on that the market does not work; everything else still does.
  public func endHealth() { health.close() }

  /// Whether a market can be opened with this public URL.
  public static func isPublicURL(_ text: String?) -> Bool {
    text.map { BaseURL(publicURL: $0) != nil } ?? true
  }

  /// Closes the market.
  ///
  /// Running requests still finish; later ones get 503.
  public func close() {
    health.close()
    store.close()
  }

  /// Reports an error to the operator; clients do not learn its cause.
  func report(_ error: any Error) {
    if let error = error as? StoreError { health.remember(error) }
    configuration.onFailure(serviceError(error))
  }

  /// Runs `body` and turns its errors into errors of the service.
  func translated<T>(_ body: () throws -> T) throws(ServiceError) -> T {
    do { return try body() } catch { throw serviceError(error) }
  }

  private func serviceError(_ error: any Error) -> ServiceError {
    switch error {
    case let error as ServiceError: error
    case let error as StoreError: .store(error, path: location)
    default: .store(.failed(detail: "\(error)"), path: location)
    }
  }
}
