public import MarketService
public import MarketStore
import MarketStores
public import MarketWire

extension MarketService {
  /// Opens the market at a location; creates it if there is none.
  ///
  /// - Parameters:
  ///   - clock: returns the current time.
  ///   - random: returns the given number of cryptographically random bytes.
  public convenience init(
    at location: MarketLocation, configuration: ServiceConfiguration = ServiceConfiguration(),
    clock: @escaping @Sendable () -> WireDate, random: @escaping @Sendable (Int) -> [UInt8]
  ) throws(ServiceError) {
    try self.init(
      location: location.text, configuration: configuration, clock: clock, random: random
    ) { () throws(ServiceError) in
      let store = try location.open(configuration, clock: clock)
      do {
        guard try store.unfinishedMove() == nil else {
          throw ServiceError.moveNotEnded(path: location.text)
        }
        return store
      } catch {
        store.close()
        if let error = error as? ServiceError { throw error }
        throw .store(
          error as? StoreError ?? .failed(detail: "\(error)"), path: location.text)
      }
    }
  }

  /// Checks whether the market at a location can be opened, or created, and changes nothing.
  ///
  /// - Throws: `.moveNotEnded` if only a part of the market is there.
  public static func probe(at location: MarketLocation) throws(ServiceError) -> StoreProbe {
    let found: StoreProbe
    switch location {
    case .folder(let path):
      do throws(FolderError) { found = try SQLiteStore.probe(path) } catch {
        throw ServiceError(error)
      }
    case .database(let url):
      do throws(StoreError) { found = try PostgresStore.probe(url: url) } catch {
        throw .store(error, path: url)
      }
    }
    guard !found.hasUnfinishedMove else { throw .moveNotEnded(path: location.text) }
    return found
  }

  /// Reads the whole market at a location and changes nothing.
  ///
  /// - Throws: `.moveNotEnded` if only a part of the market is there.
  public static func inspect(
    at location: MarketLocation
  ) throws(ServiceError) -> StoreInspection {
    let found: StoreInspection
    switch location {
    case .folder(let path): found = try inspect(path)
    case .database(let url):
      do throws(StoreError) { found = try PostgresStore.inspect(url: url) } catch {
        throw .store(error, path: url)
      }
    }
    guard !found.hasUnfinishedMove else { throw .moveNotEnded(path: location.text) }
    return found
  }
}

extension MarketLocation {
  /// Opens the store; creates it if there is none.
  func open(
    _ configuration: ServiceConfiguration = ServiceConfiguration(),
    clock: @escaping @Sendable () -> WireDate
  ) throws(ServiceError) -> any MarketStore {
    switch self {
    case .folder(let path):
      var options = SQLiteStore.Options()
      options.busyTimeout = configuration.busyTimeout
      options.minimumFreeBytes = configuration.minimumFreeBytes
      if let freeBytes = configuration.freeBytes { options.freeBytes = freeBytes }
      do throws(FolderError) {
        return try SQLiteStore(folder: path, options: options, clock: clock) { error in
          configuration.onFailure(.store(.failed(detail: "\(error)"), path: path))
        }
      } catch {
        throw ServiceError(error)
      }
    case .database(let url):
      do throws(StoreError) { return try PostgresStore(url: url, clock: clock) } catch {
        throw .store(error, path: url)
      }
    }
  }
}
