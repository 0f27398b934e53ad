import Dispatch
import Photos
import Synchronization

/// The limits for the memory of all uploads together (API 8.3).
///
/// The budget has two parts. A request holds the share of its body while it waits for the share of
/// its decoding, so bodies must never fill the part that decoding needs.
///
/// The bodies of other requests have at most 64 KiB. Even 512 of them take only 32 MB, so they need
/// no share and never wait.
final class UploadLimits: Sendable {
  private let bodies: MemoryBudget
  private let decoding: MemoryBudget
  private let addresses: FairGate
  private let accounts: FairGate
  private let waitLimit: Duration
  /// The uploads that got 503 because there was no place or no memory in time.
  private let refused = Atomic(0)

  init(_ settings: UploadSettings) {
    bodies = MemoryBudget(limit: settings.bodyBytes, waiting: settings.waiting)
    decoding = MemoryBudget(limit: settings.decodingBytes, waiting: settings.waiting)
    addresses = FairGate(perKey: settings.perAddress, waiting: settings.waiting)
    accounts = FairGate(perKey: settings.perAccount, waiting: settings.waiting)
    waitLimit = settings.waitLimit
  }

  /// The uploads that wait, and those that were refused since the start.
  var counts: (waiting: Int, refused: Int) {
    let waiting =
      addresses.waitingCount + accounts.waitingCount + bodies.waitingCount + decoding.waitingCount
    return (waiting, refused.load(ordering: .relaxed))
  }

  /// Waits for a place of the address and for the memory of a body.
  ///
  /// - Throws: 503.
  func admit(bytes: Int, from client: ClientAddress) throws(ServiceRefusal) -> UploadPlace {
    var waitBudget = WaitBudget(waitLimit)
    let addresses = addresses
    let bodies = bodies
    guard waitBudget.spend({ addresses.enter(client.network, until: $0) }) else {
      throw busy()
    }
    guard waitBudget.spend({ bodies.acquire(bytes, until: $0) }) else {
      addresses.leave(client.network)
      throw busy()
    }
    return UploadPlace {
      bodies.release(bytes)
      addresses.leave(client.network)
    }
  }

  /// Waits for a place of the account and runs `body`, which may decode pictures.
  ///
  /// - Throws: 503, or the error of `body`.
  func withAccount<T>(_ vendor: Int, _ body: (PictureMemory) throws -> T) throws -> T {
    var waitBudget = WaitBudget(waitLimit)
    let key = String(vendor)
    guard waitBudget.spend({ accounts.enter(key, until: $0) }) else { throw busy() }
    defer { accounts.leave(key) }
    return try body(PictureMemory(budget: decoding, waitBudget: waitBudget, refusal: busy))
  }

  /// Counts a refusal.
  private func busy() -> ServiceRefusal {
    refused.wrappingAdd(1, ordering: .relaxed)
    return .busy
  }
}

/// A place of an admitted upload, released with its request.
///
/// Releasing it is the job of `deinit`: a connection may close before the body has arrived, and
/// then no closure of the request is called.
final class UploadPlace: Sendable {
  private let release: @Sendable () -> Void

  init(_ release: @escaping @Sendable () -> Void) { self.release = release }

  deinit { release() }
}

/// The memory for decoding the pictures of one request.
final class PictureMemory {
  private let budget: MemoryBudget
  private var waitBudget: WaitBudget
  private let refusal: () -> ServiceRefusal

  init(budget: MemoryBudget, waitBudget: WaitBudget, refusal: @escaping () -> ServiceRefusal) {
    self.budget = budget
    self.waitBudget = waitBudget
    self.refusal = refusal
  }

  /// Whether there can ever be enough memory.
  func isPossible(_ bytes: Int) -> Bool { budget.isPossible(bytes) }

  /// Runs `body` after acquiring a share of the memory.
  ///
  /// - Throws: 503.
  func withShare<T>(_ bytes: Int, _ body: () -> T) throws(ServiceRefusal) -> T {
    let budget = budget
    guard waitBudget.spend({ budget.acquire(bytes, until: $0) }) else { throw refusal() }
    defer { budget.release(bytes) }
    return body()
  }
}

/// The sizes of the limits for uploads.
struct UploadSettings: Sendable {
  /// The memory for the bodies of uploads.
  var bodyBytes = 48_000_000
  /// The memory for decoding: a progressive JPEG of 50 megapixels takes 305 MB.
  var decodingBytes = 320_000_000
  /// The concurrent uploads of one address, which count before the secret is checked.
  var perAddress = 4
  /// The concurrent decodings of one account.
  var perAccount = 2
  /// The number of requests that may wait for each limit.
  var waiting = 64
  /// The maximum time that a request waits before its body, and again before its decoding.
  var waitLimit = Duration.seconds(10)
}
