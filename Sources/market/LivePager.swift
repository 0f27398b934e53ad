/// The pager as a process: it has the terminal until the reader leaves it.
import Foundation
import MarketCommands
import Synchronization

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
      let process = PagerProcess(request)
    else { return nil }
    let loan = interrupts.lend()
    return PagerRun { text in
      await onOwnThread { process.write(text) }
    } isLeft: {
      await process.isLeft()
    } finish: {
      await onOwnThread {
        withExtendedLifetime(loan) {
          process.endText()
          return process.end()
        }
      }
    }
  }
}

/// A pager that runs, and the pipe to it.
private final class PagerProcess: Sendable {
  /// What a shell answers for a program that is not there or cannot be run.
  private static let notRunnable: [Int32] = [126, 127]
  /// How long it may take until it is noticed that the reader has left.
  private static let watch = Duration.milliseconds(100)

  private let program: TerminalProgram
  /// nil after the end of the text, so that nobody looks at a number that means another file.
  private let input: Mutex<Int32?>
  /// A process can be waited for only once.
  private let ending = Mutex<PagerEnd?>(nil)

  /// nil where no process could be made.
  init?(_ request: PagerRequest) {
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
    self.program = program
    input = Mutex(ends[1])
  }

  /// Writes everything, blocking; false where nobody reads any more.
  func write(_ text: String) -> Bool {
    guard let descriptor = input.withLock({ $0 }) else { return false }
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

  /// Looks now and then, since a pipe tells nobody who only waits that its reader is gone.
  func isLeft() async -> Bool {
    while !Task.isCancelled {
      guard let isRead = input.withLock({ $0.map(Self.isRead) }) else { return false }
      guard isRead else { return await onOwnThread { self.end() } == .shown }
      try? await Task.sleep(for: Self.watch)
    }
    return false
  }

  func endText() {
    input.withLock { descriptor in
      if let descriptor { close(descriptor) }
      descriptor = nil
    }
  }

  /// Waits, blocking, until the reader leaves.
  func end() -> PagerEnd {
    ending.withLock { known in
      let found = known ?? (Self.notRunnable.contains(program.end() ?? 0) ? .notStarted : .shown)
      known = found
      return found
    }
  }

  /// Whether somebody has the other end of a pipe.
  private static func isRead(_ descriptor: Int32) -> Bool {
    var look = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&look, 1, 0) <= 0 || look.revents & Int16(POLLERR) == 0
  }
}

/// `write(2)`, whose plain name a method hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
