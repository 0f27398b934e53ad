import Foundation
public import MarketService
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
      try location.openWhole(configuration, clock: clock)
    }
  }

  /// Checks whether the market at a location can be opened, or created, and changes nothing.
  ///
  /// - Throws: `.moveNotEnded` if only a part of the market is there.
  public static func probe(at location: MarketLocation) throws(ServiceError) -> StoreProbe {
    let found = try ServiceError.translated(location.text) {
      switch location {
      case .folder(let path): try SQLiteStore.probe(path)
      case .database(let url): try PostgresStore.probe(url: url)
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
    let found = try ServiceError.translated(location.text) {
      switch location {
      case .folder(let path): try SQLiteStore.inspect(path)
      case .database(let url): try PostgresStore.inspect(url: url)
      }
    }
    guard !found.hasUnfinishedMove else { throw .moveNotEnded(path: location.text) }
    return found
  }
}

extension MarketLocation {
  /// Opens the store of a whole market; creates it if there is none.
  ///
  /// - Throws: `.moveNotEnded` if only a part of the market is there.
  func openWhole(
    _ configuration: ServiceConfiguration = ServiceConfiguration(),
    clock: @escaping @Sendable () -> WireDate
  ) throws(ServiceError) -> any MarketStore {
    let store = try open(configuration, clock: clock)
    do throws(ServiceError) {
      let move = try ServiceError.translated(text) { try store.unfinishedMove() }
      guard move == nil else { throw .moveNotEnded(path: text) }
    } catch {
      store.close()
      throw error
    }
    return store
  }

  /// Opens the store; creates it if there is none.
  func open(
    _ configuration: ServiceConfiguration = ServiceConfiguration(),
    clock: @escaping @Sendable () -> WireDate
  ) throws(ServiceError) -> any MarketStore {
    try ServiceError.translated(text) {
      switch self {
      case .folder(let path):
        var options = SQLiteStore.Options()
        options.busyTimeout = configuration.busyTimeout
        options.minimumFreeBytes = configuration.minimumFreeBytes
        if let freeBytes = configuration.freeBytes { options.freeBytes = freeBytes }
        return try SQLiteStore(folder: path, options: options, clock: clock) { error in
          configuration.onFailure(.background(error, path))
        }
      case .database(let url): return try PostgresStore(url: url, clock: clock)
      }
    }
  }
}

extension ServiceError {
  /// What went wrong beside the requests of a market in a folder.
  fileprivate static func background(_ error: any Error, _ folder: String) -> ServiceError {
    switch error {
    case let error as StoreError: .store(error, path: folder)
    case let error as FileError: .folderNotUsable(path: folder, reason: error.reason)
    case let error as CocoaError:
      .folderNotUsable(path: error.filePath ?? folder, reason: error.localizedDescription)
    default: .store(.failed(detail: "\(error)"), path: folder)
    }
  }
}
