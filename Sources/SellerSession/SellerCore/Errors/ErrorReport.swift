package import CommandLanguage
package import MarketRender
package import Messages

/// The message of an error: what was wrong, what to type instead, and the exit code.
package struct ErrorReport: Hashable, Sendable {
  /// A sentence without a full stop.
  package struct Sentence: Hashable, Sendable {
    package var text: Message
    /// The word of the command that caused it.
    package var culprit: String?
    /// Its position in the command, if known without the word.
    package var place: SourcePlace?

    package init(_ text: Message, at culprit: String? = nil, place: SourcePlace? = nil) {
      self.text = text
      self.culprit = culprit
      self.place = place
    }
  }

  package var sentences: [Sentence]
  /// Further lines, such as the help of the wrong option.
  package var details: [Message] = []
  /// The command that undoes a change that was made.
  package var undoCommand: String?
  /// Commands to type instead.
  package var suggestions: [String] = []
  package var exitCode = ExitCode.failed
  /// Whether it was the seller's decision instead of an error, such as a no to a question.
  package var isDecision = false
  /// Whether no sentence is about a place in a file.
  package var isAboutWholeFile = false

  package init(
    _ text: Message? = nil, at culprit: String? = nil, suggestions: [String] = [],
    exitCode: ExitCode = .failed
  ) {
    sentences = text.map { [Sentence($0, at: culprit)] } ?? []
    self.suggestions = suggestions
    self.exitCode = exitCode
  }

  /// All sentences as one.
  package var message: Message { .list(sentences.map(\.text), .semicolon) }

  /// The report of any error.
  ///
  /// - Parameter market: where the command ran.
  package init(_ error: any Error, at market: MarketProfile?) {
    switch error {
    case let error as any ReportedError: self = error.report(at: market)
    case is CancellationError:
      self.init("Stopped.", exitCode: .interrupted)
      isAboutWholeFile = true
    default: self.init("unexpected error: \("\(error)" as String)")
    }
  }
}

/// An error with a report for the seller.
package protocol ReportedError: Error {
  /// - Parameter market: where the command ran.
  func report(at market: MarketProfile?) -> ErrorReport
}

/// An error of a command that has an output in spite of it.
package protocol ErrorWithOutput: ReportedError {
  /// What is written before the error; nil if there is nothing.
  var output: Output? { get }
}

/// An error of a batch, about which programs read a summary.
package protocol ErrorWithSummary: ReportedError {
  /// Nil if it says nothing about steps.
  var jsonSummary: BatchSummary? { get }
}
