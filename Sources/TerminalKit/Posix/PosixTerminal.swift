import Base
import Foundation
import Messages
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A terminal on three file descriptors, by default those of the process.
///
/// 1. Reads wait on a separate thread and never block the cooperative thread pool. Cancellation
///    wakes the thread through a pipe. The input is read only while a read is pending.
/// 2. While the terminal modes are changed, `saved` holds the original modes. Call `restore()`
///    before the process ends.
/// 3. `keys` holds the modes for reading keys, also while the process is stopped.
/// 4. Each output has its own lock, so a blocked standard output does not block standard error.
public final class PosixTerminal: Terminal {
  struct State {
    var lines = LineBuffer()
    /// Bytes that were pushed back.
    var typeAhead: [UInt8] = []
    var saved: termios?
    var keys: termios?
    /// The modes in which a line is read at a question.
    var lineModes: termios?
    /// Whether the program changed the cursor shape.
    var hasCustomCursorShape = false
    /// The last known window size.
    var size: TerminalSize?
    /// The pipe that SIGCONT signals while the process stops itself.
    var continuation: WakePipe?
    var reader: PosixReader?
    var signals: SignalWatch?
  }

  let input: Int32
  let output: Int32
  let error: Int32
  private let interactive: Set<TerminalStream>
  let state = Mutex(State())
  private let outputLock = Mutex(())
  private let errorLock = Mutex(())

  /// Creates a terminal on three open descriptors. From then on the process ignores `SIGPIPE`, so
  /// that writing to a closed pipe fails instead of ending the process.
  public init(input: Int32 = 0, output: Int32 = 1, error: Int32 = 2) {
    self.input = input
    self.output = output
    self.error = error
    interactive = Set(
      [(TerminalStream.input, input), (.output, output), (.error, error)]
        .filter { isatty($0.1) == 1 }.map(\.0))
    _ = signal(SIGPIPE, SIG_IGN)
  }

  deinit { state.withLock { $0.reader?.close() } }

  public func isInteractive(_ stream: TerminalStream) -> Bool { interactive.contains(stream) }

  public var windowSize: TerminalSize? {
    window.map { TerminalSize(columns: Int($0.ws_col), rows: Int($0.ws_row)) }
  }

  public var windowPixels: TerminalPixels? {
    guard let window, window.ws_xpixel > 0, window.ws_ypixel > 0 else { return nil }
    return TerminalPixels(width: Int(window.ws_xpixel), height: Int(window.ws_ypixel))
  }

  private var window: winsize? {
    for (stream, descriptor) in [(TerminalStream.output, output), (.error, error), (.input, input)]
    where isInteractive(stream) {
      var size = winsize()
      if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return size }
    }
    return nil
  }

  public func write(_ text: String, to stream: TerminalOutput) throws(TerminalError) {
    if stream == .output { trackCursorShape(in: text) }
    let descriptor = stream == .output ? output : error
    let code =
      stream == .output
      ? outputLock.withLock { _ in writeAll(text, to: descriptor) }
      : errorLock.withLock { _ in writeAll(text, to: descriptor) }
    if code == EPIPE { throw .closed(stream) }
    if code != 0 { throw .unwritten(stream, code: code) }
  }

  public func readLine(prompt: String) async throws -> String? {
    if isInteractive(.input) { try write(prompt, to: promptStream) }
    try takeTypeAhead()
    while true {
      if let line = try state.withLock({ try $0.lines.next() }) { return line }
      guard let bytes = try await lineBytes(prompt: prompt) else {
        return state.withLock { $0.lines.rest() }
      }
      state.withLock { $0.lines.append(bytes) }
    }
  }

  /// The next bytes of a line; nil at the end of the input. After a stop, the prompt is shown again.
  private func lineBytes(prompt: String) async throws -> [UInt8]? {
    while true {
      switch try await reader().next(timeout: nil, reportsChanges: true) {
      case .bytes(let bytes): return bytes
      case .resumed: try write(prompt, to: promptStream)
      case .resized, .timedOut: continue
      case .end: return nil
      }
    }
  }

  public func readAnswer(prompt: String) async throws -> String? {
    guard isInteractive(.input) else { return try await readLine(prompt: prompt) }
    state.withLock { state in
      state.typeAhead = []
      state.lines = LineBuffer()
    }
    try endLinesAtEscape()
    defer { restore() }
    try write(prompt, to: promptStream)
    while true {
      if let line = try state.withLock({ try $0.lines.next() }) { return line }
      let read: [UInt8]?
      do {
        read = try await lineBytes(prompt: prompt)
      } catch {
        // What is said next does not follow the `^C` that the terminal echoes.
        if Task.isCancelled { try write("\n", to: promptStream) }
        throw error
      }
      guard let bytes = read else {
        let rest = state.withLock { $0.lines.rest() }
        if rest == nil { try write("\n", to: promptStream) }
        return rest
      }
      if bytes.contains(Self.escape) {
        await dropSequence()
        try write("\n", to: promptStream)
        return nil
      }
      state.withLock { $0.lines.append(bytes) }
    }
  }

  public func readSecret(prompt: String) async throws -> String? {
    guard isInteractive(.input) else { return try await readLine(prompt: prompt) }
    // Input typed before the question is no answer to it.
    state.withLock { $0.typeAhead = [] }
    try disableEcho()
    defer { restore() }
    return try await readLine(prompt: prompt)
  }

  public func putBack(_ bytes: [UInt8]) { state.withLock { $0.typeAhead = bytes + $0.typeAhead } }

  /// The stream on which the user sees a prompt.
  var promptStream: TerminalOutput { isInteractive(.output) ? .output : .error }

  /// The reader thread, started by the first read.
  func reader() throws(TerminalError) -> PosixReader {
    if let reader = state.withLock({ $0.reader }) { return reader }
    let new = try PosixReader(input)
    return state.withLock { state in
      let reader = state.reader ?? new
      state.reader = reader
      return reader
    }
  }

  /// Moves one line of pushed-back bytes to the line buffer and echoes it, as the terminal would
  /// have done.
  private func takeTypeAhead() throws(TerminalError) {
    let text: String? = state.withLock { state in
      guard !state.typeAhead.isEmpty else { return nil }
      let line = TypeAhead.takeLine(of: &state.typeAhead)
      state.lines.append(Array(line.utf8))
      return line
    }
    guard let text, isInteractive(.input) else { return }
    let isWhole = text.hasSuffix("\n")
    try write(
      UntrustedText(String(isWhole ? text.dropLast() : text[...])).line + (isWhole ? "\n" : ""),
      to: promptStream)
  }
}

/// Writes all of `text`; returns 0 or an `errno` value.
private func writeAll(_ text: String, to descriptor: Int32) -> Int32 {
  var text = text
  return text.withUTF8 { bytes in
    var rest = UnsafeRawBufferPointer(bytes)[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // A program that shares the terminal may have made the descriptor non-blocking.
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
