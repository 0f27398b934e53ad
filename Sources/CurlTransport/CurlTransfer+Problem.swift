import CCurl
import Foundation
import OpenMarketClient

extension CurlTransfer {
  /// Why there is no connection, as far as libcurl tells.
  func connectionProblem(_ code: CURLcode) -> ConnectionProblem? {
    if let found = refusal(status: tunnelStatus) ?? movedTo { return found }
    return switch code {
    case CURLE_PEER_FAILED_VERIFICATION: certificateProblem
    case CURLE_COULDNT_RESOLVE_PROXY:
      proxy(String(cString: errorText).split(separator: " ").last.map(String.init) ?? "")
    case CURLE_COULDNT_CONNECT: unreachedProxy
    default: nil
    }
  }

  /// The proxy that answered with a status for itself.
  func refusal(status: Int) -> ConnectionProblem? {
    guard status >= 300, let proxyVariable else { return nil }
    return .proxyRefused(variable: proxyVariable, status: status)
  }

  /// What a proxy answered when it was asked for a way to a market with TLS, or 0.
  private var tunnelStatus: Int {
    var status = 0
    if let easy { _ = market_curl_get_long(easy, CURLINFO_HTTP_CONNECTCODE, &status) }
    return status
  }

  /// The numbers are those of X509_V_ERR in OpenSSL; libcurl itself compares the name, and leaves 1.
  private var certificateProblem: ConnectionProblem {
    var result = 0
    if let easy { _ = market_curl_get_long(easy, CURLINFO_SSL_VERIFYRESULT, &result) }
    return switch result {
    case 0, 1, 62: .certificateName
    case 9: .certificateNotYetValid
    case 10: .certificateExpired
    default: .certificateUntrusted
    }
  }

  /// The address of a redirect, if the request failed there: whatever the reason, it is not that of the
  /// address that was asked.
  private var movedTo: ConnectionProblem? {
    var count = 0
    guard let easy, market_curl_get_long(easy, CURLINFO_REDIRECT_COUNT, &count) == CURLE_OK,
      count > 0, let current, current.origin != (try? URLParts(request.url))?.origin
    else { return nil }
    return .moved(to: current.origin)
  }

  /// The proxy, if that is what was not reached: libcurl has no other sign of it than its text,
  /// `Failed to connect to HOST port PORT` or `Unsupported proxy scheme for 'ADDRESS'`.
  private var unreachedProxy: ConnectionProblem? {
    let text = String(cString: errorText)
    if text.hasPrefix("Unsupported proxy") {
      return proxy(text.split(separator: "'").dropFirst().first.map(String.init) ?? "")
    }
    let words = text.split(separator: " ")
    guard words.starts(with: ["Failed", "to", "connect", "to"]), words.count > 6,
      words[5] == "port", let host = current?.host, host != words[4].lowercased()
    else { return nil }
    return proxy("\(words[4]):\(words[6])")
  }

  /// The proxy at an address, unless no variable names one: then the address is that of a redirect.
  private func proxy(_ address: String) -> ConnectionProblem? {
    proxyVariable.map { .proxy(address: address, variable: $0) }
  }

  /// The variable that names the proxy, if any does.
  private var proxyVariable: String? {
    let names = request.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    return (names + ["all_proxy", "ALL_PROXY"]).first { name in
      getenv(name).map { $0.pointee != 0 } ?? false
    }
  }
}
