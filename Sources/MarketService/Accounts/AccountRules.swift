import Digest
import MarketWire

/// The names, identifiers and secrets of vendor accounts (API 7.4, 8.4).
package enum AccountRules {
  /// The maximum length of a name in UTF-16 units.
  package static let nameLimit = 40
  static let secretLength = 20

  /// The name in NFC; nil if nothing of it is visible, if it is too long or has control characters.
  static func name(_ text: String) -> String? {
    let name = Folding.normalized(text)
    let isClean = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return (1...nameLimit).contains(name.utf16.count) && isClean && name.hasVisibleCharacter
      ? name : nil
  }

  /// Whether a name can be in the path of a page: no path has a `/` in a component, `.` or `..`.
  static func isInPaths(_ name: String) -> Bool {
    !name.utf8.contains(UInt8(ascii: "/")) && name != "." && name != ".."
  }

  /// A new random identifier.
  static func makeIdentifier(random: @Sendable (Int) -> [UInt8]) -> VendorIdentifier {
    VendorIdentifier(TimeUUID(random: random).text)
  }

  /// A new random secret of lowercase letters and digits.
  static func makeSecret(random: @Sendable (Int) -> [UInt8]) -> Secret {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    // Bytes from 252 on would make some letters more frequent than others. The number of attempts
    // is limited in case `random` returns no other bytes.
    var attempts = 16
    var bytes: [UInt8] = []
    while bytes.count < secretLength, attempts > 0 {
      bytes += random(32).filter { $0 < 252 }
      attempts -= 1
    }
    bytes += random(secretLength)
    return Secret(
      String(
        decoding: bytes.prefix(secretLength).map { letters[Int($0) % letters.count] },
        as: UTF8.self))
  }

  /// The hashes to store for an identifier and a secret.
  static func hashes(
    of credentials: Credentials, random: @Sendable (Int) -> [UInt8]
  ) -> CredentialHashes {
    let salt = random(16)
    return CredentialHashes(
      identifierHash: hash(of: credentials.identifier), salt: salt,
      secretHash: hash(of: credentials.secret, salt: salt))
  }

  /// The hash that identifies a vendor, independent of the identifier's case.
  static func hash(of identifier: VendorIdentifier) -> [UInt8] {
    Digest.sha256(identifier.revealed.lowercased())
  }

  /// Whether the secret matches the hashes; the work is the same without a vendor (`hashes` nil).
  static func isCorrect(_ secret: Secret, for hashes: CredentialHashes?) -> Bool {
    let salt = hashes?.salt ?? Array(repeating: 0, count: 16)
    let expected = hashes?.secretHash ?? Array(repeating: 0, count: Digest.byteCount)
    let isEqual = Digest.constantTimeEqual(hash(of: secret, salt: salt), expected)
    return isEqual && hashes != nil
  }

  private static func hash(of secret: Secret, salt: [UInt8]) -> [UInt8] {
    Digest.sha256(salt + Array(secret.revealed.utf8))
  }
}
