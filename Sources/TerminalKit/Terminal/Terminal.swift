/// A terminal, or the pipes that stand in its place, as the rest of the program sees it.

/// The three standard streams. Each is judged by itself: any of them may be a pipe.
public enum TerminalStream: Hashable, Sendable, CaseIterable {
  case input
  case output
  case error
}

/// Where text can be written.
public enum TerminalOutput: Hashable, Sendable {
  case output
  case error
}

/// What went wrong at a stream. Cancelling a read throws `CancellationError` instead.
public enum TerminalError: Error, Hashable, Sendable {
  /// Nobody reads any more (`EPIPE`): a pager was left, `head` has enough. The program should end
  /// quietly.
  case closed(TerminalOutput)
  /// A system call failed; `code` is its `errno`.
  case failed(call: String, code: Int32)
  /// An input line is longer than `limit` bytes.
  case lineTooLong(limit: Int)
}

/// What a wait for keys comes to.
public enum TerminalEvent: Hashable, Sendable {
  /// At least one byte; `KeyDecoder` knows what it means.
  case bytes([UInt8])
  /// The window has another size than was last known.
  case resized
  /// The process was stopped and goes on: the screen is to be drawn again.
  case resumed
  case timedOut
  /// Nothing more will come.
  case end
}

/// Standard input, output and error.
///
/// Reads are awaited one at a time; a cancelled one throws `CancellationError` and loses nothing
/// that was not yet read.
public protocol Terminal: Sendable {
  /// Whether a person sits at this end of the stream.
  func isInteractive(_ stream: TerminalStream) -> Bool

  /// The window's size at this moment, nil without a window.
  var windowSize: TerminalSize? { get }

  /// The window's size in pixels at this moment; nil where it is not known.
  var windowPixels: TerminalPixels? { get }

  /// Writes everything, or throws. Calls from several tasks do not mix within one text.
  func write(_ text: String, to stream: TerminalOutput) throws(TerminalError)

  /// The next line without its line break; nil at the end of the input. The prompt is shown only
  /// where the input is interactive. Bytes that are no UTF-8 become U+FFFD.
  func readLine(prompt: String) async throws -> String?

  /// Like `readLine`, with what is typed kept off the screen.
  func readSecret(prompt: String) async throws -> String?

  /// From here on every key press comes at once, unechoed, by `nextEvent(timeout:)`, Ctrl-C and Ctrl-Z
  /// too, and a paste comes between marks. What was typed before stays to be read. Does nothing
  /// where that is so already.
  ///
  /// Lines are not to be read until `endKeys()`.
  func beginKeys() throws(TerminalError)

  /// Gives the terminal back as `beginKeys()` found it.
  func endKeys()

  /// Gives the terminal back, stops the process with its group as Ctrl-Z does, and takes the terminal
  /// again when it goes on. Returns then; the screen is to be drawn again.
  func suspend()

  /// Waits for what comes next. Nothing is read from the input between two calls.
  ///
  /// - Parameter timeout: the longest wait; nil for none. It may begin anew where something else
  ///   came up in between.
  func nextEvent(timeout: Duration?) async throws -> TerminalEvent

  /// Gives back bytes that somebody else is to read: the next read gets them first, be it of keys or
  /// of a line.
  func putBack(_ bytes: [UInt8])
}

extension Terminal {
  /// Not known, as on most terminals.
  public var windowPixels: TerminalPixels? { nil }

  /// What `stream` can show, after `environment` and the user's own word.
  public func capabilities(
    of stream: TerminalOutput, environment: [String: String], color: ColorChoice = .auto
  ) -> Capabilities {
    Capabilities(
      environment: environment, isTerminal: isInteractive(stream == .output ? .output : .error),
      window: windowSize, color: color)
  }

  /// Whether a question can be asked: someone must see it and be able to answer.
  public var canAsk: Bool { isInteractive(.input) && isInteractive(.output) }
}
