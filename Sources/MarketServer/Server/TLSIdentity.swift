/// What a server proves itself with.

/// A certificate chain and its private key, both in PEM form. It prints without the key.
public struct TLSIdentity: Sendable, CustomStringConvertible, CustomReflectable {
  let certificate: String
  let key: String

  /// - Parameters:
  ///   - certificate: the server's own certificate first, then those that vouch for it.
  ///   - key: the key of the first certificate, not protected by a password.
  /// - Throws: `.noCertificate`, `.noKey`, `.keyProtected` where a text is plainly something else;
  ///   whether the two belong together is found out by starting.
  public init(certificate: String, key: String) throws(ServerError) {
    guard certificate.contains("-----BEGIN CERTIFICATE-----") else { throw .noCertificate }
    guard key.contains("PRIVATE KEY-----") else { throw .noKey }
    guard !key.contains("ENCRYPTED") else { throw .keyProtected }
    self.certificate = certificate
    self.key = key
  }

  public var description: String { "TLSIdentity" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
