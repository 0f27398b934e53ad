import CCurl
import MarketWire
import OpenMarketClient
import Synchronization

/// A request while libcurl carries it out.
///
/// It is `Sendable` because only the thread of the pool changes it, except for the atomic flag. The
/// caller sets it up before it passes the transfer to the thread under the lock of the pool.
final class CurlTransfer: @unchecked Sendable {
  typealias End = Result<HTTPResponse, TransportError>

  let request: CurlRequest
  let body: [UInt8]
  let progress: (@Sendable (TransferProgress) -> Void)?
  private let cancelFlag = Atomic<Bool>(false)

  private(set) var easy: UnsafeMutableRawPointer?
  var continuation: CheckedContinuation<End, Never>?
  var response: ResponseBuffer
  /// The number of bytes of the body that libcurl has read.
  var offset = 0
  /// Whether the request was sent over an open connection.
  var hasStarted = false
  /// The origin that a redirect led to, if that host is not allowed.
  var crossedTo: String?
  /// Whether the connection led to this machine or its network, which is not allowed.
  var didReachLocalNetwork = false
  var lastProgress: TransferProgress?
  private var headers: UnsafeMutablePointer<curl_slist>?
  let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  init(
    _ request: CurlRequest, body: [UInt8], progress: (@Sendable (TransferProgress) -> Void)?
  ) {
    self.request = request
    self.body = body
    self.progress = progress
    response = ResponseBuffer(bodyLimit: request.maxBodyBytes)
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    errorText.deallocate()
  }

  var isCancelled: Bool { cancelFlag.load(ordering: .acquiring) }

  func markCancelled() { cancelFlag.store(true, ordering: .releasing) }

  /// Configures an easy handle for this request; the handle refers to the transfer until
  /// ``release()``.
  func attach(to easy: UnsafeMutableRawPointer) {
    self.easy = easy
    setTarget(easy)
    setMethod(easy)
    setLimits(easy)
    setCallbacks(easy)
    for line in request.headerLines { headers = curl_slist_append(headers, line) ?? headers }
    _ = market_curl_set_headers(easy, headers)
    _ = market_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
  }

  /// Resets the handle for the next request.
  func release() {
    if let easy { curl_easy_reset(easy) }
    curl_slist_free_all(headers)
    (easy, headers) = (nil, nil)
  }

  /// Resumes the caller; later ends are ignored.
  func end(_ end: End) {
    continuation?.resume(returning: end)
    continuation = nil
  }

  /// Returns the result of the transfer for a result of libcurl.
  func result(of code: CURLcode) -> End {
    guard code == CURLE_OK, let easy else {
      if response.isTooLarge { return .failure(failure(.tooLarge)) }
      if let crossedTo {
        var error = TransportError(
          .badResponse, wasSent: true, detail: "a redirect to another host")
        error.connectionProblem = .moved(to: crossedTo)
        return .failure(error)
      }
      if didReachLocalNetwork {
        return .failure(TransportError(.localAddress, wasSent: false))
      }
      if code == CURLE_OPERATION_TIMEDOUT, hasOpenHandshake { return .failure(failure(.tls)) }
      var error = failure(.init(code, systemError: systemError))
      error.connectionProblem = connectionProblem(code)
      return .failure(error)
    }
    var status = 0
    _ = market_curl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
    // Only proxies answer with 407; a market is not asked then.
    if status == 407, let refusal = refusal(status: status) {
      var error = TransportError(.unreachable, wasSent: false)
      error.connectionProblem = refusal
      return .failure(error)
    }
    return .success(HTTPResponse(status: status, headers: response.headers, body: response.body))
  }

  func failure(_ code: TransportError.Code) -> TransportError {
    TransportError(code, wasSent: hasStarted, detail: String(cString: errorText))
  }

  /// Whether the server accepted the connection and left the TLS handshake unanswered.
  ///
  /// One that speaks only HTTP may do so. Repeating would take as long again. libcurl has no other
  /// sign of it than its text.
  private var hasOpenHandshake: Bool {
    request.isSecure && String(cString: errorText).hasPrefix("SSL connection timeout")
  }

  private var systemError: Int32 {
    var number = 0
    if let easy { _ = market_curl_get_long(easy, CURLINFO_OS_ERRNO, &number) }
    return Int32(truncatingIfNeeded: number)
  }
}

extension CurlTransfer {
  private func setTarget(_ easy: UnsafeMutableRawPointer) {
    _ = market_curl_set_text(easy, CURLOPT_URL, request.url)
    _ = market_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    // The token of a removal must be sent unchanged, including dots.
    _ = market_curl_set_long(easy, CURLOPT_PATH_AS_IS, 1)
    _ = market_curl_set_long(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    _ = market_curl_set_text(easy, CURLOPT_USERAGENT, request.userAgent)
    if request.isLocal { _ = market_curl_set_text(easy, CURLOPT_PROXY, "") }
    _ = market_curl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // Nothing compressed is wanted, but what a server compresses all the same is read.
    _ = market_curl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "identity")
    if let file = request.certificateFile { _ = market_curl_set_text(easy, CURLOPT_CAINFO, file) }
    guard request.followsRedirects else { return }
    _ = market_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 1)
    _ = market_curl_set_long(easy, CURLOPT_MAXREDIRS, CurlRequest.redirectLimit)
    _ = market_curl_set_text(
      easy, CURLOPT_REDIR_PROTOCOLS_STR, request.isSecure ? "https" : "http,https")
    _ = market_curl_set_long(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
  }

  private func setMethod(_ easy: UnsafeMutableRawPointer) {
    switch request.method {
    case .get: _ = market_curl_set_long(easy, CURLOPT_HTTPGET, 1)
    case .head: _ = market_curl_set_long(easy, CURLOPT_NOBODY, 1)
    case .withoutBody(let name): _ = market_curl_set_text(easy, CURLOPT_CUSTOMREQUEST, name)
    case .withBody(let name):
      _ = market_curl_set_long(easy, CURLOPT_POST, 1)
      _ = market_curl_set_text(easy, CURLOPT_CUSTOMREQUEST, name)
      _ = market_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
    }
  }

  private func setLimits(_ easy: UnsafeMutableRawPointer) {
    _ = market_curl_set_long(easy, CURLOPT_TIMEOUT_MS, request.timeLimit)
    _ = market_curl_set_long(
      easy, CURLOPT_CONNECTTIMEOUT_MS, min(request.connectLimit, request.timeLimit))
    // Signals are for single-threaded programs. Quick exit does not wait for a slow name server.
    _ = market_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    _ = market_curl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
    _ = market_curl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
    guard request.freshConnection else { return }
    _ = market_curl_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
    _ = market_curl_set_long(easy, CURLOPT_FORBID_REUSE, 1)
  }
}
