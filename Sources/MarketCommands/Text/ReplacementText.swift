/// The words for a listing that was not replaced wholly: what stands where, and how to go on.
import MarketWire

struct ReplacementText {
  let sentence: String
  private(set) var details: [String] = []
  private(set) var suggestions: [String] = []
  let exitCode: ExitCode

  init(_ failure: ReplacementFailure) {
    let old = "\(failure.old.id) \(failure.old.name)"
    let new = failure.new.map { "the new listing \($0.id) is up" } ?? ""
    let reason = failure.reason?.sentences.map(\.text).joined(separator: "; ") ?? ""
    let id = failure.new?.id ?? 0
    // Free when the old one is gone.
    let code = failure.code.map { ["edit \(id) --ref \($0)"] } ?? []
    exitCode = failure.reason?.exitCode ?? .failed
    switch failure.stage {
    case .adding:
      sentence = reason
      details = [
        "\(old) is as it was; if the new one is there, remove \(failure.old.id), else replace again"
      ]
      suggestions = ["list --mine"]
    case .looking:
      sentence = "\(new), but could not be compared with \(old), which was kept: \(reason)"
      suggestions = ["show \(id) \(failure.old.id)", "remove \(failure.old.id)"] + code
    case .comparing(let members):
      sentence =
        "\(new), but not as it was sent: \(members.joined(separator: ", ")); \(old) was kept"
      suggestions = ["show \(id) \(failure.old.id)", "remove \(id)"]
    case .oldChanged(let members):
      sentence =
        "\(new), but \(old) was changed meanwhile and was kept: \(members.joined(separator: ", "))"
      suggestions = ["show \(id) \(failure.old.id)", "remove \(id)"]
    case .thumbnail(let number):
      sentence = "\(new), but photo \(number) is not its thumbnail; \(old) was kept: \(reason)"
      suggestions = ["edit \(id) --thumbnail \(number)", "remove \(failure.old.id)"] + code
    case .code(let missing):
      sentence = "\(new), but without the code @\(missing); \(old) was kept: \(reason)"
      suggestions = ["remove \(failure.old.id)"] + code
    case .removing:
      sentence = "\(new), but \(old) may still be there, too: \(reason)"
      suggestions = ["remove \(failure.old.id)"]
      if exitCode == .outcomeUnknown { suggestions.insert("show \(failure.old.id)", at: 0) }
    }
  }
}
