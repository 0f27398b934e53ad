import CCrypto

/// SHA-256 and constant-time comparison, computed by libcrypto.
///
/// ``SHA256`` hashes data in pieces.
public enum Digest {
  /// The length of a digest in bytes.
  public static let byteCount = 32

  /// Returns the SHA-256 digest of the bytes (FIPS 180-4): 32 bytes.
  public static func sha256(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    withContiguousBytes(of: bytes) { buffer in
      filled { output in
        // Fails only if libcrypto cannot load SHA-256, that is, in a broken installation.
        let done = EVP_Digest(buffer.baseAddress, buffer.count, output, nil, EVP_sha256(), nil)
        precondition(done == 1, "libcrypto has no SHA-256")
      }
    }
  }

  /// Returns the SHA-256 digest of the text in UTF-8: 32 bytes.
  public static func sha256(_ text: String) -> [UInt8] {
    sha256(text.utf8)
  }

  /// Returns the bytes as lowercase hexadecimal digits, two per byte.
  public static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.underestimatedCount)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 0xF)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether both arrays contain the same bytes, in a time that depends only on their length.
  ///
  /// Arrays of different lengths return at once, because the length of a digest is not a secret.
  public static func constantTimeEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    return CRYPTO_memcmp(a, b, a.count) == 0
  }
}

extension Digest {
  /// Calls `body` with contiguous bytes, which are copied only if necessary.
  static func withContiguousBytes<Result>(
    of bytes: some Sequence<UInt8>, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let inPlace = bytes.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
    return inPlace ?? Array(bytes).withUnsafeBytes(body)
  }

  /// Returns a digest that `body` writes.
  static func filled(_ body: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      body(start)
      count = byteCount
    }
  }
}
