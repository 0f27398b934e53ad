import Foundation
import MarketWire
import OpenMarketClient
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A `URLSession` of its own, which ends with this object.
final class Exchanges: Sendable {
  private let delegate = ExchangeDelegate()
  private let session: URLSession

  init(connectionsPerHost: Int) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = connectionsPerHost
    configuration.httpShouldSetCookies = false
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  // Until then, a session keeps its delegate.
  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request and returns its response, or throws when it fails, is cancelled or takes too long.
  func run(
    _ message: URLRequest, _ body: [UInt8], _ options: SendOptions, followsRedirects: Bool
  ) async -> Exchange.End {
    let task =
      body.isEmpty
      ? session.dataTask(with: message) : session.uploadTask(with: message, from: Data(body))
    let delegate = delegate
    let limit = Task {
      try await Task.sleep(for: options.timeLimit)
      delegate.end(task, .failure(TransportError(.timedOut, wasSent: true)))
    }
    defer { limit.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        delegate.start(
          task,
          Exchange(
            options: options, toSend: body.count, host: message.url?.host,
            followsRedirects: followsRedirects, continuation: continuation))
      }
    } onCancel: {
      delegate.end(task, .failure(TransportError(.cancelled, wasSent: true)))
    }
  }
}

/// A request on its way.
struct Exchange {
  typealias End = Result<HTTPResponse, TransportError>

  let options: SendOptions
  /// The size of the request's body in bytes.
  let toSend: Int
  let host: String?
  let followsRedirects: Bool
  let continuation: CheckedContinuation<End, Never>
  var redirects = 0
  var body: [UInt8] = []

  func report(sent: Int, toReceive: Int64) {
    options.progress?(
      TransferProgress(
        sent: sent, toSend: toSend, received: body.count,
        toReceive: toReceive < 0 ? nil : Int(toReceive)))
  }

  /// Whether a redirect may be followed; throws if the response would be of another host.
  mutating func follows(_ next: URL?, from last: URL?) throws(TransportError) -> Bool {
    guard followsRedirects, let next else { return false }
    redirects += 1
    guard redirects <= 5, next.scheme == last?.scheme || next.scheme == "https",
      options.allowsCrossHostRedirects || next.host == host
    else {
      throw TransportError(.badResponse, wasSent: true, detail: "a redirect that is not allowed")
    }
    return true
  }
}

/// What `URLSession` reports about its requests.
final class ExchangeDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private struct State {
    var running: [Int: Exchange] = [:]
    /// The requests that ended before they started.
    var early: [Int: Exchange.End] = [:]
  }

  private let state = Mutex(State())

  /// Sends a request, unless it has already ended.
  func start(_ task: URLSessionTask, _ exchange: Exchange) {
    let end: Exchange.End? = state.withLock { state in
      if let end = state.early.removeValue(forKey: task.taskIdentifier) { return end }
      state.running[task.taskIdentifier] = exchange
      return nil
    }
    guard let end else { return task.resume() }
    exchange.continuation.resume(returning: end)
  }

  /// Ends a request; only the first end counts.
  func end(_ task: URLSessionTask, _ end: Exchange.End) {
    let exchange = state.withLock { state in
      let exchange = state.running.removeValue(forKey: task.taskIdentifier)
      if exchange == nil, task.state == .suspended { state.early[task.taskIdentifier] = end }
      return exchange
    }
    if case .failure = end { task.cancel() }
    exchange?.continuation.resume(returning: end)
  }

  /// Changes a request that has not ended, and returns it.
  private func change<Failure>(
    _ task: URLSessionTask, _ body: (inout Exchange) throws(Failure) -> Void
  ) throws(Failure) -> Exchange? {
    try state.withLock { state throws(Failure) -> Exchange? in
      guard var exchange = state.running[task.taskIdentifier] else { return nil }
      try body(&exchange)
      state.running[task.taskIdentifier] = exchange
      return exchange
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    do throws(TransportError) {
      var follows = false
      _ = try change(task) { exchange throws(TransportError) in
        follows = try exchange.follows(request.url, from: response.url)
      }
      completionHandler(follows ? request : nil)
    } catch {
      completionHandler(nil)
      end(task, .failure(error))
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    change(task) { _ in }?.report(sent: Int(totalBytesSent), toReceive: -1)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let exchange = change(dataTask) { $0.body += data }
    guard let exchange else { return }
    guard exchange.body.count <= exchange.options.maxBodyBytes else {
      return end(dataTask, .failure(TransportError(.tooLarge, wasSent: true)))
    }
    exchange.report(
      sent: exchange.toSend, toReceive: dataTask.response?.expectedContentLength ?? -1)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if let error { return end(task, .failure(TransportError(error))) }
    guard let exchange = change(task, { _ in }) else { return }
    guard let response = task.response as? HTTPURLResponse else {
      return end(task, .failure(TransportError(.badResponse, wasSent: true)))
    }
    exchange.report(sent: exchange.toSend, toReceive: Int64(exchange.body.count))
    var headers = HTTPHeaders()
    let fields = response.allHeaderFields.map { (name: "\($0.key)", value: "\($0.value)") }
    for field in fields.sorted(by: { $0.name < $1.name }) {
      headers.add(HTTPHeaderName(field.name), field.value)
    }
    end(
      task,
      .success(
        HTTPResponse(status: response.statusCode, headers: headers, body: exchange.body)))
  }
}

extension TransportError {
  /// The error of a request that `URLSession` did not finish.
  fileprivate init(_ error: any Error) {
    let code = (error as? URLError)?.code
    let (kind, wasSent): (Code, Bool) =
      switch code {
      case .cannotConnectToHost, .notConnectedToInternet: (.refused, false)
      case .cannotFindHost, .dnsLookupFailed: (.nameNotFound, false)
      case .secureConnectionFailed, .serverCertificateUntrusted,
        .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
        .serverCertificateNotYetValid:
        (.tls, false)
      case .badURL, .unsupportedURL: (.badRequest, false)
      case .timedOut: (.timedOut, true)
      case .cancelled: (.cancelled, true)
      default: (.connectionLost, true)
      }
    self.init(kind, wasSent: wasSent, detail: error.localizedDescription)
  }
}
