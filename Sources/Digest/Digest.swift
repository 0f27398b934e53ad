/// SHA-256, HMAC and constant-time comparison over whole values; `SHA256` hashes piece by piece.
import CCrypto

/// The hashes of the project, computed by libcrypto. No C type leaves this module.
public enum Digest {
  /// The length of every digest made here, in bytes.
  public static let byteCount = 32

  /// The SHA-256 digest of the bytes (FIPS 180-4): 32 bytes.
  public static func sha256(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    withContiguousBytes(of: bytes) { buffer in
      filled { output in
        // Fails only when libcrypto cannot load SHA-256 at all: a broken installation.
        let done = EVP_Digest(buffer.baseAddress, buffer.count, output, nil, EVP_sha256(), nil)
        precondition(done == 1, "libcrypto has no SHA-256")
      }
    }
  }

  /// The SHA-256 digest of the text's UTF-8 bytes: 32 bytes.
  public static func sha256(_ text: String) -> [UInt8] {
    sha256(text.utf8)
  }

  /// Lower-case hexadecimal digits, two a byte.
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

  /// Whether both are the same bytes, in a time that depends on their length only.
  ///
  /// Different lengths are told at once: the length of a digest is no secret.
  public static func constantTimeEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    return CRYPTO_memcmp(a, b, a.count) == 0
  }
}

extension Digest {
  /// One call for the whole of the bytes, copied first only where they do not lie together.
  static func withContiguousBytes<Result>(
    of bytes: some Sequence<UInt8>, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let inPlace = bytes.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
    return inPlace ?? Array(bytes).withUnsafeBytes(body)
  }

  /// A digest's worth of bytes, written by the body.
  static func filled(_ body: (UnsafeMutablePointer<UInt8>) -> Void) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      body(start)
      count = byteCount
    }
  }
}
