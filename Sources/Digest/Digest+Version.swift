/// Which libcrypto this is.
import CCrypto

extension Digest {
  /// Such as `3.0.14`, of the library that is loaded.
  public static var libraryVersion: String {
    OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? "unknown"
  }
}
