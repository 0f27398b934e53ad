import Foundation
import MarketTestSupport
import Synchronization
import TerminalKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program in a pseudo-terminal whose keyboard and window belong to a test. `see` reads the
/// output as a stream without escape sequences; `screen` is the window.
final class PseudoTerminal: Sendable {
  struct Seen {
    /// The text that `see` has not consumed yet.
    var stream = ""
    var feed: ScreenFeed
    /// All bytes of output.
    var bytes: [UInt8] = []
    /// Whether output may have been thrown away, also the rest of a sequence.
    var isCut = false
  }

  /// The terminal emulator's side, which gets keys and returns output; -1 once it is closed.
  private let window: Mutex<Int32>
  /// The program's side, held open so that its modes can be read after the program has ended.
  private let line: Int32
  private let before: Modes
  private let seen: Mutex<Seen>
  let child: ChildProcess

  private init(_ launch: Launch, _ size: TerminalSize) throws {
    let path: String
    let far: Int32
    (far, line, path) = try ChildProcess.descriptors {
      var (far, near): (Int32, Int32) = (-1, -1)
      var cells = winsize(size)
      guard openpty(&far, &near, nil, nil, &cells) == 0, let name = ttyname(near) else {
        throw WaitError.failed(call: "openpty", code: errno)
      }
      for end in [far, near] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      // Typing must not wait for a program that waits for its output to be read.
      _ = fcntl(far, F_SETFL, O_NONBLOCK)
      return (far, near, String(cString: name))
    }
    window = Mutex(far)
    seen = Mutex(Seen(feed: ScreenFeed(columns: size.columns, rows: size.rows)))
    before = Modes(of: line)
    do {
      child = try ChildProcess(launch, terminal: path)
    } catch {
      close(far)
      close(line)
      throw error
    }
  }

  deinit {
    child.end()
    hangUp()
    close(line)
  }

  /// Starts a program and ends it when `body` returns or throws.
  static func run<R>(
    _ launch: Launch, columns: Int = 100, rows: Int = 40,
    _ body: (PseudoTerminal) async throws -> R
  ) async throws -> R {
    let terminal = try PseudoTerminal(launch, TerminalSize(columns: columns, rows: rows))
    defer { terminal.child.end() }
    return try await body(terminal)
  }

  /// Starts a program; the caller ends it.
  ///
  /// - Parameter isShared: whether other programs write to the window, too; otherwise a line that
  ///   wraps by itself is a problem of the screen.
  static func open(
    _ launch: Launch, columns: Int, rows: Int, isShared: Bool = false
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(launch, TerminalSize(columns: columns, rows: rows))
    terminal.seen.withLock { $0.feed.screen.isShared = isShared }
    return terminal
  }

  /// Types a text that fits into the terminal's buffer.
  func type(_ text: String) {
    // When Ctrl-C stops a command, the system throws away the output that was not read yet.
    if text.contains(Self.controlC), Modes(of: line).local & UInt32(ISIG) != 0 {
      seen.withLock { $0.isCut = true }
    }
    let bytes = Array(text.utf8)
    _ = write(window.withLock { $0 }, bytes, bytes.count)
  }

  /// Types a text of any length while reading the output.
  func typeAll(_ text: String) async throws {
    let deadline = Deadline()
    try await runBlocking { [self] in
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let file = window.withLock { $0 }
        let ready = try deadline.ready(reading: file, writing: file)
        guard ready.read || ready.write else { throw WaitError.timedOut("typing the text") }
        if ready.read { try take() }
        let count = rest.withUnsafeBytes { write(file, $0.baseAddress, min($0.count, 1 << 12)) }
        if count > 0 { rest = rest.dropFirst(count) }
      }
    }
  }

  /// Types a line and Enter.
  func enter(_ line: String) { type(line + "\r") }

  static let controlC = "\u{3}"
  static let controlD = "\u{4}"

  /// Waits until `text` is shown, and consumes the output up to its end.
  ///
  /// - Returns: The consumed output, with `text` at its end.
  @discardableResult
  func see(_ text: String) async throws -> String {
    try await wait { seen in
      guard let range = seen.stream.range(of: text) else { return nil }
      defer { seen.stream = String(seen.stream[range.upperBound...]) }
      return String(seen.stream[..<range.upperBound])
    } missing: {
      "\"\(text)\", but got: \($0.stream)"
    }
  }

  /// Reads output until `found` returns a value.
  func wait<R: Sendable>(
    for found: @escaping @Sendable (inout Seen) -> R?,
    missing: @escaping @Sendable (Seen) -> String
  ) async throws -> R {
    let deadline = Deadline()
    return try await runBlocking { [self] in
      while true {
        if let result = seen.withLock({ found(&$0) }) { return result }
        let ready = try deadline.readable(window.withLock { $0 }, child.lifeline)
        if ready[0] {
          try take()
        } else if ready[1] {
          throw WaitError.ended("no " + seen.withLock { missing($0) })
        } else {
          throw WaitError.timedOut(seen.withLock { missing($0) })
        }
      }
    }
  }

  /// Waits for the end of the program and returns the output that `see` has not consumed.
  ///
  /// It reads all the time, because a program waits when the buffer of its terminal is full.
  func exit() async throws -> (exit: Exit, shown: String) {
    let deadline = Deadline()
    return try await runBlocking { [self] in
      // `poll` ignores the window once it is closed.
      let file = window.withLock { $0 }
      while !deadline.isOver {
        let exit = child.exitIfEnded
        let wait = exit == nil ? deadline.part(.milliseconds(250)) : Deadline(in: .zero)
        if try wait.readable(file, child.lifeline)[0] {
          try take()
        } else if let exit {
          return (exit, seen.withLock { $0.stream })
        }
      }
      throw WaitError.timedOut("the end of the program, after: \(seen.withLock { $0.stream })")
    }
  }

  /// The current screen.
  var screen: ScreenModel { seen.withLock { $0.feed.screen } }

  /// The problems of the screen. After Ctrl-C those are left out that it may have caused by itself.
  func takeProblems() -> [String] {
    seen.withLock { seen in
      if seen.isCut { seen.feed.screen.forgetProblems() }
      seen.isCut = false
      return seen.feed.screen.problems
    }
  }

  /// All bytes that the program has written.
  var bytes: [UInt8] { seen.withLock { $0.bytes } }

  /// Gives the window another size, as a person does with the mouse.
  func resize(columns: Int, rows: Int) throws {
    let size = TerminalSize(columns: columns, rows: rows)
    // What was written for the old size has to be there first.
    let file = window.withLock { $0 }
    while try Deadline(in: .zero).readable(file)[0] { try take() }
    seen.withLock { $0.feed.screen.resize(to: size) }
    var cells = winsize(size)
    guard ioctl(file, UInt(TIOCSWINSZ), &cells) == 0 else {
      throw WaitError.failed(call: "ioctl", code: errno)
    }
  }

  /// Closes the window.
  func hangUp() {
    window.withLock { file in
      if file >= 0 { close(file) }
      file = -1
    }
  }

  /// Whether typed characters are echoed.
  var echoes: Bool { Modes(of: line).local & UInt32(ECHO) != 0 }

  /// Whether the modes of the terminal are those from before the start of the program.
  var isRestored: Bool { Modes(of: line) == before }

  private func take() throws {
    let bytes = try readSome(window.withLock { $0 })
    seen.withLock { seen in
      seen.bytes += bytes
      seen.stream += Self.readable(seen.feed.take(bytes))
    }
  }

  /// A text of complete escape sequences without them and without carriage returns.
  private static func readable(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var rest = bytes[...]
    var readable: [UInt8] = []
    readable.reserveCapacity(bytes.count)
    while let byte = rest.popFirst() {
      switch (byte, rest.first) {
      case (UInt8(ascii: "\r"), _): continue
      case (0x1B, UInt8(ascii: "[")):
        rest = rest.dropFirst().drop { !(0x40...0x7E).contains($0) }.dropFirst()
      case (0x1B, UInt8(ascii: "]")):
        rest = rest.drop { $0 != 7 && $0 != 0x1B }
        rest = rest.dropFirst(rest.first == 7 ? 1 : 2)
      default: readable.append(byte)
      }
    }
    return String(decoding: readable, as: UTF8.self)
  }

  /// The comparable modes of a terminal.
  private struct Modes: Equatable {
    let input: UInt32
    let output: UInt32
    let control: UInt32
    let local: UInt32

    init(of descriptor: Int32) {
      var modes = termios()
      _ = tcgetattr(descriptor, &modes)
      input = UInt32(modes.c_iflag)
      output = UInt32(modes.c_oflag)
      control = UInt32(modes.c_cflag)
      local = UInt32(modes.c_lflag)
    }
  }
}

extension winsize {
  fileprivate init(_ size: TerminalSize) {
    self.init(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
  }
}
