import Foundation
import MarketServer
import MarketService
import Messages
import SellerSession

extension HostError {
  /// The error for a market that cannot be opened or changed.
  init(_ error: ServiceError) {
    let code: Code =
      switch error {
      case .nameTaken: .nameTaken
      case .nameInvalid, .nameMixesScripts, .nameNotInPaths: .invalidName
      case .noSuchAccount: .noSuchAccount
      case .noSuchListing: .noSuchListing
      case .backup, .fileExists, .targetNotEmpty: .backup
      default: .store
      }
    self.init(code, Self.message(error))
  }

  private static func message(_ error: ServiceError) -> Message {
    switch error {
    case .folderNotUsable(let path, let reason): "cannot use \"\(path)\": \(reason)"
    case .store(let error, let path): "cannot use \"\(path)\": \(message(error))"
    case .databaseLost(let path):
      """
      there are pictures of a market, but its database "\(path)" is missing or empty: restore a copy \
      of the database, or move the folder to start with an empty market
      """
    case .backup(let problem, let path): "\(path): \(message(problem))"
    case .fileExists(let path): "\(path) exists; choose another name for the backup"
    case .targetNotEmpty(let path):
      """
      the folder \(path) has files; restore into a new folder with `\(command: "--data")`
      """
    case .noSuchListing(let id): "there is no listing \(formatted: "\(id)")"
    case .unknownScheme(let scheme):
      """
      a market is in a folder or at \(formatted: "postgresql://"), not at \(formatted: "\(scheme)://")
      """
    case .passwordInURL:
      """
      the URL of the database has a password, which others on this machine can read; use \
      \(formatted: "PGPASSFILE") or a service file instead
      """
    case .moveNotEnded, .moveTargetNotEmpty, .movedMarketChanged, .moveDiffers:
      moveMessage(error)
    case .invalidPublicURL(let text) where text.contains { !$0.isASCII }:
      "\(quoted: text): write the address in ASCII, with a host such as \(formatted: "xn--bj0bj06e.kr")"
    case .invalidPublicURL(let text):
      "\(quoted: text) is not an http:// or https:// URL of a host, with or without a path"
    case .nameTaken, .nameInvalid, .nameMixesScripts, .nameNotInPaths: nameMessage(error)
    case .noSuchAccount(let name): "there is no account named \(quoted: name)"
    case .samplesUnreadable(let reason): "the sample data is damaged: \(reason)"
    }
  }

  private static func nameMessage(_ error: ServiceError) -> Message {
    switch error {
    case .nameTaken(let name): "there is already an account named \(quoted: name)"
    case .nameMixesScripts(let name):
      "a word of \(quoted: name) mixes letters of several alphabets; use one for each word"
    case .nameNotInPaths(let name):
      """
      the page of a shop cannot have the name \(quoted: name); write one without \(quoted: "/"), and \
      not only dots
      """
    default:
      """
      an account name has 1 to \(AccountRules.nameLimit) characters, a visible one and no control \
      characters
      """
    }
  }

  private static func moveMessage(_ error: ServiceError) -> Message {
    switch error {
    case .moveNotEnded(let path):
      """
      a move or a restore to \(path) has not ended; run the same `\(command: "move")` again to \
      continue it, or empty the place and `\(command: "restore")` again
      """
    case .moveTargetNotEmpty(let path): "there is a market already at \(path)"
    case .movedMarketChanged:
      """
      the market has changed since the move began; stop its server, and move it into an empty place
      """
    case .moveDiffers: "the moved market differs from its source; move it into an empty place"
    default: "\("\(error)")"
    }
  }

  private static func message(_ problem: BackupProblem) -> Message {
    switch problem {
    case .missing: "there is no such file"
    case .notABackup: "this is not a backup of a market, or it is damaged"
    case .incomplete: "the backup is incomplete"
    case .newer: "a newer version of this program made the backup"
    case .fileDiffers(let name): "\(name) differs from what was backed up"
    }
  }

  private static func message(_ error: StoreError) -> Message {
    switch error {
    case .busy: "another process has locked the market"
    case .full: "the disk is full"
    case .damaged(let detail): "the database is damaged (\(detail))"
    case .notAMarket: "this is not the database of a market"
    case .newerSchema(let found, let known):
      """
      the market was written by a newer version (schema \(found), this version supports \(known))
      """
    case .notAccessible(let detail): "the database cannot be read or written (\(detail))"
    case .unreachable(let detail): "the database cannot be reached (\(detail))"
    case .readOnly: "the database is read-only; it may be a standby"
    case .outcomeUnknown(let detail):
      """
      the database was lost while it stored a change (\(detail)): look whether it was stored
      """
    case .vendorNameTaken: "the account name is taken"
    case .tooSlow: "a read took too long"
    case .closed: "the market is closed"
    case .failed(let detail): "\(detail)"
    }
  }

  /// The error for a server that cannot be started.
  init(_ error: ServerError, _ options: ServeOptions) {
    if let files = options.identity, let message = Self.message(error, files) {
      self.init(.address, message)
    } else {
      self.init(.address, Self.message(error, options))
    }
  }

  /// The error for an address of `--metrics` that cannot be used.
  init(metrics error: ServerError, _ options: ServeOptions) {
    guard case .portTaken(let host, let port) = error else {
      var options = options
      options.bind = options.metrics?.host ?? ""
      self.init(error, options)
      return
    }
    self.init(
      .address,
      """
      port \(formatted: "\(port)") of \(host) is in use; choose another one for \
      `\(command: "--metrics")`
      """)
  }

  /// The error for certificate files that cannot be used.
  init(_ error: ServerError, _ files: ServeOptions.IdentityFiles) {
    self.init(.address, Self.message(error, files) ?? "the certificate cannot be used")
  }

  /// The system's message for a file that cannot be read.
  static func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let code = (underlying ?? error as NSError)
    return code.domain == NSPOSIXErrorDomain
      ? String(cString: strerror(Int32(truncatingIfNeeded: code.code))) : "errno \(code.code)"
  }

  /// The message for an error about the certificate or the key; nil for other errors.
  private static func message(
    _ error: ServerError, _ files: ServeOptions.IdentityFiles
  ) -> Message? {
    switch error {
    case .noCertificate: "\"\(files.certificate)\" has no certificate in PEM form"
    case .noKey: "\"\(files.key)\" has no private key in PEM form"
    case .keyProtected: "the key \"\(files.key)\" is protected by a password; remove the password"
    case .identityRefused:
      """
      the certificate "\(files.certificate)" or the key "\(files.key)" is damaged, or they do not \
      belong together
      """
    default: nil
    }
  }

  private static func message(_ error: ServerError, _ options: ServeOptions) -> Message {
    switch error {
    case .portTaken(let host, let port):
      "port \(formatted: "\(port)") of \(host) is in use; try `\(command: "--port 0")` for any free port"
    case .addressUnavailable(let host): "this machine has no address \(host)"
    case .addressMalformed(let host): "\(quoted: host) is not an IP address"
    case .notPermitted(let host, let port):
      "no permission to listen on port \(formatted: "\(port)") of \(host)"
    case .alreadyStarted: "the server is already running"
    case .notSecure: "the server was started without a certificate"
    case .notListening: "the socket that systemd passed on does not listen for IP connections"
    case .noTLS: "the \(formatted: "libmicrohttpd") of this machine does not support TLS"
    case .noCertificate, .noKey, .keyProtected, .identityRefused:
      "the certificate cannot be used"
    case .callFailed(let name, let code):
      "cannot listen on \(options.bind): \(formatted: name): \(String(cString: strerror(code)) as String)"
    }
  }
}
