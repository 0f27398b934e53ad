import MarketWire
import Messages
package import SellerSession

extension ReplacementFailure: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    let cause = cause.map { ErrorReport($0, at: market) }
    let exitCode = cause?.exitCode ?? .failed
    return ErrorReport(
      sentence(reason: cause?.message ?? ""), suggestions: suggestions(exitCode),
      exitCode: exitCode)
  }

  private var name: Message { "\(old.id) \(old.name)" }

  private func sentence(reason: Message) -> Message {
    let new: Message = self.new.map { "the new listing \($0.id) was added" } ?? ""
    return switch stage {
    case .looking:
      "\(new), but could not be compared with \(name), which still exists: \(reason)"
    case .comparing(let members):
      "\(new), but differs from what was sent: \(Message.list(members)); \(name) still exists"
    case .oldChanged(let members):
      "\(new), but \(name) was changed meanwhile and still exists: \(Message.list(members))"
    case .thumbnail(let number):
      "\(new), but photo \(number) is not its thumbnail; \(name) still exists: \(reason)"
    case .removing: "\(new), but \(name) may still exist as well: \(reason)"
    }
  }

  /// Commands that show what is there and finish the replacement or take it back.
  private func suggestions(_ exitCode: ExitCode) -> [String] {
    let id = new?.id ?? 0
    let show = "show \(id) \(old.id)"
    let finish = "remove \(old.id)"
    // The code is free once the old listing is removed.
    let assignCode = code.map { ["edit \(id) --code \($0)"] } ?? []
    switch stage {
    case .looking: return [show, finish] + assignCode
    case .comparing, .oldChanged: return [show, "remove \(id)"]
    case .thumbnail(let number):
      return ["edit \(id) --thumbnail \(number)", finish] + assignCode
    case .removing:
      return exitCode == .outcomeUnknown ? ["show \(old.id)", finish] : [finish]
    }
  }
}
