/// A program at a terminal of its own, with a test at the keyboard.
import Foundation
import MarketTestSupport
import Synchronization
import TerminalKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a person sees and types. `see` reads along as a stream, without escape sequences; `screen` is
/// the window.
final class PseudoTerminal: Sendable {
  struct Seen {
    /// What `see` has not passed yet.
    var stream = ""
    var feed: ScreenFeed
    /// Every byte that came.
    var bytes: [UInt8] = []
  }

  /// The side of the window, where keys go in and the picture comes out; -1 once it is closed.
  private let window: Mutex<Int32>
  /// The side of the program, held open so that its modes can be looked at to the end.
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
        throw WaitProblem.failed(call: "openpty", code: errno)
      }
      for end in [far, near] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      // Whoever types must not wait for a program that waits to be read.
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

  /// Starts a program and ends it when `body` is done, whatever comes.
  static func run<R>(
    _ launch: Launch, columns: Int = 100, rows: Int = 40,
    _ body: (PseudoTerminal) async throws -> R
  ) async throws -> R {
    let terminal = try PseudoTerminal(launch, TerminalSize(columns: columns, rows: rows))
    defer { terminal.child.end() }
    return try await body(terminal)
  }

  /// Types what is short enough to be taken at once.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(window.withLock { $0 }, bytes, bytes.count)
  }

  /// Types a text of any length, and reads meanwhile.
  func typeAll(_ text: String, within limit: Duration = .seconds(60)) async throws {
    let deadline = Deadline(in: limit)
    try await onThread { [self] in
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let file = window.withLock { $0 }
        let ready = try deadline.ready(reading: file, writing: file)
        guard ready.read || ready.write else { throw WaitProblem.tooLong("all to be typed") }
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

  /// Waits until `text` was shown. What was shown up to its end counts as seen.
  ///
  /// - Returns: what was not seen before, with `text` at its end.
  @discardableResult
  func see(_ text: String, within limit: Duration = .seconds(60)) async throws -> String {
    try await wait(within: limit) { seen in
      guard let range = seen.stream.range(of: text) else { return nil }
      defer { seen.stream = String(seen.stream[range.upperBound...]) }
      return String(seen.stream[..<range.upperBound])
    } missing: {
      "\"\(text)\", but there is: \($0.stream)"
    }
  }

  /// Reads until `found` has an answer.
  func wait<R: Sendable>(
    within limit: Duration, for found: @escaping @Sendable (inout Seen) -> R?,
    missing: @escaping @Sendable (Seen) -> String
  ) async throws -> R {
    let deadline = Deadline(in: limit)
    return try await onThread { [self] in
      while true {
        if let result = seen.withLock({ found(&$0) }) { return result }
        let ready = try deadline.readable(window.withLock { $0 }, child.lifeline)
        if ready[0] {
          try take()
        } else if ready[1] {
          throw WaitProblem.ended("no " + seen.withLock { missing($0) })
        } else {
          throw WaitProblem.tooLong(seen.withLock { missing($0) })
        }
      }
    }
  }

  /// Waits for the end of the program, and answers with what was shown until then.
  func exit() async throws -> (exit: Exit, shown: String) {
    let exit = try await child.exit()
    return try await onThread { [self] in
      let file = window.withLock { $0 }
      while file >= 0, try Deadline(in: .zero).readable(file)[0] { try take() }
      return (exit, seen.withLock { $0.stream })
    }
  }

  /// What the window shows now.
  var screen: ScreenModel { seen.withLock { $0.feed.screen } }

  /// Every byte that the program has written.
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
      throw WaitProblem.failed(call: "ioctl", code: errno)
    }
  }

  /// Closes the window.
  func hangUp() {
    window.withLock { file in
      if file >= 0 { close(file) }
      file = -1
    }
  }

  /// Whether typed letters show.
  var echoes: Bool { Modes(of: line).local & UInt32(ECHO) != 0 }

  /// Whether the terminal is as the program found it.
  var isGivenBack: Bool { Modes(of: line) == before }

  private func take() throws {
    let bytes = try readSome(window.withLock { $0 })
    seen.withLock { seen in
      seen.bytes += bytes
      seen.stream += seen.feed.take(bytes)
      seen.stream = seen.stream.replacing("\r", with: "")
        .replacing(#/\u{1B}(\[[0-9;?]* ?[A-Za-z@]|\][^\u{7}\u{1B}]*(\u{7}|\u{1B}\\))/#, with: "")
    }
  }

  /// The modes of a terminal, to be compared.
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
