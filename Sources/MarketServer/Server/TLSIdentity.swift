import CMicroHTTPD
public import MarketWire

/// A certificate chain and its private key, both in PEM form.
///
/// The key is never printed.
public struct TLSIdentity: Sendable, CustomStringConvertible, CustomReflectable {
  let certificate: String
  let key: String
  /// The moment from which clients accept the certificate.
  public let begin: WireDate
  /// The moment from which clients refuse the certificate.
  public let end: WireDate
  /// The host names of the certificate, such as `shop.example` or `*.shop.example`.
  public let names: [String]

  /// Creates an identity.
  ///
  /// - Parameters:
  ///   - certificate: the server's certificate, followed by the intermediate certificates.
  ///   - key: the private key of the first certificate, without a password.
  /// - Throws: `.noTLS`, `.noCertificate`, `.noKey`, `.keyProtected`, and `.identityRefused` if they
  ///   are damaged or do not belong together.
  public init(certificate: String, key: String) throws(ServerError) {
    guard MHD_is_feature_supported(.FEATURE_TLS) == .YES else { throw .noTLS }
    guard certificate.contains("-----BEGIN CERTIFICATE-----") else { throw .noCertificate }
    guard key.contains("PRIVATE KEY-----") else { throw .noKey }
    guard !key.contains("ENCRYPTED") else { throw .keyProtected }
    var times: (begin: Int64, end: Int64) = (0, 0)
    var names = [CChar](repeating: 0, count: 4096)
    let size = market_certificate_facts(
      certificate, &times.begin, &times.end, &names, names.count)
    guard size >= 0, market_identity_fits(certificate, key) != 0 else { throw .identityRefused }
    self.certificate = certificate
    self.key = key
    begin = WireDate(milliseconds: times.begin * 1000)
    end = WireDate(milliseconds: times.end * 1000)
    self.names = names.prefix(Int(size)).split(separator: 0).map { name in
      String(decoding: name.map(UInt8.init(bitPattern:)), as: UTF8.self).lowercased()
    }
  }

  /// The name of the type.
  public var description: String { "TLSIdentity" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
