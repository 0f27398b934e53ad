/// The pager as a process: it has the terminal until the reader leaves it.
import Foundation
import MarketCommands

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Starts pagers and feeds them.
///
/// 1. Ctrl-C is the pager's own while it runs.
/// 2. That the reader leaves before the end of the text is no failure.
struct LivePager: Sendable {
  let interrupts: InterruptCenter

  /// nil where there is no such program.
  func start(_ request: PagerRequest) async -> PagerRun? {
    guard TerminalProgram.isThere(request.command, request.variables),
      let (program, input) = Self.spawn(request)
    else { return nil }
    let loan = interrupts.lend()
    return PagerRun { text in
      await onOwnThread { Self.write(text, to: input) }
    } finish: {
      await onOwnThread {
        withExtendedLifetime(loan) {
          close(input)
          return Self.notRunnable.contains(program.end() ?? 0) ? .notStarted : .shown
        }
      }
    }
  }

  /// What a shell answers for a program that is not there or cannot be run.
  private static let notRunnable: [Int32] = [126, 127]

  private static func spawn(_ request: PagerRequest) -> (TerminalProgram, input: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let program = TerminalProgram(
      TerminalProgram.withoutShell(request.command), variables: request.variables, input: ends[0])
    guard let program else {
      close(ends[1])
      return nil
    }
    return (program, ends[1])
  }

  /// Writes everything; false where nobody reads any more.
  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let count = systemWrite(descriptor, piece.baseAddress, piece.count)
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }
}

/// `write(2)`, whose plain name a method hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
