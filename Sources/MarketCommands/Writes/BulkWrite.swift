import CommandLanguage
package import MarketRender
package import MarketWire
package import Messages
import OpenMarketClient
package import SellerSession

/// A change of many listings that stopped early or failed for some of them.
package struct BulkFailure: ReportedError {
  /// A listing that was not changed, or not completely, and the reason.
  package struct Fault: Sendable {
    package let product: Product
    package let error: any Error
  }

  package let action: ListingChange.Action
  package let done: [ListingChange]
  package let faults: [Fault]
  /// The ids of the listings that were not started.
  package let left: [Int]
  /// Whether Ctrl-C stopped it.
  package let isInterrupted: Bool
  /// The command that continues with the remaining listings.
  package let continuation: String?

  package func report(at market: MarketProfile?) -> ErrorReport {
    let reports = faults.map { ErrorReport($0.error, at: market) }
    var report = ErrorReport(exitCode: exitCode(reports))
    for (fault, cause) in zip(faults, reports).prefix(ShortList.usual) {
      report.sentences.append(.init("\(fault.product.id) \(fault.product.name): \(cause.message)"))
      for line in cause.details where !report.details.contains(line) { report.details.append(line) }
    }
    report.sentences.append(
      .init(
        isInterrupted ? "stopped: \(summary)" : summary))
    report.isAboutWholeFile = true
    report.suggestions = reports.first { $0.exitCode == .outcomeUnknown }?.suggestions ?? []
    if let continuation { report.suggestions.append(continuation) }
    return report
  }

  /// Returns 7 in preference to 130. If nothing was done, the first fault decides.
  private func exitCode(_ reports: [ErrorReport]) -> ExitCode {
    if reports.contains(where: { $0.exitCode == .outcomeUnknown }) { return .outcomeUnknown }
    if isInterrupted { return .interrupted }
    return done.isEmpty ? reports.first?.exitCode ?? .failed : .incomplete
  }

  /// `2 of 5 changed, 1 failed, 2 left: 14 15`.
  package var summary: Message {
    var parts = [finished]
    if !faults.isEmpty { parts.append("\(faults.count) failed") }
    guard !left.isEmpty else { return .list(parts) }
    let all = ListingTarget.covering(left)
    let ids = all.prefix(20).map(\.description) + (all.count > 20 ? ["…"] : [])
    parts.append("\(left.count) left: \(formatted: ids.joined(separator: " "))")
    return .list(parts)
  }

  private var finished: Message {
    let (count, total) = (done.count, done.count + faults.count + left.count)
    return switch action {
    case .added: "\(count) of \(total) added"
    case .changed: "\(count) of \(total) changed"
    case .replaced: "\(count) of \(total) replaced"
    case .removed: "\(count) of \(total) removed"
    }
  }
}

/// A change of many listings, one after the other.
package struct BulkWrite<Item: Sendable>: Sendable {
  package let action: ListingChange.Action
  package let product: @Sendable (Item) -> Product
  /// Returns the command that continues with these listings.
  package let continuation: @Sendable ([Int]) -> String?
  package let write: @Sendable (Item) async throws -> ListingChange

  /// What is in progress for one listing.
  func subject(_ name: String) -> Message {
    switch action {
    case .added: "adding \(name)"
    case .changed: "changing \(name)"
    case .replaced: "replacing \(name)"
    case .removed: "removing \(name)"
    }
  }

  /// What is in progress for several listings.
  func subject(_ count: Int) -> Message {
    switch action {
    case .added: "adding \(count) listings"
    case .changed: "changing \(count) listings"
    case .replaced: "replacing \(count) listings"
    case .removed: "removing \(count) listings"
    }
  }
}
