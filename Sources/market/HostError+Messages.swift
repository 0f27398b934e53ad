/// The words for what keeps a market from being opened or served.
import Foundation
import MarketCommands
import MarketServer
import MarketService

extension HostError {
  init(_ error: ServiceError) {
    let code: Code =
      switch error {
      case .nameTaken: .nameTaken
      case .nameInvalid: .invalidName
      case .noSuchAccount: .noSuchAccount
      default: .store
      }
    self.init(code, error.description)
  }

  init(_ error: ServerError, _ options: ServeOptions) {
    if let files = options.identity, let words = Self.words(error, files) {
      self.init(.address, words)
    } else {
      self.init(.address, Self.words(error, options))
    }
  }

  init(_ error: ServerError, _ files: ServeOptions.IdentityFiles) {
    self.init(.address, Self.words(error, files) ?? "\(error)")
  }

  /// Why a file cannot be read, as the system says it.
  static func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let code = (underlying ?? error as NSError)
    return code.domain == NSPOSIXErrorDomain
      ? String(cString: strerror(Int32(truncatingIfNeeded: code.code))) : "it cannot be read"
  }

  /// Nil where it is not about the certificate.
  private static func words(
    _ error: ServerError, _ files: ServeOptions.IdentityFiles
  ) -> String? {
    switch error {
    case .noCertificate: "\(files.certificate) holds no certificate in PEM form"
    case .noKey: "\(files.key) holds no private key in PEM form"
    case .keyProtected: "the key \(files.key) is protected by a password; take that off first"
    case .identityRefused:
      "the certificate \(files.certificate) and the key \(files.key) are damaged or do not belong"
        + " together"
    default: nil
    }
  }

  private static func words(_ error: ServerError, _ options: ServeOptions) -> String {
    switch error {
    case .portTaken(let host, let port):
      "port \(port) of \(host) is taken; --port 0 takes any free one"
    case .addressUnavailable(let host): "this machine has no address \(host)"
    case .addressMalformed(let host): "\(host) is not an address of this machine"
    case .notPermitted(let host, let port):
      "the system does not let you listen at port \(port) of \(host)"
    case .alreadyStarted: "the server runs already"
    case .noTLS: "this machine's libmicrohttpd cannot do TLS"
    case .noCertificate, .noKey, .keyProtected, .identityRefused:
      "the certificate cannot be used"
    case .callFailed(let name, let code):
      "cannot listen at \(options.bind): \(name): \(String(cString: strerror(code)))"
    }
  }
}
