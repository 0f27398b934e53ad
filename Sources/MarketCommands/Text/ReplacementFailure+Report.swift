import MarketWire
package import SellerSession

extension ReplacementFailure: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    let cause = cause.map { ErrorReport($0, at: market) }
    let reason = cause?.text ?? ""
    let old = "\(self.old.id) \(self.old.name)"
    let new = self.new.map { "the new listing \($0.id) is up" } ?? ""
    let id = self.new?.id ?? 0
    // The code is free once the old listing is removed.
    let code = self.code.map { ["edit \(id) --code \($0)"] } ?? []
    let sentence: String
    var details: [String] = []
    var suggestions: [String] = []
    let exitCode = cause?.exitCode ?? .failed
    switch stage {
    case .adding:
      sentence = reason
      details = [
        "\(old) is as it was; if the new one is there, remove \(self.old.id), else replace again"
      ]
      suggestions = ["list --mine"]
    case .looking:
      sentence = "\(new), but could not be compared with \(old), which was kept: \(reason)"
      suggestions = ["show \(id) \(self.old.id)", "remove \(self.old.id)"] + code
    case .comparing(let members):
      sentence =
        "\(new), but not as it was sent: \(members.joined(separator: ", ")); \(old) was kept"
      suggestions = ["show \(id) \(self.old.id)", "remove \(id)"]
    case .oldChanged(let members):
      sentence =
        "\(new), but \(old) was changed meanwhile and was kept: \(members.joined(separator: ", "))"
      suggestions = ["show \(id) \(self.old.id)", "remove \(id)"]
    case .thumbnail(let number):
      sentence = "\(new), but photo \(number) is not its thumbnail; \(old) was kept: \(reason)"
      suggestions = ["edit \(id) --thumbnail \(number)", "remove \(self.old.id)"] + code
    case .code(let missing):
      sentence = "\(new), but without the code @\(missing); \(old) was kept: \(reason)"
      suggestions = ["remove \(self.old.id)"] + code
    case .removing:
      sentence = "\(new), but \(old) may still be there, too: \(reason)"
      suggestions = ["remove \(self.old.id)"]
      if exitCode == .outcomeUnknown { suggestions.insert("show \(self.old.id)", at: 0) }
    }
    var report = ErrorReport(sentence, suggestions: suggestions, exitCode: exitCode)
    report.details = details
    return report
  }
}
