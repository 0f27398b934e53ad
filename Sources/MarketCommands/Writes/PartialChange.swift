package import MarketWire
package import SellerSession

/// A change that the market accepted but that was not finished here.
///
/// It says what was done and what is missing, because a change that looks failed is done twice.
package struct PartialChange: ReportedError {
  /// In the past tense: `added`, `changed`, `removed`.
  package let verb: String
  package let product: Product
  /// What did not follow, such as `without its code @MUG`.
  package let missing: String
  package let cause: any Error
  /// The command that does what is missing, and nothing else.
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
