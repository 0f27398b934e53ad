/// The pager as a process: it has the terminal until the reader leaves it.
import Foundation
import MarketCommands
import Synchronization
import Threads

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Starts pagers and feeds them.
///
/// 1. Ctrl-C is the pager's own while it runs.
/// 2. That the reader leaves before the end of the text is no failure. A pager that fails and has
///    read nothing counts as one that cannot be run.
struct LivePager: Sendable {
  let interrupts: InterruptCenter

  /// nil where there is no such program.
  func start(_ request: PagerRequest) async -> PagerRun? {
    guard ForegroundProcess.isThere(request.command, request.variables),
      let process = PagerProcess(request)
    else { return nil }
    let loan = interrupts.lend()
    return PagerRun { text in
      await runOnNewThread { process.write(text) }
    } isLeft: {
      await process.isLeft()
    } finish: {
      await runOnNewThread {
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

  private let program: ForegroundProcess
  private let input: Mutex<PagerPipe>
  /// A process can be waited for only once.
  private let ending = Mutex<PagerEnd?>(nil)

  /// nil where no process could be made.
  init?(_ request: PagerRequest) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let program = ForegroundProcess(
      ForegroundProcess.withoutShell(request.command), variables: request.variables, input: ends[0])
    guard let program else {
      close(ends[1])
      return nil
    }
    self.program = program
    input = Mutex(PagerPipe(input: ends[1]))
  }

  /// Writes everything, blocking; false where nobody reads any more.
  func write(_ text: String) -> Bool {
    guard let descriptor = input.withLock({ $0.input }) else { return false }
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let count = systemWrite(descriptor, piece.baseAddress, piece.count)
        if count > 0 {
          rest = rest.dropFirst(count)
          input.withLock { $0.given += count }
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
      guard let isRead = input.withLock({ $0.isRead }) else { return false }
      try? await Task.sleep(for: Self.watch)
      guard !isRead else { continue }
      // Some run on without reading; of those that end, the pipe is closed a moment before.
      if program.isRunning { return true }
      return await runOnNewThread { self.end() } == .shown
    }
    return false
  }

  func endText() { input.withLock { $0.endText() } }

  /// Waits, blocking, until the reader leaves.
  func end() -> PagerEnd {
    ending.withLock { known in
      let found = known ?? findEnd()
      known = found
      input.withLock { $0.forgetRemains() }
      return found
    }
  }

  private func findEnd() -> PagerEnd {
    let code = program.end() ?? 0
    let isUntouched = input.withLock { $0.isUntouched }
    return Self.notRunnable.contains(code) || code != 0 && isUntouched ? .notStarted : .shown
  }
}

/// This program's end of the pipe to a pager.
private struct PagerPipe {
  /// nil after the end of the text, so that nobody looks at a number that means another file.
  private(set) var input: Int32?
  /// Bytes that the pipe took.
  var given = 0
  /// After the end of the text, what the pager leaves in the pipe stays there by this.
  private var remains: Int32?

  init(input: Int32) {
    self.input = input
  }

  /// Whether somebody has the other end; nil after the end of the text.
  var isRead: Bool? {
    guard let input else { return nil }
    var look = pollfd(fd: input, events: 0, revents: 0)
    return poll(&look, 1, 0) <= 0 || look.revents & Int16(POLLERR) == 0
  }

  mutating func endText() {
    guard let input else { return }
    // Where that is not possible, all of it counts as read.
    let end = open("/proc/self/fd/\(input)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    remains = end < 0 ? nil : end
    close(input)
    self.input = nil
  }

  /// Whether the pager has read nothing of what it was given.
  var isUntouched: Bool {
    var left: Int32 = 0
    guard let end = input ?? remains, ioctl(end, UInt(FIONREAD), &left) == 0 else { return false }
    return Int(left) == given
  }

  mutating func forgetRemains() {
    if let remains { close(remains) }
    remains = nil
  }
}

/// `write(2)`, whose plain name a method hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
