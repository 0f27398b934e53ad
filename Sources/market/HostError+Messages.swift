import Foundation
import MarketCommands
import MarketServer
import MarketService
import SellerSession

extension HostError {
  /// The error for a market that cannot be opened or changed.
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

  /// The error for a server that cannot be started.
  init(_ error: ServerError, _ options: ServeOptions) {
    if let files = options.identity, let message = Self.message(error, files) {
      self.init(.address, message)
    } else {
      self.init(.address, Self.message(error, options))
    }
  }

  /// The error for certificate files that cannot be used.
  init(_ error: ServerError, _ files: ServeOptions.IdentityFiles) {
    self.init(.address, Self.message(error, files) ?? "\(error)")
  }

  /// The system's message for a file that cannot be read.
  static func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let code = (underlying ?? error as NSError)
    return code.domain == NSPOSIXErrorDomain
      ? String(cString: strerror(Int32(truncatingIfNeeded: code.code))) : "unknown error"
  }

  /// The message for an error about the certificate or the key; nil for other errors.
  private static func message(
    _ error: ServerError, _ files: ServeOptions.IdentityFiles
  ) -> String? {
    switch error {
    case .noCertificate: "\"\(files.certificate)\" has no certificate in PEM form"
    case .noKey: "\"\(files.key)\" has no private key in PEM form"
    case .keyProtected: "the key \"\(files.key)\" is protected by a password; remove the password"
    case .identityRefused:
      "the certificate \"\(files.certificate)\" or the key \"\(files.key)\" is damaged, or they do"
        + " not belong together"
    default: nil
    }
  }

  private static func message(_ error: ServerError, _ options: ServeOptions) -> String {
    switch error {
    case .portTaken(let host, let port):
      "port \(port) of \(host) is in use; try `--port 0` for any free port"
    case .addressUnavailable(let host): "this machine has no address \"\(host)\""
    case .addressMalformed(let host): "\"\(host)\" is not an IP address"
    case .notPermitted(let host, let port):
      "no permission to listen on port \(port) of \(host)"
    case .alreadyStarted: "the server is already running"
    case .noTLS: "this machine's libmicrohttpd does not support TLS"
    case .noCertificate, .noKey, .keyProtected, .identityRefused:
      "the certificate cannot be used"
    case .callFailed(let name, let code):
      "cannot listen on \(options.bind): \(name): \(String(cString: strerror(code)))"
    }
  }
}
