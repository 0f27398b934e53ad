import Foundation
import MarketWire
import Messages
package import OpenMarketClient

extension ClientError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    let market = market ?? .home
    var report = ErrorReport(
      text(at: market), at: listing.map(String.init), suggestions: suggestions(at: market),
      exitCode: exitCode)
    if isUploadTooLarge { report.details = [OversizedUpload.advice] }
    return report
  }

  private func text(at market: MarketProfile) -> Message {
    if let connectionProblem { return problemMessage(connectionProblem, market.url) }
    return switch code {
    case .connectionRefused, .hostNotFound, .hostUnreachable, .tlsFailed, .unreadableResponse:
      addressMessage(market.url)
    case .connectionLost where mayNeedTLS(market):
      "\(market.url) closed the connection without an answer; does it speak https?"
    case .connectionLost: "the connection to \(market.name) was lost"
    case .timedOut: timeMessage(market.name)
    case .cancelled: "Stopped."
    case .notSignedIn: "you have no shop at \(market.name)"
    case .notAuthorized: "\(market.name) does not accept your identifier and secret"
    case .forbidden where isAccountDisabled:
      "your account at \(market.name) is disabled; ask its operator"
    case .forbidden where !isAboutListing: refusalMessage(market.name)
    case .forbidden, .notFound: listingMessage(market.name)
    case .tooManyRequests: waitMessage(market.name)
    case .marketFailed: quoting("\(market.name) failed (\(status ?? 500))", message)
    case .responseTooLarge: "the response of \(market.name) is too large"
    case .outcomeUnknown: outcomeMessage(market.name)
    case .invalid where isUploadTooLarge:
      "\(market.name) does not take photos of this size together (\(status ?? 413))"
    case .tooLarge:
      quoting("\(market.name) does not take a request of this size (\(status ?? 413))", message)
    case .invalid, .redirected, .refused: refusalMessage(market.name)
    case .badRequest, .other: quoting("the request could not be sent", detail)
    }
  }

  /// Whether the account is disabled. Other refusals with 403 are about a listing.
  package var isAccountDisabled: Bool {
    code == .forbidden && message == ErrorResponse.accountDisabled
  }

  /// Whether this was the first request to an address without TLS, such as that of a login.
  private func mayNeedTLS(_ market: MarketProfile) -> Bool {
    // Listing 0 is asked for when an account is checked. An address that was only typed has no
    // account, and any read may be the first.
    let isTyped = !market.isHome && market.credentials == nil
    let isFirst =
      switch operation {
      case .health: true
      case .findRemovalPath: listing == 0
      case .list, .show: isTyped
      default: false
      }
    return isFirst && code == .connectionLost && market.url.hasPrefix("http://")
  }

  private var isUploadTooLarge: Bool {
    guard operation == .create || operation == .replaceImages else { return false }
    return code == .tooLarge
      || code == .invalid && OversizedUpload.isMeant(status: status, message: message)
  }

  /// What was awaited, and for how long.
  private func timeMessage(_ market: String) -> Message {
    guard let waited else { return "\(market) did not answer in time" }
    let time = Message.duration(waited)
    return switch operation {
    case .list: "\(market) did not send the list within \(time)"
    case .show: "\(market) did not send the listing within \(time)"
    case .image: "\(market) did not send the picture within \(time)"
    case .create: "\(market) did not confirm the new listing within \(time)"
    case .edit, .replaceImages: "\(market) did not confirm the change within \(time)"
    // Listing 0 is asked for when an account is checked.
    case .findRemovalPath where listing == 0: "\(market) did not answer within \(time)"
    case .findRemovalPath, .remove: "\(market) did not confirm the removal within \(time)"
    case .health, .other: "\(market) did not answer within \(time)"
    }
  }

  private func refusalMessage(_ market: String) -> Message {
    quoting("\(market) refused the request (\(status ?? 0))", message)
  }

  /// Whether a refusal is that of a listing; a firewall refuses a list as well.
  private var isAboutListing: Bool {
    switch operation {
    case .edit, .replaceImages, .findRemovalPath, .remove: true
    default: false
    }
  }

  private func listingMessage(_ market: String) -> Message {
    switch (code, listing) {
    case (.forbidden, let id?): "listing \(id) belongs to another shop"
    case (.forbidden, nil): "the listing belongs to another shop"
    case (_, let id?): "there is no listing \(id) at \(market)"
    case (_, nil): "there is no such listing at \(market)"
    }
  }

  private func waitMessage(_ market: String) -> Message {
    guard let seconds = retryAfter?.components.seconds else {
      return "too many requests to \(market): wait a while"
    }
    return "too many requests to \(market): wait \(Int(seconds)) s"
  }

  private func problemMessage(_ problem: ConnectionProblem, _ url: String) -> Message {
    switch problem {
    case .certificateExpired:
      "no secure connection to \(url): its certificate has expired; its operator has to renew it"
    case .certificateNotYetValid:
      "no secure connection to \(url): its certificate is not valid yet; is the clock of this computer right?"
    case .certificateName:
      "no secure connection to \(url): its certificate is for another name; is the address right?"
    case .certificateUntrusted:
      """
      no secure connection to \(url): this computer does not trust its certificate \
      (\(formatted: "SSL_CERT_FILE") names a certificate of your own)
      """
    case .moved(let address): "\(url) has moved to \(address)"
    case .proxy(let address, let variable):
      "cannot reach the proxy \(address), which the variable \(formatted: variable) names"
    case .proxyRefused(let variable, 407):
      """
      the proxy that the variable \(formatted: variable) names wants a name and a password (407): \
      \(formatted: "http://NAME:PASSWORD@HOST:PORT")
      """
    case .proxyRefused(let variable, let status):
      "the proxy that the variable \(formatted: variable) names refused the request (\(status))"
    }
  }

  private func addressMessage(_ url: String) -> Message {
    switch code {
    case .connectionRefused: "\(url) refused the connection; is the market running?"
    case .hostNotFound: "cannot find the host of \(url)"
    case .hostUnreachable: "cannot reach \(url); is the network up?"
    case .tlsFailed:
      """
      no secure connection to \(url): check that it speaks https and that its certificate is \
      trusted (\(formatted: "SSL_CERT_FILE") names a certificate of your own)
      """
    default: "the response of \(url) is not that of a market; is the address right?"
    }
  }

  /// The outcome of a write whose response was lost.
  private func outcomeMessage(_ market: String) -> Message {
    .list([outcomeCause(market), outcomeQuestion], .semicolon)
  }

  private func outcomeCause(_ market: String) -> Message {
    cause == .timedOut
      ? timeMessage(market) : "\(market) did not answer clearly"
  }

  private var outcomeQuestion: Message {
    switch (operation, listing) {
    case (.create, _):
      "it is not known whether the new listing was added, and the request is not sent again"
    case (.edit, let id?):
      "it is not known whether listing \(id) was changed, and the request is not sent again"
    case (.edit, nil):
      "it is not known whether the listing was changed, and the request is not sent again"
    case (_, let id?):
      "it is not known whether listing \(id) was removed, and the request is not sent again"
    case (_, nil):
      "it is not known whether the listing was removed, and the request is not sent again"
    }
  }

  /// - Parameter text: what the market or a library said.
  private func quoting(_ message: Message, _ text: String?) -> Message {
    text.map { "\(message): \($0)" } ?? message
  }

  private func suggestions(at market: MarketProfile) -> [String] {
    // A market with credentials is saved, and its address may be shared with another.
    let isKept = market.isHome || market.credentials != nil
    if case .moved(let address) = connectionProblem { return [going(to: address)] }
    return switch code {
    case .notSignedIn, .notAuthorized: ["login \(isKept ? market.name : market.url)"]
    case .notFound: ["list"]
    case .forbidden: isAccountDisabled || !isAboutListing ? [] : ["list --mine"]
    case .outcomeUnknown:
      switch (operation, listing) {
      case (.create, _), (_, nil): ["list --mine"]
      case (_, let id?): ["show \(id)"]
      }
    case .unreadableResponse where !isKept && origin(of: market) != market.url:
      [going(to: origin(of: market))]
    case .connectionRefused, .hostNotFound, .unreadableResponse: ["markets", "use home"]
    case .connectionLost where mayNeedTLS(market):
      [going(to: market.url.replacing("http://", with: "https://", maxReplacements: 1))]
    // On this machine a market usually speaks http; elsewhere it would send the secret in the clear.
    case .tlsFailed
    where connectionProblem == nil && (try? MarketAddress(market.url))?.isLoopback == true:
      [going(to: market.url.replacing("https://", with: "http://", maxReplacements: 1))]
    default: []
    }
  }

  /// The address without its path, which may be that of a page.
  private func origin(of market: MarketProfile) -> String {
    (try? URLParts(market.url))?.origin ?? market.url
  }

  /// The same command for another address; the path of listing 0 is asked for by `login` only.
  private func going(to url: String) -> String {
    operation == .findRemovalPath && listing == 0 ? "login \(url)" : "use \(url)"
  }

  private var exitCode: ExitCode {
    switch code {
    case .cancelled: .interrupted
    case .notSignedIn, .notAuthorized, .forbidden: .notAllowed
    case .notFound: .notFound
    case .outcomeUnknown: .outcomeUnknown
    case .connectionRefused, .hostNotFound, .hostUnreachable, .tlsFailed, .connectionLost,
      .timedOut:
      .unreachable
    default: .failed
    }
  }
}

extension ClientError {
  /// Whether the market itself says that it has no such listing. Any other 404, such as one of a
  /// proxy, leaves that open.
  package var isRemoval: Bool { code == .notFound && message != nil }
}
