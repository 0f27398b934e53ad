package import Batches
package import MarketRender
package import Messages
package import SellerSession

/// Why a change was not made, or why it is unknown whether it was.
package struct StepFailure: ReportedError {
  package let batch: Int
  package let action: ListingChange.Action
  package let name: String
  package let listing: Int?
  package let record: StepRecord
  /// The error of the last request, if this process sent it.
  package let cause: (any Error)?

  /// Whether the journal failed, so that an answer may have come and is not known.
  package var isUnrecorded = false

  /// Whether the report names the listing.
  var namesListing: Bool { record.reason != .unreachable || record.state == .unknown }

  package func report(at market: MarketProfile?) -> ErrorReport {
    if !namesListing {
      return ErrorReport("\(StepReason.unreachable.message)", exitCode: .unreachable)
    }
    switch record.state {
    case .unknown, .sent:
      var report = ErrorReport(
        "it is unknown whether \(subject) was \(done): \(reason)", suggestions: ["resume \(batch)"],
        exitCode: .outcomeUnknown)
      if let cause { report.details = ErrorReport(cause, at: market).details }
      return report
    case .conflict:
      return ErrorReport(conflict, suggestions: suggestions, exitCode: .incomplete)
    case .failed:
      var report = ErrorReport("\(subject) was not \(done): \(reason)", exitCode: .failed)
      if action == .added, record.reason?.isUploadTooLarge == true {
        report.details = [OversizedUpload.advice]
      }
      return report
    case .planned, .done, .adopted:
      return ErrorReport("\(subject) was not \(done)", exitCode: .incomplete)
    }
  }

  private var subject: Message {
    guard let listing, action != .added else { return "\(name)" }
    return "\(listing) \(name)"
  }

  private var done: Message {
    switch action {
    case .added: "added"
    case .changed: "changed"
    case .replaced: "replaced"
    case .removed: "removed"
    }
  }

  private var conflict: Message {
    switch record.reason {
    case .listingGone?: "\(subject) does not exist any more, so it was not \(done)"
    case .similarListings(let ids)?:
      """
      \(name) may have been added already, as \(formatted: ids.map(String.init).joined(separator: ", ")); \
      it is not sent again
      """
    case .notAsSent?: "the market stored \(name) with other values than were sent"
    default: "\(subject) was changed by others meanwhile, so it was left alone"
    }
  }

  private var suggestions: [String] {
    switch record.reason {
    case .similarListings(let ids)?: ["show \(ids.map(String.init).joined(separator: " "))"]
    case .listingGone?: []
    default: listing.map { ["show \($0)"] } ?? []
    }
  }

  private var reason: Message {
    record.reason?.message
      ?? (isUnrecorded ? "its answer could not be recorded" : "there was no answer")
  }
}

extension StepReason {
  /// Whether a market refused photos for their size.
  var isUploadTooLarge: Bool {
    guard case .refused(let status, let message) = self else { return false }
    return OversizedUpload.isMeant(status: status, message: message)
  }

  package var message: Message {
    switch self {
    case .refused(let status?, _) where isUploadTooLarge:
      "the market does not take photos of this size together (\(status))"
    case .refused(_, let message?): "the market refused it: \(message)"
    case .refused(let status?, nil): "the market refused it (status \(status))"
    case .refused(nil, nil): "the market refused it"
    case .unreachable: "the market could not be reached"
    case .noResponse: "there was no answer"
    case .unclearResponse(let status?): "the answer (status \(status)) does not say what happened"
    case .unclearResponse(nil): "the answer was cut off"
    case .busy: "the market asked for too long a wait"
    case .earlierStep: "an earlier change that it needs was not made"
    case .listingGone: "the listing does not exist any more"
    case .changedByOthers: "it was changed by others"
    case .photoChanged(let filename): "\(filename) was changed, or cannot be read any more"
    case .notAsSent: "the market stored other values"
    case .similarListings: "a similar listing exists"
    }
  }
}
