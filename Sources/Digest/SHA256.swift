import CCrypto

/// A SHA-256 hash of data in pieces: call `update` any number of times, then `finish` once.
///
/// It is not copyable, so libcrypto's state is freed exactly once.
public struct SHA256: ~Copyable {
  private let context: OpaquePointer

  /// Creates a hash of no data.
  public init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    else { preconditionFailure("libcrypto has no SHA-256") }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Adds the next piece.
  public mutating func update(_ bytes: some Sequence<UInt8>) {
    let done = Digest.withContiguousBytes(of: bytes) { piece in
      EVP_DigestUpdate(context, piece.baseAddress, piece.count)
    }
    precondition(done == 1, "libcrypto refused a piece of a SHA-256 hash")
  }

  /// Returns the digest of all pieces: 32 bytes.
  public consuming func finish() -> [UInt8] {
    Digest.filled { output in
      let done = EVP_DigestFinal_ex(context, output, nil)
      precondition(done == 1, "libcrypto could not finish a SHA-256 hash")
    }
  }
}
