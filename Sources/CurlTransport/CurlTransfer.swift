/// One request under way in libcurl.
import CCurl
import MarketWire
import OpenMarketClient
import Synchronization

/// A request from its preparation to its end.
///
/// Proof for `@unchecked Sendable`: everything mutable but the atomic flag is touched by the pool's
/// thread only, and by the caller only before the pool has it (handed over under the pool's lock).
final class CurlTransfer: @unchecked Sendable {
  typealias End = Result<HTTPResponse, TransportError>

  let plan: CurlRequest
  let body: [UInt8]
  let progress: (@Sendable (TransferProgress) -> Void)?
  private let cancelFlag = Atomic<Bool>(false)

  private(set) var easy: UnsafeMutableRawPointer?
  var continuation: CheckedContinuation<End, Never>?
  var answer: ResponseBuffer
  /// How much of the body libcurl took.
  var offset = 0
  /// Whether a connection stood and the request went to it.
  var hasBegun = false
  /// Whether a redirect led to a host that nothing may be sent to.
  var didCrossHosts = false
  var lastProgress: TransferProgress?
  private var headers: UnsafeMutablePointer<curl_slist>?
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  init(
    plan: CurlRequest, body: [UInt8], progress: (@Sendable (TransferProgress) -> Void)?
  ) {
    self.plan = plan
    self.body = body
    self.progress = progress
    answer = ResponseBuffer(bodyLimit: plan.maxBodyBytes)
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    errorText.deallocate()
  }

  var isCancelled: Bool { cancelFlag.load(ordering: .acquiring) }

  func markCancelled() { cancelFlag.store(true, ordering: .releasing) }

  /// Sets up a handle for this request; until ``release()`` the handle points here.
  func attach(to easy: UnsafeMutableRawPointer) {
    self.easy = easy
    setTarget(easy)
    setMethod(easy)
    setLimits(easy)
    setCallbacks(easy)
    for line in plan.headerLines { headers = curl_slist_append(headers, line) ?? headers }
    _ = market_curl_set_headers(easy, headers)
    _ = market_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
  }

  /// Lets go of the handle and leaves it clean for the next request.
  func release() {
    if let easy { curl_easy_reset(easy) }
    curl_slist_free_all(headers)
    (easy, headers) = (nil, nil)
  }

  /// Lets the caller go on; later ends are passed over.
  func end(_ end: End) {
    continuation?.resume(returning: end)
    continuation = nil
  }

  /// What libcurl's result means.
  func end(of code: CURLcode) -> End {
    guard code == CURLE_OK, let easy else {
      if answer.isTooLarge { return .failure(failure(.tooLarge)) }
      if didCrossHosts {
        return .failure(
          TransportError(.badResponse, wasSent: true, detail: "a redirect to another host"))
      }
      return .failure(failure(.init(code, systemError: systemError)))
    }
    var status = 0
    _ = market_curl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
    return .success(HTTPResponse(status: status, headers: answer.headers, body: answer.body))
  }

  func failure(_ code: TransportError.Code) -> TransportError {
    TransportError(code, wasSent: hasBegun, detail: String(cString: errorText))
  }

  private var systemError: Int32 {
    var number = 0
    if let easy { _ = market_curl_get_long(easy, CURLINFO_OS_ERRNO, &number) }
    return Int32(truncatingIfNeeded: number)
  }
}

extension CurlTransfer {
  private func setTarget(_ easy: UnsafeMutableRawPointer) {
    _ = market_curl_set_text(easy, CURLOPT_URL, plan.url)
    _ = market_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    // The token of a removal goes out as it came, dots and all.
    _ = market_curl_set_long(easy, CURLOPT_PATH_AS_IS, 1)
    _ = market_curl_set_long(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    _ = market_curl_set_text(easy, CURLOPT_USERAGENT, plan.userAgent)
    if plan.isLocal { _ = market_curl_set_text(easy, CURLOPT_PROXY, "") }
    _ = market_curl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    if let file = plan.certificateFile { _ = market_curl_set_text(easy, CURLOPT_CAINFO, file) }
    guard plan.followsRedirects else { return }
    _ = market_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 1)
    _ = market_curl_set_long(easy, CURLOPT_MAXREDIRS, CurlRequest.redirectLimit)
    _ = market_curl_set_text(
      easy, CURLOPT_REDIR_PROTOCOLS_STR, plan.isSecure ? "https" : "http,https")
    _ = market_curl_set_long(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
  }

  private func setMethod(_ easy: UnsafeMutableRawPointer) {
    switch plan.method {
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
    _ = market_curl_set_long(easy, CURLOPT_TIMEOUT_MS, plan.timeLimit)
    _ = market_curl_set_long(
      easy, CURLOPT_CONNECTTIMEOUT_MS, min(plan.connectLimit, plan.timeLimit))
    // No signals: this is a thread among others. No waiting for a slow name server at the end.
    _ = market_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    _ = market_curl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
    _ = market_curl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
    guard plan.freshConnection else { return }
    _ = market_curl_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
    _ = market_curl_set_long(easy, CURLOPT_FORBID_REUSE, 1)
  }
}
