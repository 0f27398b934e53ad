/// A change that the market accepted and this machine did not finish.
import MarketWire

/// What was done, what is missing, and how to go on; never hidden, or it would be done twice.
struct PartialChange: Hashable, Sendable {
  /// In the past: `added`, `changed`, `removed`.
  let verb: String
  let id: Int
  let name: String
  /// What did not follow, such as `without its code @MUG`.
  let missing: String
  let reason: String
  /// The command that does what is missing, and nothing else.
  let retry: String?
  /// The command that turns back what was done.
  let wayBack: String?
  /// That of the failure.
  let code: ExitCode
}

extension Session {
  /// `error` as what happened behind a change that the market accepted.
  func partly(
    _ verb: String, _ product: Product, missing: String, _ error: any Error,
    retry: String? = nil, wayBack: String? = nil
  ) -> SellerError {
    let text = ErrorText(error, market: try? profile()) { _ in nil }
    return .donePartly(
      PartialChange(
        verb: verb, id: product.id, name: product.name, missing: missing,
        reason: text.sentences.map(\.text).joined(separator: "; "), retry: retry,
        wayBack: wayBack, code: text.exitCode))
  }
}
