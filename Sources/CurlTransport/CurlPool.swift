/// The thread on which all transfers of a transport run.
import CCurl
import Foundation
import OpenMarketClient
import Synchronization

/// Starts and cancels transfers; the thread lives from the first transfer until the pool is gone.
final class CurlPool: Sendable {
  private let loop = CurlLoop()

  deinit { loop.stop() }

  /// Resumes `continuation` when the transfer has ended.
  func start(
    _ transfer: CurlTransfer, _ continuation: CheckedContinuation<CurlTransfer.End, Never>
  ) {
    transfer.continuation = continuation
    if loop.hand(over: transfer) {
      let thread = Thread { [loop] in loop.run() }
      thread.name = "curl"
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  func cancel(_ transfer: CurlTransfer) {
    transfer.markCancelled()
    loop.lookForCancelled()
  }
}

/// The loop of that thread.
///
/// 1. The multi handle and the easy handles are touched by the thread only, but for
///    `curl_multi_wakeup`, which any thread may call; the handle is known to others under the lock
///    and no longer once it is closed.
/// 2. The thread waits in `curl_multi_poll` only, which a new transfer, a cancellation and the end
///    interrupt; there is no interval in which it looks.
private final class CurlLoop: Sendable {
  private struct State: ~Copyable {
    var hasThread = false
    var stops = false
    var cancels = false
    var added: [CurlTransfer] = []
    /// For waking the thread; see 1. Kept as bits, since a pointer is not `Sendable`.
    var multi: UInt?
  }

  private static let idleWait: Int32 = 60_000
  private let state = Mutex(State())

  /// Takes a transfer; true where the thread has to be started.
  func hand(over transfer: CurlTransfer) -> Bool {
    state.withLock { state in
      state.added.append(transfer)
      wake(state.multi)
      defer { state.hasThread = true }
      return !state.hasThread
    }
  }

  func lookForCancelled() {
    state.withLock { state in
      state.cancels = true
      wake(state.multi)
    }
  }

  func stop() {
    state.withLock { state in
      state.stops = true
      wake(state.multi)
    }
  }

  func run() {
    blockPipeSignal()
    CurlLibrary.load()
    guard let multi = curl_multi_init() else { return failAll() }
    var transfers = TransferSet(multi)
    state.withLock { $0.multi = UInt(bitPattern: multi) }
    while let work = nextWork() {
      for transfer in work.added { transfers.add(transfer) }
      if work.cancels { transfers.endCancelled() }
      transfers.perform()
      curl_multi_poll(multi, nil, 0, Self.idleWait, nil)
    }
    transfers.close()
  }

  private func nextWork() -> (added: [CurlTransfer], cancels: Bool)? {
    state.withLock { state in
      if state.stops, state.added.isEmpty {
        state.multi = nil
        return nil
      }
      defer { (state.added, state.cancels) = ([], false) }
      return (state.added, state.cancels)
    }
  }

  private func failAll() {
    let added = state.withLock { state in
      defer { (state.added, state.hasThread) = ([], false) }
      return state.added
    }
    for transfer in added { transfer.end(.failure(transfer.failure(.other))) }
  }

  private func wake(_ multi: UInt?) {
    guard let multi, let handle = UnsafeMutableRawPointer(bitPattern: multi) else { return }
    curl_multi_wakeup(handle)
  }

  /// A write to a connection that the other side closed is an error, not the end of the program:
  /// the TLS library below may write without `MSG_NOSIGNAL`.
  private func blockPipeSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}

/// The library's own start, once in a process.
private enum CurlLibrary {
  private static let isLoaded = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

  static func load() { _ = isLoaded }
}
