import CommandLanguage

/// What an error tells the seller: what was wrong, what to type instead, and the exit code.
struct ErrorReport: Hashable, Sendable {
  /// A sentence without a full stop.
  struct Sentence: Hashable, Sendable {
    var text: String
    /// The word of the command to blame.
    var culprit: String?
    /// Where it is in the command, if that is known without the word.
    var place: SourcePlace?

    init(_ text: String, at culprit: String? = nil, place: SourcePlace? = nil) {
      self.text = text
      self.culprit = culprit
      self.place = place
    }
  }

  var sentences: [Sentence]
  /// Further lines, such as the help of the wrong option.
  var details: [String] = []
  /// Commands to type instead.
  var suggestions: [String] = []
  var exitCode = ExitCode.failed
  /// Whether it was the seller's decision and no error, such as a no to a question.
  var isDecision = false
  /// Whether no sentence is about a place in a file.
  var isAboutWholeFile = false

  init(
    _ text: String? = nil, at culprit: String? = nil, suggestions: [String] = [],
    exitCode: ExitCode = .failed
  ) {
    sentences = text.map { [Sentence($0, at: culprit)] } ?? []
    self.suggestions = suggestions
    self.exitCode = exitCode
  }

  /// All sentences as one.
  var text: String { sentences.map(\.text).joined(separator: "; ") }

  /// The report of any error.
  ///
  /// - Parameter market: where the command ran.
  init(_ error: any Error, at market: MarketProfile?) {
    switch error {
    case let error as any ReportedError: self = error.report(at: market)
    case is CancellationError:
      self.init("Stopped.", exitCode: .interrupted)
      isAboutWholeFile = true
    default: self.init("something unexpected went wrong: \(error)")
    }
  }
}

/// An error that can tell the seller what happened.
protocol ReportedError: Error {
  /// - Parameter market: where the command ran.
  func report(at market: MarketProfile?) -> ErrorReport
}
