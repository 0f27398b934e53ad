import Base
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A thread that reads the input of a terminal, one request at a time.
///
/// 1. It reads only while a request is pending and returns the bytes to that request, so a canceled
///    request loses no bytes.
/// 2. The thread runs from the first request to `close()`. Without a request it waits for a byte in
///    the wake pipe.
/// 3. Every change of `state` that concerns the thread is followed by a byte in the wake pipe.
final class PosixReader: Sendable {
  /// An event other than input.
  enum Change {
    case resized
    case resumed
  }

  private struct Request {
    let id: Int
    /// The timeout for `poll`; -1 means no timeout.
    let milliseconds: Int32
    let reportsChanges: Bool
    let continuation: CheckedContinuation<TerminalEvent, any Error>
  }

  private struct State {
    var isRunning = false
    var isClosed = false
    var lastID = 0
    /// The ids of the requests that have no answer yet, including those not yet in `requests`.
    var open: Set<Int> = []
    var canceled: Set<Int> = []
    var requests: [Request] = []
    var changes: Set<Change> = []
  }

  private let input: Int32
  private let wake: WakePipe
  private let state = Mutex(State())

  init(_ input: Int32) throws(TerminalError) {
    self.input = input
    guard let wake = WakePipe() else { throw TerminalError.failed(call: "pipe", code: errno) }
    self.wake = wake
  }

  /// Waits for the next event.
  ///
  /// - Parameter reportsChanges: whether a `Change` answers the request, too.
  func next(timeout: Duration?, reportsChanges: Bool) async throws -> TerminalEvent {
    try Task.checkCancellation()
    let id = state.withLock { state in
      state.lastID += 1
      state.open.insert(state.lastID)
      return state.lastID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        submit(
          Request(
            id: id, milliseconds: timeout?.roundedUpMilliseconds ?? -1,
            reportsChanges: reportsChanges,
            continuation: continuation))
      }
    } onCancel: {
      let isOpen = state.withLock { state in
        if state.open.contains(id) { state.canceled.insert(id) }
        return state.open.contains(id)
      }
      if isOpen { wake.signal() }
    }
  }

  /// Reports a change to the pending request, or to the next one that reports changes.
  func report(_ change: Change) {
    state.withLock { _ = $0.changes.insert(change) }
    wake.signal()
  }

  /// Ends the thread and cancels pending requests.
  func close() {
    state.withLock { $0.isClosed = true }
    wake.signal()
  }

  private func submit(_ request: Request) {
    let isFirst = state.withLock { state in
      state.requests.append(request)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard isFirst else { return wake.signal() }
    if !startThread("input", { self.run() }) { failAll() }
  }
}

extension PosixReader {
  /// Fails the pending requests; the next one tries to start the thread again.
  private func failAll() {
    let requests = state.withLock { state in
      state.isRunning = false
      return state.requests
    }
    for request in requests {
      answer(request, .failure(TerminalError.failed(call: "pthread_create", code: EAGAIN)))
    }
  }

  private func run() {
    // A read in the background must stop the process, as in any program started by a shell.
    var stops = sigset_t()
    sigemptyset(&stops)
    for number in [SIGTTIN, SIGTTOU] { sigaddset(&stops, number) }
    pthread_sigmask(SIG_UNBLOCK, &stops, nil)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      wake.drain()
      for (request, result) in state.withLock({ Self.resolved(&$0) }) { answer(request, result) }
      let (request, isClosed) = state.withLock { ($0.requests.first, $0.isClosed) }
      if isClosed { return }
      var watched = [pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0)]
      if request != nil { watched.append(pollfd(fd: input, events: Int16(POLLIN), revents: 0)) }
      let count = poll(&watched, nfds_t(watched.count), request?.milliseconds ?? -1)
      guard let request, count >= 0, watched[0].revents == 0 else {
        if let request, count < 0, errno != EINTR, errno != EAGAIN {
          answer(request, .failure(TerminalError.failed(call: "poll", code: errno)))
        }
        continue
      }
      if count == 0 {
        answer(request, .success(.timedOut))
      } else if let result = read(into: &buffer) {
        answer(request, result)
      }
    }
  }

  /// The answers that require no read.
  private static func resolved(_ state: inout State) -> [(
    Request, Result<TerminalEvent, any Error>
  )] {
    var answers: [(Request, Result<TerminalEvent, any Error>)] = []
    for request in state.requests {
      if state.isClosed || state.canceled.contains(request.id) {
        answers.append((request, .failure(CancellationError())))
      } else if request.reportsChanges, state.changes.remove(.resumed) != nil {
        answers.append((request, .success(.resumed)))
      } else if request.reportsChanges, state.changes.remove(.resized) != nil {
        answers.append((request, .success(.resized)))
      }
    }
    return answers
  }

  /// Reads once; returns nil if no bytes were available after all.
  private func read(into buffer: inout [UInt8]) -> Result<TerminalEvent, any Error>? {
    let count = systemRead(input, &buffer)
    if count > 0 { return .success(.bytes(Array(buffer[..<count]))) }
    // A pseudo-terminal whose other end was closed fails with EIO, which is the end of the input.
    if count == 0 || errno == EIO { return .success(.end) }
    if errno == EINTR || errno == EAGAIN { return nil }
    return .failure(TerminalError.failed(call: "read", code: errno))
  }

  private func answer(_ request: Request, _ result: Result<TerminalEvent, any Error>) {
    state.withLock { state in
      state.requests.removeAll { $0.id == request.id }
      state.open.remove(request.id)
      state.canceled.remove(request.id)
    }
    request.continuation.resume(with: result)
  }
}

/// Calls `read(2)`, which a method of the same name hides.
private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}

extension Duration {
  /// The duration in milliseconds, rounded up, and at most `Int32.max` (24 days).
  fileprivate var roundedUpMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let parts = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: min(seconds, 1 << 40) * 1000 + parts)
  }
}
