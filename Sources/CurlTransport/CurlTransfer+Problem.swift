import CCurl
import Foundation
import OpenMarketClient

extension CurlTransfer {
  /// Why there is no connection, as far as libcurl tells.
  func connectionProblem(_ code: CURLcode) -> ConnectionProblem? {
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION: certificateProblem
    case CURLE_COULDNT_RESOLVE_PROXY:
      proxy(String(cString: errorText).split(separator: " ").last.map(String.init) ?? "")
    case CURLE_COULDNT_CONNECT: movedTo ?? unreachedProxy
    default: nil
    }
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

  /// The address of a redirect, if that is what was not reached.
  private var movedTo: ConnectionProblem? {
    var count = 0
    guard let easy, market_curl_get_long(easy, CURLINFO_REDIRECT_COUNT, &count) == CURLE_OK,
      count > 0
    else { return nil }
    return current.map { .moved(to: $0.origin) }
  }

  /// The proxy, if that is what was not reached: libcurl has no other sign of it than its text,
  /// `Failed to connect to HOST port PORT`.
  private var unreachedProxy: ConnectionProblem? {
    let words = String(cString: errorText).split(separator: " ")
    guard words.starts(with: ["Failed", "to", "connect", "to"]), words.count > 6,
      words[5] == "port", let host = current?.host, host != words[4].lowercased()
    else { return nil }
    return proxy("\(words[4]):\(words[6])")
  }

  /// The proxy at an address, unless no variable names one: then the address is that of a redirect.
  private func proxy(_ address: String) -> ConnectionProblem? {
    let names = request.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    let variable = (names + ["all_proxy", "ALL_PROXY"]).first { name in
      getenv(name).map { $0.pointee != 0 } ?? false
    }
    return variable.map { .proxy(address: address, variable: $0) }
  }
}
