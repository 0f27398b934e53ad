package import MarketWire
package import SellerSession

/// A change that the market accepted but that failed afterwards on this side.
///
/// It reports what was done and what is missing, so that the seller does not repeat the whole
/// change.
package struct PartialChange: ReportedError {
  /// In the past tense: `added`, `changed`, `removed`.
  package let verb: String
  package let product: Product
  /// The missing part, such as `without its code @MUG`.
  package let missing: String
  package let cause: any Error
  /// The command that does only the missing part.
  package var retry: String?
  /// The command that undoes what was done.
  package var undoCommand: String?

  package func report(at market: MarketProfile?) -> ErrorReport {
    let cause = ErrorReport(cause, at: market)
    var report = ErrorReport(
      "\(product.id) \(product.name) was \(verb), but \(missing): \(cause.text)",
      suggestions: retry.map { [$0] } ?? [], exitCode: cause.exitCode)
    report.details = undoCommand.map { ["undo: \($0)"] } ?? []
    return report
  }
}
