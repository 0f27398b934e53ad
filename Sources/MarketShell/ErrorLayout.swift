import CommandLanguage
import Foundation
import MarketRender
import Messages
import SellerSession
import TerminalKit

/// Lays out the report of an error for stderr: places, messages and suggested commands.
struct ErrorLayout {
  /// A sentence with its place in a file.
  struct Sentence: Sendable {
    /// Such as `autumn.market:14:22`.
    var place: String?
    var text: Message
    /// The line that the message is about.
    var excerpt: Excerpt?
  }

  private(set) var sentences: [Sentence]
  private var report: ErrorReport
  private let catalog: MessageCatalog

  /// Commands to type instead.
  var suggestions: [String] {
    get { report.suggestions }
    set { report.suggestions = newValue }
  }
  /// Writes the undo command for where it will be typed.
  var typedCommand: (String) -> String = { $0 }
  /// The command whose help is suggested if no other suggestion is left.
  let misusedCommand: String?
  var exitCode: ExitCode { report.exitCode }

  /// - Parameters:
  ///   - market: The market in which the command ran.
  ///   - words: The words of the command, which are searched for the wrong one.
  ///   - source: The command as it was typed, if the line is to be shown with a caret.
  ///   - commands: The commands to propose for unexpected arguments.
  ///   - address: The address of a place in a script.
  init(
    _ error: any Error, market: MarketProfile?, words: [Word] = [], source: CommandSource? = nil,
    commands: [CommandSpec] = [], catalog: MessageCatalog = .english,
    address: (SourcePlace?) -> String?
  ) {
    var report = ErrorReport(error, at: market)
    if let error = error as? UsageError,
      let proposal = UnexpectedArguments.proposal(for: error, among: commands)
    {
      report.suggestions = [proposal]
    }
    misusedCommand = (error as? UsageError)?.command
    self.report = report
    self.catalog = catalog
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
      let head = isQuiet ? "" : StyledText(text(Self.head(sentence.place)), theme.failure)
      return wrapping.lines(head + StyledText(text(sentence.text)))
        + (sentence.excerpt?.lines(width: width, theme: theme) ?? [])
    }
    lines += report.details.flatMap {
      Wrapping(width: width ?? .max / 2, firstIndent: 2, indent: 4)
        .lines(StyledText(text($0), theme.quiet))
    }
    if let undo = report.undoCommand.map(typedCommand) {
      lines.append(StyledText("  " + text("undo: \(command: undo)"), theme.quiet))
    }
    lines += suggestions.map {
      StyledText("  " + text("try: "), theme.quiet)
        + StyledText(UntrustedText($0).line, theme.command)
    }
    return lines
  }

  private func text(_ message: Message) -> String { message.text(in: catalog) }

  private static func head(_ place: String?) -> Message {
    place.map { "\($0): error: " } ?? "error: "
  }

  private static func excerpt(_ place: SourcePlace?, _ source: CommandSource?) -> Excerpt? {
    guard let place, let source, place != source.place else { return nil }
    return Excerpt(of: place, in: source)
  }
}
