/// Names, identifiers and secrets of vendors (API 7, 8).
import Digest
import MarketStore
import MarketWire

enum AccountRules {
  /// UTF-16 units of a name.
  static let nameLimit = 40
  static let secretLength = 20

  /// The name in NFC; nil when it is blank, too long or holds control characters.
  static func name(_ text: String) -> String? {
    let name = Folding.normalized(text)
    let isClean = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    let isBlank = name.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    return (1...nameLimit).contains(name.utf16.count) && isClean && !isBlank ? name : nil
  }

  /// A new identifier; nothing in it can be guessed.
  static func identifier(random: @Sendable (Int) -> [UInt8]) -> VendorIdentifier {
    VendorIdentifier(TimeUUID(random: random).text)
  }

  /// A new secret of lower-case letters and digits.
  static func secret(random: @Sendable (Int) -> [UInt8]) -> Secret {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    // Bytes from 252 on would make the first letters likelier; so many draws are never needed.
    var draws = 16
    var bytes: [UInt8] = []
    while bytes.count < secretLength, draws > 0 {
      bytes += random(32).filter { $0 < 252 }
      draws -= 1
    }
    bytes += random(secretLength)
    return Secret(
      String(
        decoding: bytes.prefix(secretLength).map { letters[Int($0) % letters.count] },
        as: UTF8.self))
  }

  /// What is stored of an identifier and a secret.
  static func proof(
    _ credentials: Credentials, random: @Sendable (Int) -> [UInt8]
  ) -> CredentialHashes {
    let salt = random(16)
    return CredentialHashes(
      identifierHash: hash(of: credentials.identifier), salt: salt,
      secretHash: hash(of: credentials.secret, salt: salt))
  }

  /// What an identifier is looked up by, whatever the case it was sent in.
  static func hash(of identifier: VendorIdentifier) -> [UInt8] {
    Digest.sha256(identifier.revealed.lowercased())
  }

  /// Whether the secret is the one; the work is the same where there is no such vendor.
  static func isProof(_ secret: Secret, of proof: CredentialHashes?) -> Bool {
    let salt = proof?.salt ?? Array(repeating: 0, count: 16)
    let expected = proof?.secretHash ?? Array(repeating: 0, count: Digest.byteCount)
    let isEqual = Digest.constantTimeEqual(hash(of: secret, salt: salt), expected)
    return isEqual && proof != nil
  }

  private static func hash(of secret: Secret, salt: [UInt8]) -> [UInt8] {
    Digest.sha256(salt + Array(secret.revealed.utf8))
  }
}
