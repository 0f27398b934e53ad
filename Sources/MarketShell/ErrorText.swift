import CommandLanguage
import Foundation
import MarketCommands
import MarketRender
import Messages
import SellerSession
import TerminalKit

/// The lines of an error on stderr: its place, its message and a suggested command.
struct ErrorText {
  /// A sentence with its place in a file.
  struct Sentence: Sendable {
    /// Such as `autumn.market:14:22`.
    var place: String?
    var text: String
    /// The line that the message is about.
    var excerpt: Excerpt?
  }

  private(set) var sentences: [Sentence]
  private let report: ErrorReport

  var details: [String] { report.details }
  var suggestions: [String] { report.suggestions }
  var exitCode: ExitCode { report.exitCode }

  /// - Parameters:
  ///   - market: The market in which the command ran.
  ///   - words: The words of the command, which are searched for the wrong one.
  ///   - source: The command as it was typed, if the line is to be shown with a caret.
  ///   - commands: The commands to propose for unexpected arguments.
  ///   - address: The address of a place in a script.
  init(
    _ error: any Error, market: MarketProfile?, words: [Word] = [], source: CommandTokens? = nil,
    commands: [CommandSpec] = [], address: (SourcePlace?) -> String?
  ) {
    var report = ErrorReport(error, at: market)
    if let error = error as? UsageError,
      let proposal = UnexpectedArguments.proposal(for: error, among: commands)
    {
      report.suggestions = [proposal]
    }
    self.report = report
    sentences = report.sentences.map { sentence in
      let place = sentence.place ?? sentence.culprit.flatMap { words.place(of: $0) }
      return Sentence(
        place: report.isAboutWholeFile ? nil : address(place), text: sentence.text,
        excerpt: Self.excerpt(place, source))
    }
  }

  /// Returns the lines for stderr, wrapped to `width` columns if it is a terminal.
  func lines(width: Int?, theme: Theme = .dark) -> [StyledText] {
    let isQuiet = report.isDecision || exitCode == .interrupted
    let wrapping = Wrapping(width: width ?? .max / 2, indent: 4)
    var lines = sentences.flatMap { sentence -> [StyledText] in
      let prefix = sentence.place.map { "\(UntrustedText($0).line): " } ?? ""
      let head = StyledText(isQuiet ? "" : "\(prefix)error: ", theme.failure)
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
}
