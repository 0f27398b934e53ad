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
  /// A whole sentence without a full stop.
  struct Sentence: Sendable {
    /// Where it is in a file, such as `autumn.market:14:22`.
    var place: String?
    var text: String
    /// The line that it is about.
    var excerpt: Excerpt?

    init(_ place: String?, _ text: String, excerpt: Excerpt? = nil) {
      self.place = place
      self.text = text
      self.excerpt = excerpt
    }
  }

  private(set) var sentences: [Sentence] = []
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
  ///   - source: the command as it was typed, where the line is to be shown with a caret.
  ///   - address: the address of a place in a script, such as `autumn.market:14:22`.
  init(
    _ error: any Error, market: MarketProfile?, words: [Word] = [], source: CommandTokens? = nil,
    address: (SourcePlace?) -> String?
  ) {
    func sentence(_ text: String, about culprit: String? = nil) -> Sentence {
      let place = culprit.flatMap { words.place(of: $0) }
      return Sentence(address(place), text, excerpt: Self.excerpt(place, source))
    }
    switch error {
    case let error as UsageError: take(error, source, address: address)
    case let error as SellerError:
      let told = SellerText(error)
      sentences = told.sentences.map { sentence($0.text, about: $0.culprit) }
      details = told.details
      suggestions = told.suggestions
      exitCode = told.exitCode
      isWished = error == .declined
    case let error as ClientError:
      let words = ClientText(error, market: market ?? .home)
      take(words, as: sentence(words.sentence, about: error.listing.map(String.init)))
    case let failure as BulkFailure: take(failure)
    case let failure as PartialWork: take(failure)
    case let failure as ReplacementFailure:
      let words = ReplacementText(failure)
      sentences = [sentence(words.sentence)]
      details = words.details
      suggestions = words.suggestions
      exitCode = words.exitCode
    case let failure as MarketFailure:
      let words = ClientText(failure.error, market: failure.market)
      take(words, as: sentence(words.sentence))
    case let failure as BatchFailure:
      let counts = failure.summary.counts.filter { $0.number > 0 }
      let words = counts.map { "\($0.number) \($0.label)" }.joined(separator: ", ")
      let result = failure.result
      let isBegun = result.done + result.failed + result.stopped > 0
      sentences = [
        Sentence(nil, "\(failure.summary.title): " + (isBegun ? words : "nothing was done"))
      ]
      exitCode = result.code
    default: take(other: error, address: address)
    }
  }

  /// The lines for stderr, wrapped where it is a terminal of `width` columns.
  func lines(width: Int?, theme: Theme = .dark) -> [StyledText] {
    let isQuiet = isWished || exitCode == .interrupted
    let wrapping = Wrapping(width: width ?? .max / 2, indent: 4)
    var lines = sentences.flatMap { sentence -> [StyledText] in
      let prefix = sentence.place.map { "\(UntrustedText($0).line): " } ?? ""
      let head = StyledText(isQuiet ? "" : "\(prefix)error: ", theme.bad)
      return wrapping.lines(head + StyledText(UntrustedText(sentence.text).line))
        + (sentence.excerpt?.lines(width: width, theme: theme) ?? [])
    }
    lines += details.flatMap {
      Wrapping(width: width ?? .max / 2, firstIndent: 2, indent: 4)
        .lines(StyledText(UntrustedText($0).line, theme.quiet))
    }
    lines += suggestions.map {
      StyledText("  try: ", theme.quiet) + StyledText(UntrustedText($0).line, theme.command)
    }
    return lines
  }

  private static func excerpt(_ place: SourcePlace?, _ source: CommandTokens?) -> Excerpt? {
    guard let place, let source, place != source.place else { return nil }
    return Excerpt(of: place, in: source)
  }

  private mutating func take(_ words: ClientText, as sentence: Sentence) {
    sentences = [sentence]
    suggestions = words.suggestions
    exitCode = words.exitCode
  }

  /// Each listing that failed, then how far it came and how to go on.
  private mutating func take(_ failure: BulkFailure) {
    for fault in failure.faults.prefix(SellerText.mostListed) {
      let text = fault.text.sentences.map(\.text).joined(separator: "; ")
      sentences.append(Sentence(nil, "\(fault.subject): \(text)"))
      for line in fault.text.details where !details.contains(line) { details.append(line) }
    }
    let lead = failure.isInterrupted ? "Stopped: " : ""
    sentences.append(Sentence(nil, lead + failure.summary))
    exitCode = failure.exitCode
    if let unknown = failure.faults.first(where: { $0.text.exitCode == .outcomeUnknown }) {
      suggestions = unknown.text.suggestions
    }
    if let goOn = failure.goOn { suggestions.append(goOn) }
  }

  private mutating func take(_ failure: PartialWork) {
    let shown = ShortList.shown(of: failure.faults.count, most: SellerText.mostListed)
    sentences = failure.faults.prefix(shown).map { Sentence(nil, $0.text) }
    if failure.faults.count > shown {
      sentences.append(Sentence(nil, "and \(failure.faults.count - shown) more like these"))
    }
    if let summary = failure.summary { sentences.append(Sentence(nil, summary)) }
    suggestions = failure.goOn.map { [$0] } ?? []
    exitCode = failure.exitCode
  }

  private mutating func take(
    _ error: UsageError, _ source: CommandTokens?, address: (SourcePlace?) -> String?
  ) {
    let message = UsageText.message(for: error)
    sentences = message.sentences.map {
      Sentence(address($0.place), $0.text, excerpt: Self.excerpt($0.place, source))
    }
    details = message.help
    if let proposal = UnexpectedArguments.proposal(for: error, among: CommandRegistry.specs)
      ?? message.proposal
    {
      suggestions = [proposal]
    }
    exitCode = .usage
  }

  private mutating func take(other error: any Error, address: (SourcePlace?) -> String?) {
    let text: String
    switch error {
    case let error as HostError: text = error.message
    case let error as FileProblem: text = Self.words(error)
    case CollectionError.tooLong(let limit):
      text =
        "the market cannot do this itself, and it has more than \(limit) listings to do it with "
        + "here; name a part of them with --search or --seller"
    case CollectionError.storage(let reason): text = "what was read cannot be put aside: \(reason)"
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
    sentences = [Sentence(exitCode == .interrupted ? nil : address(nil), text)]
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
        + (nearest(to: name, among: known).map { " — did you mean \($0)?" }
          ?? "; there are \(known.joined(separator: ", "))")
    case .noIdentifiers: "this answer has no ids to print"
    }
  }

  /// The field that was meant; a table calls the seller's code by another name than files do.
  private static func nearest(to name: String, among known: [String]) -> String? {
    let code = ProductField.ref.rawValue
    if name.lowercased() == "code", known.contains(code) { return code }
    return NearMiss.nearest(to: name, among: known)
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
