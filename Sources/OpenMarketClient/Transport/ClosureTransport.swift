import Base
public import MarketWire

/// A transport that passes requests to a closure, such as a market in the same process.
///
/// The closure gets the target in origin form and a `Host` header, as a server does. A caller whose
/// task is cancelled or whose time limit passes returns at once, while the closure runs to its end.
public struct ClosureTransport: Transport {
  private let hosts: Set<String>?
  private let clock: AnyClock
  private let finishesWrites: Bool
  private let threads: ThreadPool
  private let handler: @Sendable (HTTPRequest) -> HTTPResponse

  /// Creates a transport with a closure that may block; it runs on threads of a pool.
  ///
  /// - Parameters:
  ///   - clock: The clock for time limits.
  ///   - hosts: The host names of the market, in lowercase; all hosts if nil.
  ///   - threadLimit: The most requests that are handled at the same time.
  ///   - finishesWrites: Whether a cancelled task still waits for a running write. In the same
  ///     process this takes milliseconds, and the outcome is then known.
  ///   - handler: Returns the response to a request.
  public init(
    clock: some Clock<Duration>, hosts: Set<String>? = nil, threadLimit: Int = 32,
    finishesWrites: Bool = false,
    handler: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) {
    self.hosts = hosts
    self.clock = AnyClock(clock)
    self.finishesWrites = finishesWrites
    threads = ThreadPool(limit: threadLimit)
    self.handler = handler
  }

  /// Passes a request to the closure; see ``Transport/send(_:_:)``.
  public func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    let (request, pending) = (try local(request), PendingResponse())
    let limit = options.timeLimit
    let isFinished = finishesWrites && !request.method.isSafe
    pending.cancelAtEnd(
      Task {
        let end = clock.elapsed() + limit
        // A cancelled sleep keeps its timer until its time has passed.
        while clock.elapsed() < end {
          try await clock.sleep(min(end - clock.elapsed(), .seconds(1)))
        }
        pending.end(.failure(.timedOut))
      })
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        pending.wait(continuation)
        threads.submit { [handler] in
          guard pending.begin() else { return }
          pending.end(.success(handler(request)))
        }
      }
    } onCancel: {
      pending.end(.failure(.cancelled), unlessStarted: isFinished)
    }
    let response: HTTPResponse
    switch result {
    case .success(let value): response = value
    case .failure(let reason): throw TransportError(reason.code, wasSent: pending.hasStarted)
    }
    guard response.body.count <= options.maxBodyBytes else {
      throw TransportError(.tooLarge, wasSent: true)
    }
    options.progress?(
      TransferProgress(
        sent: request.body.count, toSend: request.body.count, received: response.body.count,
        toReceive: response.body.count))
    return response
  }

  /// Returns the request with a target in origin form, or throws if the host is unknown.
  private func local(_ request: HTTPRequest) throws(TransportError) -> HTTPRequest {
    let parts = try request.targetParts()
    guard hosts?.contains(parts.host) ?? true else {
      throw TransportError(.nameNotFound, wasSent: false, detail: "no such host in this process")
    }
    var request = request
    request.target = parts.target
    request.headers[.host] = parts.authority
    return request
  }
}
