/// A program at a terminal of its own, with a test at the keyboard.
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a person sees and types. Escape sequences are left out of what is seen.
final class PseudoTerminal: Sendable {
  /// The side of the window, where keys go in and the picture comes out.
  private let window: Int32
  /// The side of the program, held open so that its modes can be looked at to the end.
  private let line: Int32
  private let before: Modes
  private let unseen = Mutex("")
  let child: ChildProcess

  private init(_ launch: Launch) throws {
    let path: String
    (window, line, path) = try ChildProcess.descriptors {
      var (far, near): (Int32, Int32) = (-1, -1)
      var size = winsize(ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
      guard openpty(&far, &near, nil, nil, &size) == 0, let name = ttyname(near) else {
        throw WaitProblem.failed(call: "openpty", code: errno)
      }
      for end in [far, near] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return (far, near, String(cString: name))
    }
    before = Modes(of: line)
    do {
      child = try ChildProcess(launch, terminal: path)
    } catch {
      close(window)
      close(line)
      throw error
    }
  }

  deinit {
    child.end()
    close(window)
    close(line)
  }

  /// Starts a program and ends it when `body` is done, whatever comes.
  static func run<R>(
    _ launch: Launch, _ body: (PseudoTerminal) async throws -> R
  ) async throws -> R {
    let terminal = try PseudoTerminal(launch)
    defer { terminal.child.end() }
    return try await body(terminal)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(window, bytes, bytes.count)
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
    let deadline = Deadline(in: limit)
    return try await onThread { [self] in
      while true {
        let found: String? = unseen.withLock { unseen in
          guard let range = unseen.range(of: text) else { return nil }
          defer { unseen = String(unseen[range.upperBound...]) }
          return String(unseen[..<range.upperBound])
        }
        if let found { return found }
        let ready = try deadline.readable(window, child.lifeline)
        let shown = unseen.withLock { $0 }
        if ready[0] {
          try take()
        } else if ready[1] {
          throw WaitProblem.ended("no \"\(text)\", but: \(shown)")
        } else {
          throw WaitProblem.tooLong("\"\(text)\", but there is: \(shown)")
        }
      }
    }
  }

  /// Waits for the end of the program, and answers with what was shown until then.
  func exit() async throws -> (exit: Exit, shown: String) {
    let exit = try await child.exit()
    return try await onThread { [self] in
      while try Deadline(in: .zero).readable(window)[0] { try take() }
      return (exit, unseen.withLock { $0 })
    }
  }

  /// Whether typed letters show.
  var echoes: Bool { Modes(of: line).local & UInt32(ECHO) != 0 }

  /// Whether the terminal is as the program found it.
  var isGivenBack: Bool { Modes(of: line) == before }

  private func take() throws {
    let bytes = try readSome(window)
    unseen.withLock { unseen in
      unseen += String(decoding: bytes, as: UTF8.self)
      unseen = unseen.replacing("\r", with: "")
        .replacing(#/\u{1B}(\[[0-9;?]*[A-Za-z]|\][^\u{7}\u{1B}]*(\u{7}|\u{1B}\\))/#, with: "")
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
