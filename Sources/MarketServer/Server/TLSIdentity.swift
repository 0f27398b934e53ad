/// A certificate chain and its private key, both in PEM form.
///
/// The key is never printed.
public struct TLSIdentity: Sendable, CustomStringConvertible, CustomReflectable {
  let certificate: String
  let key: String

  /// Creates an identity.
  ///
  /// The server checks whether certificate and key belong together when it begins to use them.
  ///
  /// - Parameters:
  ///   - certificate: the server's certificate, followed by the intermediate certificates.
  ///   - key: the private key of the first certificate, without a password.
  /// - Throws: `.noCertificate`, `.noKey` or `.keyProtected`.
  public init(certificate: String, key: String) throws(ServerError) {
    guard certificate.contains("-----BEGIN CERTIFICATE-----") else { throw .noCertificate }
    guard key.contains("PRIVATE KEY-----") else { throw .noKey }
    guard !key.contains("ENCRYPTED") else { throw .keyProtected }
    self.certificate = certificate
    self.key = key
  }

  /// The name of the type.
  public var description: String { "TLSIdentity" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
