import CCrypto

extension Digest {
  /// The version of the loaded libcrypto, such as `3.0.14`.
  public static var libraryVersion: String {
    OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? "unknown"
  }
}
