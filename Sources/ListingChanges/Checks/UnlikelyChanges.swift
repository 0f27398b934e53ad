import Messages
package import SellerSession

/// Changes that are probably slips, where no question can be asked.
package struct UnlikelyChanges: ReportedError {
  package let warnings: [ChangeWarning]

  package init(_ warnings: [ChangeWarning]) {
    self.warnings = warnings
  }

  package func report(at market: MarketProfile?) -> ErrorReport {
    let kinds = Allowance.allCases.filter { kind in warnings.contains { $0.kind == kind } }
    var report = ErrorReport(
      suggestions: ["--allow " + kinds.map(\.rawValue).joined(separator: ",")], exitCode: .usage)
    let shown = ShortList.shown(of: warnings.count, most: ShortList.usual)
    report.sentences = warnings.prefix(shown).map { .init($0.text) }
    if warnings.count > shown {
      report.sentences.append(.init("and \(warnings.count - shown) more like these"))
    }
    report.details = [
      "nothing was sent, because this may be a mistake; `\(command: "--allow")` confirms it"
    ]
    return report
  }
}
