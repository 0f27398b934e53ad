/// Why a server could not be started.

/// A fact about a failed start; the words for people are made elsewhere.
public enum ServerError: Error, Hashable, Sendable {
  /// Another program, or another server of this one, listens there.
  case portTaken(host: String, port: UInt16)
  /// No interface of this machine has the address.
  case addressUnavailable(host: String)
  /// Neither a numeric IPv4 or IPv6 address nor `localhost`.
  case addressMalformed(host: String)
  /// The system forbids it: as a rule a port below 1,024 without the right to it.
  case notPermitted(host: String, port: UInt16)
  /// What is given as a certificate holds none in PEM form.
  case noCertificate
  /// What is given as a private key holds none in PEM form.
  case noKey
  /// The private key is protected by a password.
  case keyProtected
  /// Certificate and key are damaged, or do not belong together.
  case identityRefused
  /// The system's library was built without TLS.
  case noTLS
  /// ``HTTPServer/start()`` was called before; a server has one life.
  case alreadyStarted
  /// A call of the system or of the library failed; `code` is its `errno`, 0 if it tells none.
  case callFailed(name: String, code: Int32)
}
