/// A transport that asks a closure, such as a market in the same process.
public import MarketWire

/// Has a closure answer requests as a server would: it gets the target in origin form and a `Host`
/// header.
///
/// The caller waits without blocking, and is let go at once when its task is cancelled or the time
/// limit passes; work that has begun then goes on to its end unseen. With `finishesWrites` a task
/// that is cancelled waits for a write that has begun: in the same process it takes milliseconds,
/// and then it is known what became of it.
public struct ClosureTransport: Transport {
  private let hosts: Set<String>?
  private let clock: AnyClock
  private let finishesWrites: Bool
  private let start: @Sendable (HTTPRequest, PendingResponse) -> Void

  /// A closure that may block; it runs on a thread of its own, several at a time.
  ///
  /// - Parameters:
  ///   - clock: for the time limit.
  ///   - hosts: the names it answers for, in small letters; any if nil.
  ///   - workers: where it runs.
  ///   - finishesWrites: whether a write that has begun is waited for when it is cancelled.
  public init(
    clock: some Clock<Duration>, hosts: Set<String>? = nil, workers: ThreadPool = ThreadPool(),
    finishesWrites: Bool = false,
    handler: @escaping @Sendable (HTTPRequest) -> HTTPResponse
  ) {
    self.hosts = hosts
    self.clock = AnyClock(clock)
    self.finishesWrites = finishesWrites
    start = { request, pending in
      workers.run {
        guard pending.begin() else { return }
        pending.end(.success(handler(request)))
      }
    }
  }

  /// A closure that does not block; its task is cancelled with the caller's.
  public init(
    clock: some Clock<Duration>, hosts: Set<String>? = nil,
    asyncHandler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) {
    self.hosts = hosts
    self.clock = AnyClock(clock)
    finishesWrites = false
    start = { request, pending in
      guard pending.begin() else { return }
      pending.hold(Task { pending.end(.success(await asyncHandler(request))) })
    }
  }

  public func send(
    _ request: HTTPRequest, _ options: SendOptions
  ) async throws(TransportError) -> HTTPResponse {
    let (request, pending) = (try local(request), PendingResponse())
    let limit = options.timeLimit
    let isFinished = finishesWrites && !request.method.isSafe
    pending.hold(
      Task {
        try await clock.sleep(limit)
        pending.end(.failure(.timedOut))
      })
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        pending.wait(continuation)
        start(request, pending)
      }
    } onCancel: {
      pending.end(.failure(.cancelled), onlyBefore: isFinished)
    }
    let response: HTTPResponse
    switch result {
    case .success(let value): response = value
    case .failure(let reason): throw TransportError(reason.code, wasSent: pending.hasBegun)
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

  private func local(_ request: HTTPRequest) throws(TransportError) -> HTTPRequest {
    let parts: URLParts
    do throws(MarketAddressError) {
      parts = try URLParts(request.target)
    } catch {
      throw TransportError(.badRequest, wasSent: false, detail: "\(error)")
    }
    guard hosts?.contains(parts.host) ?? true else {
      throw TransportError(.nameNotFound, wasSent: false, detail: "no such host in this process")
    }
    var request = request
    request.target = parts.target
    request.headers[.host] = parts.authority
    return request
  }
}
