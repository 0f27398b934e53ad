import Foundation
import MarketWire
package import OpenMarketClient

extension ClientError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    let market = market ?? .home
    return ErrorReport(
      Self.sentence(self, market), at: listing.map(String.init),
      suggestions: Self.suggestions(self, market), exitCode: Self.exitCode(self))
  }

  private static func sentence(_ error: ClientError, _ market: MarketProfile) -> String {
    let said = error.message.map { ": \($0)" } ?? ""
    switch error.code {
    case .connectionRefused: return "nobody answers at \(market.url)"
    case .hostNotFound: return "there is no host \(market.url)"
    case .hostUnreachable: return "there is no way to \(market.url); is the network up?"
    case .tlsFailed:
      return "no secure connection to \(market.url) comes about; does it speak https, and is its "
        + "certificate trusted? SSL_CERT_FILE names one of your own"
    case .connectionLost: return "the connection to \(market.name) broke"
    case .timedOut: return "\(market.name) did not answer in time"
    case .cancelled: return "Stopped."
    case .notSignedIn: return "you have no shop at \(market.name)"
    case .notAuthorized: return "\(market.name) does not accept your identifier and secret"
    case .forbidden: return "\(subject(error)) belongs to another shop"
    case .notFound: return "there is no \(subject(error)) at \(market.name)"
    case .tooManyRequests: return "\(market.name) asks to wait" + wait(error)
    case .marketFailed: return "\(market.name) failed (\(error.status ?? 500))\(said)"
    case .unreadableResponse: return "what \(market.url) answers is not this API; is it a market?"
    case .responseTooLarge: return "the answer of \(market.name) is too large"
    case .outcomeUnknown: return unknown(error, market)
    case .invalid, .tooLarge, .redirected, .refused:
      return "\(market.name) refused it (\(error.status ?? 0))\(said)"
    case .badRequest, .other:
      return "the request could not be sent\(error.detail.map { ": \($0)" } ?? "")"
    }
  }

  /// The outcome of a write whose response was lost, and how to find out.
  private static func unknown(_ error: ClientError, _ market: MarketProfile) -> String {
    let change =
      switch error.operation {
      case .create: "the new listing is up"
      case .edit: "\(subject(error)) was changed"
      default: "\(subject(error)) was removed"
      }
    let cause = error.cause == .timedOut ? "did not answer in time" : "gave no clear answer"
    return "\(market.name) \(cause), so it is not known whether \(change); it is not sent again"
  }

  private static func suggestions(_ error: ClientError, _ market: MarketProfile) -> [String] {
    // A market with credentials is saved, and its address may be shared with another.
    let isKept = market.isHome || market.credentials != nil
    return switch error.code {
    case .notSignedIn, .notAuthorized: ["login \(isKept ? market.name : market.url)"]
    case .notFound: ["list"]
    case .forbidden: ["list --mine"]
    case .outcomeUnknown:
      switch (error.operation, error.listing) {
      case (.create, _), (_, nil): ["list --mine"]
      case (_, let id?): ["show \(id)"]
      }
    case .connectionRefused, .hostNotFound, .unreadableResponse: ["markets", "use home"]
    default: []
    }
  }

  private static func exitCode(_ error: ClientError) -> ExitCode {
    switch error.code {
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

  private static func subject(_ error: ClientError) -> String {
    error.listing.map { "listing \($0)" } ?? "such listing"
  }

  private static func wait(_ error: ClientError) -> String {
    error.retryAfter.map { " \($0.components.seconds) s" } ?? ""
  }
}
