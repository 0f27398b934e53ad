import CCurl
import Foundation
import OpenMarketClient

extension TransportError.Code {
  /// Returns the code for a result of libcurl.
  ///
  /// - Parameter systemError: The `errno` of the failed connection, or 0.
  init(_ code: CURLcode, systemError: Int32) {
    self =
      switch code {
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .nameNotFound
      case CURLE_COULDNT_CONNECT: Self.unconnected(systemError)
      case CURLE_OPERATION_TIMEDOUT: .timedOut
      case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
        CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
        CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
        CURLE_SSL_CRL_BADFILE, CURLE_USE_SSL_FAILED:
        .tls
      case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE,
        CURLE_SSL_SHUTDOWN_FAILED:
        .connectionLost
      case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_TOO_MANY_REDIRECTS,
        CURLE_BAD_CONTENT_ENCODING, CURLE_FILESIZE_EXCEEDED:
        .badResponse
      case CURLE_URL_MALFORMAT: .badRequest
      default: .other
      }
  }

  private static func unconnected(_ systemError: Int32) -> Self {
    switch systemError {
    case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL: .unreachable
    default: .refused
    }
  }
}
