/// The live terminal: file descriptors, window size and echo. All system calls of this module.
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Standard input, output and error of the process, or any other three descriptors.
///
/// 1. A read never blocks the cooperative pool: it waits on a thread of its own, which a
///    cancellation wakes through a pipe.
/// 2. While the echo is off, `saved` holds the modes to go back to; whoever ends the process calls
///    `restore()` first.
/// 3. Each output has its own lock, so a blocked stdout does not silence stderr.
public final class PosixTerminal: Terminal {
  private struct State {
    var lines = LineBuffer()
    var saved: termios?
  }

  private let input: Int32
  private let output: Int32
  private let error: Int32
  /// Which of them are terminals: asked once, since a descriptor stays what it is.
  private let interactive: Set<TerminalStream>
  private let state = Mutex(State())
  private let outputLock = Mutex(())
  private let errorLock = Mutex(())

  /// Takes over three open descriptors. Writing into a closed pipe must be an error and not the
  /// end of the process, so `SIGPIPE` is ignored from here on.
  public init(input: Int32 = 0, output: Int32 = 1, error: Int32 = 2) {
    self.input = input
    self.output = output
    self.error = error
    interactive = Set(
      [(TerminalStream.input, input), (.output, output), (.error, error)]
        .filter { isatty($0.1) == 1 }.map(\.0))
    _ = signal(SIGPIPE, SIG_IGN)
  }

  public func isInteractive(_ stream: TerminalStream) -> Bool {
    interactive.contains(stream)
  }

  public var windowSize: TerminalSize? {
    for (stream, descriptor) in [(TerminalStream.output, output), (.error, error), (.input, input)]
    where isInteractive(stream) {
      var size = winsize()
      if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
      }
    }
    return nil
  }

  public func write(_ text: String, to stream: TerminalOutput) throws(TerminalError) {
    let descriptor = stream == .output ? output : error
    let code =
      stream == .output
      ? outputLock.withLock { _ in Self.writeAll(text, to: descriptor) }
      : errorLock.withLock { _ in Self.writeAll(text, to: descriptor) }
    if code == EPIPE { throw .closed(stream) }
    if code != 0 { throw .failed(call: "write", code: code) }
  }

  public func readLine(prompt: String) async throws -> String? {
    if isInteractive(.input) { try write(prompt, to: promptStream) }
    while true {
      if let line = try state.withLock({ try $0.lines.next() }) { return line }
      let bytes = try await Self.readSome(from: input)
      if bytes.isEmpty { return state.withLock { $0.lines.rest() } }
      state.withLock { $0.lines.append(bytes) }
    }
  }

  public func readSecret(prompt: String) async throws -> String? {
    guard isInteractive(.input) else { return try await readLine(prompt: prompt) }
    try hideTyping()
    defer { restore() }
    return try await readLine(prompt: prompt)
  }

  /// Gives the terminal back as it was. May be called at any time and from any thread, not from a
  /// signal handler.
  public func restore() {
    state.withLock { state in
      guard var modes = state.saved else { return }
      if tcsetattr(input, TCSANOW, &modes) == 0 { state.saved = nil }
    }
  }

  private var promptStream: TerminalOutput { isInteractive(.output) ? .output : .error }

  /// Echo off, except for the line break at the end.
  private func hideTyping() throws(TerminalError) {
    let code: Int32 = state.withLock { state in
      var modes = termios()
      guard tcgetattr(input, &modes) == 0 else { return errno }
      let before = modes
      modes.c_lflag &= ~tcflag_t(ECHO)
      modes.c_lflag |= tcflag_t(ECHONL)
      guard tcsetattr(input, TCSAFLUSH, &modes) == 0 else { return errno }
      if state.saved == nil { state.saved = before }
      return 0
    }
    if code != 0 { throw .failed(call: "tcsetattr", code: code) }
  }
}

extension PosixTerminal {
  /// 0, or the `errno` that stopped it.
  private static func writeAll(_ text: String, to descriptor: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          // Somebody made the descriptor non-blocking, as programs sharing a terminal do.
          var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&ready, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  /// At least one byte from `descriptor`, or none at its end; throws when the task is cancelled.
  private static func readSome(from descriptor: Int32) async throws -> [UInt8] {
    try Task.checkCancellation()
    let wake = try WakePipe()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(with: Result { try waitAndRead(descriptor, unless: wake) })
        }
      }
    } onCancel: {
      wake.signal()
    }
  }

  private static func waitAndRead(_ descriptor: Int32, unless wake: WakePipe) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      var watched = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&watched, 2, -1) < 0 {
        guard errno == EINTR || errno == EAGAIN else {
          throw TerminalError.failed(call: "poll", code: errno)
        }
        continue
      }
      if watched[1].revents != 0 { throw CancellationError() }
      let count = read(descriptor, &bytes, bytes.count)
      if count >= 0 { return Array(bytes[..<count]) }
      // A terminal whose other end is gone answers EIO: that is the end of the input.
      if errno == EIO { return [] }
      guard errno == EINTR || errno == EAGAIN else {
        throw TerminalError.failed(call: "read", code: errno)
      }
    }
  }
}

/// A pipe whose only message is "stop waiting".
private final class WakePipe: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .failed(call: "pipe", code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    _ = close(readEnd)
    _ = close(writeEnd)
  }

  func signal() {
    withUnsafeBytes(of: UInt8(0)) { _ = systemWrite(writeEnd, $0) }
  }
}

/// `write(2)`, whose plain name the methods of `PosixTerminal` hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
