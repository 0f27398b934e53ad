/// A standard stream. Each one may be a terminal or a pipe.
public enum TerminalStream: Hashable, Sendable, CaseIterable {
  case input
  case output
  case error
}

/// A standard stream for output.
public enum TerminalOutput: Hashable, Sendable {
  case output
  case error
}

/// An error of a standard stream. A canceled read throws `CancellationError` instead.
public enum TerminalError: Error, Hashable, Sendable {
  /// The reader closed the pipe (`EPIPE`), for example because a pager or `head` ended. The program
  /// should exit without a message.
  case closed(TerminalOutput)
  /// Writing failed with the `errno` value `code`, for example because a disk is full.
  case unwritten(TerminalOutput, code: Int32)
  /// A system call failed with the `errno` value `code`.
  case failed(call: String, code: Int32)
  /// An input line is longer than `limit` bytes.
  case lineTooLong(limit: Int)
}

/// The result of waiting for keys.
public enum TerminalEvent: Hashable, Sendable {
  /// At least one byte, to be decoded by `KeyDecoder`.
  case bytes([UInt8])
  /// The window size changed.
  case resized
  /// The process was stopped and then continued; the screen must be redrawn.
  case resumed
  case timedOut
  /// The input has ended.
  case end
}

/// Standard input, output and error. Only one read may be pending at a time. A canceled read throws
/// `CancellationError` and leaves unread bytes in the input.
public protocol Terminal: Sendable {
  func isInteractive(_ stream: TerminalStream) -> Bool

  var windowSize: TerminalSize? { get }

  /// The current window size in pixels, or nil if the terminal does not report it.
  var windowPixels: TerminalPixels? { get }

  /// Writes all of `text`. Texts from concurrent calls are not interleaved.
  func write(_ text: String, to stream: TerminalOutput) throws(TerminalError)

  /// Reads a line and returns it without its line break, or nil at the end of the input. The prompt
  /// is written only if the input is a terminal. Invalid UTF-8 becomes U+FFFD.
  func readLine(prompt: String) async throws -> String?

  /// Reads the answer to a question; nil after Esc or at the end of the input. At a terminal, input
  /// that was typed before the question is discarded.
  func readAnswer(prompt: String) async throws -> String?

  /// Reads a line without echo.
  func readSecret(prompt: String) async throws -> String?

  /// Switches the terminal to raw mode, in which `nextEvent(timeout:)` returns keys as they are
  /// pressed. Keys are not echoed. Ctrl-C and Ctrl-Z arrive as keys, and pastes are bracketed.
  /// Type-ahead is kept. Does nothing if the terminal is in raw mode already.
  ///
  /// Call `endKeys()` before reading a line.
  func beginKeys() throws(TerminalError)

  /// Restores the terminal modes that `beginKeys()` changed.
  func endKeys()

  /// Restores the terminal modes and stops the process group, as Ctrl-Z does. Returns when the
  /// process continues, after switching back to raw mode. The caller must redraw the screen.
  func suspend()

  /// Waits for the next event. The input is read only during this call.
  ///
  /// - Parameter timeout: the longest wait, or nil to wait without limit. An interruption may
  ///   restart the full timeout.
  func nextEvent(timeout: Duration?) async throws -> TerminalEvent

  /// Pushes bytes back, so that the next read of keys or of a line returns them first.
  func putBack(_ bytes: [UInt8])
}

extension Terminal {
  /// By default, reads a line as `readLine` does, without support for Esc.
  public func readAnswer(prompt: String) async throws -> String? {
    try await readLine(prompt: prompt)
  }

  /// The default: the size in pixels is unknown.
  public var windowPixels: TerminalPixels? { nil }

  /// The capabilities of `stream`, given the environment and the `--color` option.
  public func capabilities(
    of stream: TerminalOutput, environment: [String: String], color: ColorChoice = .auto
  ) -> Capabilities {
    Capabilities(
      environment: environment, isTerminal: isInteractive(stream == .output ? .output : .error),
      window: windowSize, color: color)
  }

  /// Whether the user can be asked a question: input and output are both terminals.
  public var canAsk: Bool { isInteractive(.input) && isInteractive(.output) }
}
