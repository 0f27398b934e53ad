/// SHA-256 piece by piece, for what is never held whole.
import CCrypto

/// A running SHA-256 hash: `update` any number of times, then `finish` once.
///
/// It has one owner and cannot be copied, so the state in libcrypto is freed exactly once.
public struct SHA256: ~Copyable {
  private let context: OpaquePointer

  /// A hash of nothing yet.
  public init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    else { preconditionFailure("libcrypto has no SHA-256") }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Takes the next piece.
  public mutating func update(_ bytes: some Sequence<UInt8>) {
    let done = Digest.withContiguousBytes(of: bytes) { piece in
      EVP_DigestUpdate(context, piece.baseAddress, piece.count)
    }
    precondition(done == 1, "libcrypto refused a piece of a SHA-256 hash")
  }

  /// The digest of all pieces: 32 bytes.
  public consuming func finish() -> [UInt8] {
    Digest.filled { output in
      let done = EVP_DigestFinal_ex(context, output, nil)
      precondition(done == 1, "libcrypto could not finish a SHA-256 hash")
    }
  }
}
