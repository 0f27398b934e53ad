/// A market that answers requests: the rules of the API over a store and a shelf of pictures.
///
/// 1. `respond` never traps and never throws: whatever comes in, a well-formed answer goes out.
/// 2. What was answered with 2xx is on the disk.
/// 3. Nothing of an identifier, a secret or the machine stands in an answer.
import MarketStore
public import MarketWire
import Synchronization

/// One market in one folder. Safe to use from any number of threads that may block; several
/// services, in this process or others, may share a folder.
public final class MarketService: Sendable {
  let folder: String
  let configuration: ServiceConfiguration
  let clock: @Sendable () -> WireDate
  let random: @Sendable (Int) -> [UInt8]
  let uuids: UUIDMaker
  let store: MarketStore
  let shelf: PictureStore
  let gate = LoginThrottle()
  /// Files that were deleted and still stand in the store's list of such; the next removal takes
  /// them off the list, which saves a transaction for each.
  let deleted = Mutex<[String]>([])
  private let publicBase: BaseURL?
  private let lock: FolderLock

  /// Opens the market in `folder`, which is made (mode 0700) where there is none.
  ///
  /// - Parameters:
  ///   - clock: the present moment.
  ///   - random: so many bytes that nobody can guess.
  public init(
    folder: String, configuration: ServiceConfiguration = ServiceConfiguration(),
    clock: @escaping @Sendable () -> WireDate, random: @escaping @Sendable (Int) -> [UInt8]
  ) throws(ServiceError) {
    publicBase = try configuration.publicURL.map { text throws(ServiceError) in
      guard let base = BaseURL(publicURL: text) else { throw .invalidPublicURL(text) }
      return base
    }
    self.folder = folder
    self.configuration = configuration
    self.clock = clock
    self.random = random
    uuids = UUIDMaker(random: random)
    do throws(FileError) {
      try FileSystem.makeFolders(folder)
      lock = try FolderLock(path: "\(folder)/market.lock")
      shelf = try PictureStore(folder: folder)
    } catch {
      throw .folderNotUsable(path: folder, reason: error.reason)
    }
    let path = Self.database(in: folder)
    do throws(StoreError) {
      store = try MarketStore(path: path, patience: configuration.patience)
    } catch {
      throw .store(error, path: path)
    }
    sweep()
  }

  /// Whether there is a market in `folder`; says nothing of its health.
  public static func exists(in folder: String) -> Bool {
    FileSystem.exists(database(in: folder))
  }

  /// Lets go of the folder. Requests that run at this moment still finish; later ones get 503.
  public func close() {
    store.close()
    lock.release()
  }

  /// Answers a request. HEAD is answered as GET would be, with the body, whose length a server
  /// tells; whoever sends the answer on leaves the body out.
  public func respond(_ request: HTTPRequest) -> HTTPResponse {
    finished(answer(request))
  }

  /// What the market can do beyond the old one, which every answer says (API 7).
  private static let extensions = "idempotency, sort, filter, exact-dates, revision, summary"

  private static func database(in folder: String) -> String { "\(folder)/market.sqlite" }

  private func answer(_ request: HTTPRequest) -> HTTPResponse {
    var request = request
    if !configuration.hasExtensions { request.headers[.idempotencyKey] = nil }
    do {
      let route = try Route(request)
      let base = try base(for: request)
      guard request.body.count <= route.bodyLimit else {
        throw Refusal.tooLarge(limit: route.bodyLimit)
      }
      guard !route.needsIdentifier || request.hasIdentifier else { throw Refusal.noIdentifier }
      switch route {
      case .home: return HomePage.response
      case .health: return health()
      case .list(let target): return try list(target, request, base: base)
      case .show(let id): return try show(id, base: base)
      case .picture(let path): return try picture(path, request)
      case .create: return try create(request, base: base)
      case .edit(let id): return try edit(id, request, base: base)
      case .archived(let id): return try findRemovalPath(id, request, base: base)
      case .remove(let token): return try remove(token, request, base: base)
      }
    } catch let refusal as Refusal {
      return refusal.response
    } catch {
      return refusal(for: error).response
    }
  }

  /// What a client is told of a failure that is not its own.
  private func refusal(for error: any Error) -> Refusal {
    switch error {
    case StoreError.busy, StoreError.closed: return .busy
    case StoreError.full: return .diskFull
    case let error as FileError where error.isFull: return .diskFull
    default:
      note(error)
      return .failed
    }
  }

  /// What the URLs in the answer to a request begin with.
  func base(for request: HTTPRequest) throws(Refusal) -> BaseURL {
    let asked = try BaseURL(request: request, isTLS: configuration.isTLS)
    return publicBase ?? asked
  }

  /// The answer with the headers that every answer carries.
  func finished(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    if configuration.hasExtensions { response.headers[.extensions] = Self.extensions }
    response.headers[.contentTypeOptions] = "nosniff"
    return response
  }

  /// Takes away what a crash left behind, if nobody else has the market open. That it fails is no
  /// reason not to open the market: the next opener tries again.
  private func sweep() {
    guard lock.isExclusive else { return }
    defer { lock.share() }
    do {
      let hourAgo = WireDate(milliseconds: clock().milliseconds - 3_600_000)
      let doomed = try store.read { reader in
        try shelf.sweep(before: hourAgo) { try reader.isUsed(picture: $0) }
        return try reader.doomedFiles()
      }
      shelf.delete(doomed)
      if !doomed.isEmpty { try store.write { try $0.forget(doomedFiles: doomed) } }
    } catch {
      note(error)
    }
  }

  /// Tells the owner of a failure whose cause no client learns.
  func note(_ error: any Error) {
    configuration.onFailure(serviceError(error))
  }
}
