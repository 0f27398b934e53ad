package import CommandLanguage
import Foundation
package import MarketRender
package import Messages
package import OpenMarketClient
import SellerFiles
package import TerminalKit

// Reports of errors from lower modules.

extension HostError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport(message)
    report.sentences += others.map { .init($0) }
    return report
  }
}

extension FileError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport { ErrorReport(message) }

  package var message: Message {
    switch reason {
    case .unreadable(let reason): "\"\(path)\" cannot be read: \(reason)"
    case .unwritable(let reason): "\"\(path)\" cannot be written: \(reason)"
    case .damaged(let reason):
      "\"\(path)\" is damaged (\(reason)); repair it, or move it away to create a new one"
    }
  }
}

extension CollectionError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    switch self {
    case .tooLong(let limit):
      ErrorReport(
        """
        this market cannot filter or sort, and it has more than \(limit) listings, too many to \
        do it here; select fewer with `\(command: "--search")` or `\(command: "--shop")`
        """)
    }
  }
}

extension OutputFormatError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    switch self {
    case .unknownField(let name, let known):
      ErrorReport(Self.message(name, known), exitCode: .usage)
    case .noIdentifiers: ErrorReport("this answer has no ids to print", exitCode: .usage)
    }
  }

  private static func message(_ name: String, _ known: [String]) -> Message {
    if let nearest = NearMiss.nearest(to: name, among: known) {
      return ("there is no field \(quoted: name)" as Message).suggesting(nearest)
    }
    let names = Message.list(known.map { "\(formatted: $0)" })
    return "there is no field \(quoted: name); the fields are \(names)"
  }
}

extension TerminalError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    switch self {
    // The reader of the output closed it early, which is a success.
    case .closed: ErrorReport(exitCode: .done)
    case .unwritten(let stream, let code):
      ErrorReport(
        """
        \(formatted: stream == .output ? "stdout" : "stderr") cannot be written: \
        \(formatted: String(cString: strerror(code)))
        """)
    case .failed(let call, let code):
      ErrorReport(
        "the terminal failed: \(formatted: call): \(String(cString: strerror(code)))")
    case .lineTooLong(let limit): ErrorReport("a line of input is longer than \(limit) bytes")
    }
  }
}

extension UsageError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport(exitCode: .usage)
    report.sentences = sentences.map { .init($0.text, place: $0.place) }
    report.details = details
    report.suggestions = suggestions
    return report
  }
}
