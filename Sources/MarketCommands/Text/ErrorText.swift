/// The one place where errors become words and exit codes.
import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Notebook
import OpenMarketClient
import TerminalKit

/// An error as it is shown: what was wrong, where, and what to type instead.
struct ErrorText {
  /// Whole sentences without a full stop.
  private(set) var sentences: [(place: String?, text: String)] = []
  /// Further lines, such as the help of the option that was wrong.
  private(set) var details: [String] = []
  /// Commands to type instead.
  private(set) var suggestions: [String] = []
  private(set) var exitCode = ExitCode.failed
  /// Whether it is no fault but what the seller wished, such as a no to a question.
  private var isWished = false

  /// - Parameters:
  ///   - market: where the command ran.
  ///   - words: those of the command, in which the one that is to blame is looked for.
  ///   - address: the address of a place in a script, such as `autumn.market:14:22`.
  init(
    _ error: any Error, market: MarketProfile?, words: [Word] = [],
    address: (SourcePlace?) -> String?
  ) {
    func whereabouts(_ culprit: String?) -> String? {
      address(culprit.flatMap { words.place(of: $0) })
    }
    switch error {
    case let error as UsageError: take(error, address: address)
    case let error as SellerError:
      let told = SellerText(error)
      sentences = told.sentences.map { (whereabouts($0.culprit), $0.text) }
      details = told.details
      suggestions = told.suggestions
      exitCode = told.exitCode
      isWished = error == .declined
    case let error as ClientError:
      take(
        ClientText(error, market: market ?? .home), at: whereabouts(error.listing.map(String.init)))
    case let failure as MarketFailure:
      take(ClientText(failure.error, market: failure.market), at: whereabouts(nil))
    case let failure as BatchFailure:
      let counts = failure.summary.counts.filter { $0.number > 0 }
      let words = counts.map { "\($0.number) \($0.label)" }.joined(separator: ", ")
      let isBegun = failure.result.done + failure.result.failed > 0
      sentences = [
        (nil, "\(failure.summary.title): " + (isBegun ? words : "nothing was done"))
      ]
      exitCode = failure.result.code
    default: take(other: error, address: address)
    }
  }

  /// The lines for stderr, wrapped where it is a terminal of `width` columns.
  func lines(width: Int?, theme: Theme = .dark) -> [StyledText] {
    let isQuiet = isWished || exitCode == .interrupted
    let wrapping = Wrapping(width: width ?? .max / 2, indent: 4)
    var lines = sentences.flatMap { place, text -> [StyledText] in
      let prefix = place.map { "\(ForeignText($0).line): " } ?? ""
      let head = StyledText(isQuiet ? "" : "\(prefix)error: ", theme.bad)
      return wrapping.lines(head + StyledText(ForeignText(text).line))
    }
    lines += details.flatMap {
      Wrapping(width: width ?? .max / 2, firstIndent: 2, indent: 4)
        .lines(StyledText(ForeignText($0).line, .dim))
    }
    lines += suggestions.map {
      StyledText("  try: ", .dim) + StyledText(ForeignText($0).line, theme.command)
    }
    return lines
  }

  private mutating func take(_ words: ClientText, at place: String?) {
    sentences = [(place, words.sentence)]
    suggestions = words.suggestions
    exitCode = words.exitCode
  }

  private mutating func take(_ error: UsageError, address: (SourcePlace?) -> String?) {
    let message = UsageText.message(for: error)
    sentences = message.sentences.map { (address($0.place), $0.text) }
    details = message.help
    if let proposal = message.proposal { suggestions = [proposal] }
    exitCode = .usage
  }

  private mutating func take(other error: any Error, address: (SourcePlace?) -> String?) {
    let text: String
    switch error {
    case let error as HostError: text = error.message
    case let error as FileProblem: text = Self.words(error)
    case let error as NotebookError: text = NotebookText.words(error)
    case let error as PresentationError:
      exitCode = .usage
      text = Self.words(error)
    case TerminalError.closed:
      // Whoever read the output has enough; that is success.
      exitCode = .done
      return
    case let error as TerminalError: text = Self.words(error)
    case is CancellationError:
      exitCode = .interrupted
      text = "Stopped."
    default: text = "something unexpected went wrong: \(error)"
    }
    sentences = [(exitCode == .interrupted ? nil : address(nil), text)]
  }

  static func words(_ error: FileProblem) -> String {
    switch error.reason {
    case .unreadable(let reason): "\(error.path) cannot be read: \(reason)"
    case .unwritable(let reason): "\(error.path) cannot be written: \(reason)"
    case .damaged(let reason):
      "\(error.path) is damaged (\(reason)); mend it, or move it away to start anew"
    }
  }

  private static func words(_ error: PresentationError) -> String {
    switch error {
    case .unknownField(let name, let known):
      "there is no field \"\(name)\""
        + (NearMiss.nearest(to: name, among: known).map { " — did you mean \($0)?" }
          ?? "; there are \(known.joined(separator: ", "))")
    case .noIdentifiers: "this answer has no ids to print"
    }
  }

  private static func words(_ error: TerminalError) -> String {
    switch error {
    case .closed: ""
    case .failed(let call, let code):
      "the terminal failed: \(call): \(String(cString: strerror(code)))"
    case .lineTooLong(let limit): "a line of input is longer than \(limit) bytes"
    }
  }
}
