import Base
import CCurl
import Foundation
import OpenMarketClient
import Synchronization

/// The transfers of a transport, on one thread that runs from the first transfer until `deinit`.
final class CurlPool: Sendable {
  private let loop: CurlLoop

  init(connectionsPerHost: Int) {
    loop = CurlLoop(connectionsPerHost: connectionsPerHost)
  }

  deinit { loop.stop() }

  /// Resumes `continuation` when the transfer has ended.
  func start(
    _ transfer: CurlTransfer, _ continuation: CheckedContinuation<CurlTransfer.End, Never>
  ) {
    transfer.continuation = continuation
    if loop.enqueue(transfer) {
      let isStarted = startThread("curl", stackSize: 1 << 20) { [loop] in loop.run() }
      if !isStarted { loop.failAll("the system allows no more threads") }
    }
  }

  func cancel(_ transfer: CurlTransfer) {
    transfer.markCancelled()
    loop.wakeForCancellation()
  }
}

/// The event loop of the thread.
///
/// 1. Only the thread uses the multi handle and the easy handles. Other threads call only
///    `curl_multi_wakeup`, with a pointer that they read under the lock and that is nil after the
///    handle is closed.
/// 2. The thread waits only in `curl_multi_poll`. New transfers, cancellations and the end wake it, so
///    it does not poll at intervals.
private final class CurlLoop: Sendable {
  private struct State: ~Copyable {
    var hasThread = false
    var isStopped = false
    var hasCancellation = false
    var added: [CurlTransfer] = []
    /// The multi handle for waking the thread (see 1), as bits because a pointer is not `Sendable`.
    var multi: UInt?
  }

  private static let idleWait: Int32 = 60_000
  private let connectionsPerHost: Int
  private let state = Mutex(State())

  init(connectionsPerHost: Int) {
    self.connectionsPerHost = connectionsPerHost
  }

  /// Adds a transfer; returns true if the thread must be started.
  func enqueue(_ transfer: CurlTransfer) -> Bool {
    state.withLock { state in
      state.added.append(transfer)
      wake(state.multi)
      defer { state.hasThread = true }
      return !state.hasThread
    }
  }

  func wakeForCancellation() {
    state.withLock { state in
      state.hasCancellation = true
      wake(state.multi)
    }
  }

  func stop() {
    state.withLock { state in
      state.isStopped = true
      wake(state.multi)
    }
  }

  func run() {
    blockPipeSignal()
    useUTF8()
    CurlLibrary.load()
    guard let multi = curl_multi_init() else { return failAll() }
    var transfers = TransferSet(multi, connectionsPerHost: connectionsPerHost)
    state.withLock { $0.multi = UInt(bitPattern: multi) }
    while let work = nextWork() {
      for transfer in work.added { transfers.add(transfer) }
      if work.hasCancellation { transfers.endCancelled() }
      transfers.perform()
      curl_multi_poll(multi, nil, 0, Self.idleWait, nil)
    }
    transfers.close()
  }

  /// libcurl encodes the letters of a host, such as Hangul, as the locale of the thread has them.
  private func useUTF8() {
    // Without this locale, such hosts are refused. The thread keeps it to its end.
    if let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil) { uselocale(locale) }
  }

  private func nextWork() -> (added: [CurlTransfer], hasCancellation: Bool)? {
    state.withLock { state in
      if state.isStopped, state.added.isEmpty {
        state.multi = nil
        return nil
      }
      defer { (state.added, state.hasCancellation) = ([], false) }
      return (state.added, state.hasCancellation)
    }
  }

  /// Fails the added transfers; the next one tries to start the thread again.
  func failAll(_ reason: String = "") {
    let added = state.withLock { state in
      defer { (state.added, state.hasThread) = ([], false) }
      return state.added
    }
    for transfer in added {
      transfer.end(.failure(TransportError(.other, wasSent: false, detail: reason)))
    }
  }

  private func wake(_ multi: UInt?) {
    guard let multi, let handle = UnsafeMutableRawPointer(bitPattern: multi) else { return }
    curl_multi_wakeup(handle)
  }

  /// Blocks SIGPIPE, because the TLS library may write to a closed connection without
  /// `MSG_NOSIGNAL`, which would end the program.
  private func blockPipeSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}

/// The initialization of libcurl, once per process.
private enum CurlLibrary {
  private static let isLoaded = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

  static func load() { _ = isLoaded }
}
