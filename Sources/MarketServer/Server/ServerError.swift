/// The reason why a server could not be started.
public enum ServerError: Error, Hashable, Sendable {
  /// Another process, or another server of this process, listens on the port.
  case portTaken(host: String, port: UInt16)
  /// No network interface of this machine has the address.
  case addressUnavailable(host: String)
  /// The host is neither a numeric IPv4 or IPv6 address nor `localhost`.
  case addressMalformed(host: String)
  /// The system denies the port; usually it is below 1,024 and needs privileges.
  case notPermitted(host: String, port: UInt16)
  /// The certificate file has no certificate in PEM form.
  case noCertificate
  /// The key file has no private key in PEM form.
  case noKey
  /// The private key is protected by a password.
  case keyProtected
  /// The certificate or the key is damaged, or they do not belong together.
  case identityRefused
  /// libmicrohttpd was built without TLS.
  case noTLS
  /// A certificate for a server that serves plain HTTP, or that is not running.
  case notSecure
  /// The descriptor that another process passed on is not a listening socket of IPv4 or IPv6.
  case notListening
  /// ``HTTPServer/start()`` was called before.
  case alreadyStarted
  /// A call of the system or of the library failed with the `errno` in `code`, or 0 if it set none.
  case callFailed(name: String, code: Int32)
}
