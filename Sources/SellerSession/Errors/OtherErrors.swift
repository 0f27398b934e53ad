package import CommandLanguage
import Foundation
package import LocalFiles
package import MarketRender
import Messages
package import OpenMarketClient
package import TerminalKit

// Reports of errors from lower modules.

extension HostError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport { ErrorReport(message) }
}

extension FileError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport { ErrorReport(text) }

  package var text: String {
    switch reason {
    case .unreadable(let reason): "\(path) cannot be read: \(reason)"
    case .unwritable(let reason): "\(path) cannot be written: \(reason)"
    case .damaged(let reason):
      "\(path) is damaged (\(reason)); mend it, or move it away to start anew"
    }
  }
}

extension CollectionError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    switch self {
    case .tooLong(let limit):
      ErrorReport(
        "the market cannot do this itself, and it has more than \(limit) listings to do it with "
          + "here; name a part of them with --search or --shop")
    case .storage(let reason): ErrorReport("what was read cannot be put aside: \(reason)")
    }
  }
}

extension OutputFormatError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    switch self {
    case .unknownField(let name, let known):
      ErrorReport(
        "there is no field \"\(name)\""
          + (NearMiss.nearest(to: name, among: known).map { " — did you mean \($0)?" }
            ?? "; there are \(known.joined(separator: ", "))"),
        exitCode: .usage)
    case .noIdentifiers: ErrorReport("this answer has no ids to print", exitCode: .usage)
    }
  }
}

extension TerminalError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    switch self {
    // The reader of the output closed it early, which is a success.
    case .closed: ErrorReport(exitCode: .done)
    case .failed(let call, let code):
      ErrorReport("the terminal failed: \(call): \(String(cString: strerror(code)))")
    case .lineTooLong(let limit): ErrorReport("a line of input is longer than \(limit) bytes")
    }
  }
}

extension UsageError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport(exitCode: .usage)
    report.sentences = sentences.map { .init($0.text.english, place: $0.place) }
    report.details = details.map(\.english)
    report.suggestions = suggestions
    return report
  }
}
