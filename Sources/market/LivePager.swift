import Base
import Foundation
import SellerSession
import Synchronization

/// Runs the user's pager and writes text to it.
///
/// 1. While the pager runs, it handles Ctrl-C itself.
/// 2. Quitting the pager before the end of the text is not an error. A pager that fails without
///    having read anything counts as not started.
struct LivePager: Sendable {
  let interrupts: InterruptCenter

  /// Starts the pager; returns nil if there is no such program.
  func start(_ request: PagerRequest) async -> PagerRun? {
    guard ForegroundProcess.isInstalled(request.command, request.variables),
      let process = PagerProcess(request)
    else { return nil }
    let suspension = interrupts.suspend()
    interrupts.passSignals(to: process.program)
    return PagerRun { text in
      await runOnNewThread { process.write(text) }
    } isLeft: {
      await process.isLeft()
    } finish: {
      await runOnNewThread {
        withExtendedLifetime(suspension) {
          process.endText()
          return process.end()
        }
      }
    }
  }
}

/// A running pager and the pipe to it.
private final class PagerProcess: Sendable {
  /// The exit codes of a shell for a program that is missing or not executable.
  private static let notRunnable: [Int32] = [126, 127]
  /// The interval between two checks whether the pager is still running.
  private static let pollInterval = Duration.milliseconds(100)

  let program: ForegroundProcess
  private let input: Mutex<PagerPipe>
  /// The result of waiting for the process, which is possible only once.
  private let ending = Mutex<PagerEnd?>(nil)

  /// Starts the process; returns nil if that fails.
  init?(_ request: PagerRequest) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let program = ForegroundProcess(
      ForegroundProcess.execCommand(request.command), variables: request.variables, input: ends[0])
    guard let program else {
      close(ends[1])
      return nil
    }
    self.program = program
    input = Mutex(PagerPipe(input: ends[1]))
  }

  /// Writes the text and blocks until then; returns false if the pager reads no more.
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
          input.withLock { $0.written += count }
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  /// Waits until the user quits the pager and returns true, or false if the text ends first.
  ///
  /// It polls, because a pipe does not report a closed reader to a waiting writer.
  func isLeft() async -> Bool {
    while !Task.isCancelled {
      guard let hasReader = input.withLock({ $0.hasReader }) else { return false }
      try? await Task.sleep(for: Self.pollInterval)
      guard !hasReader else { continue }
      // Some pagers keep running without reading. Others close the pipe just before they end.
      if program.isRunning { return true }
      return await runOnNewThread { self.end() } == .shown
    }
    return false
  }

  func endText() { input.withLock { $0.endText() } }

  /// Blocks until the user quits the pager.
  func end() -> PagerEnd {
    ending.withLock { known in
      let found = known ?? findEnd()
      known = found
      input.withLock { $0.closeReadEnd() }
      return found
    }
  }

  private func findEnd() -> PagerEnd {
    let code = program.end() ?? 0
    let isUnread = input.withLock { $0.isUnread }
    return Self.notRunnable.contains(code) || code != 0 && isUnread ? .notStarted : .shown
  }
}

/// The write end of the pipe to a pager.
private struct PagerPipe {
  /// The descriptor; nil after the end of the text, because it may then belong to another file.
  private(set) var input: Int32?
  /// The number of bytes written.
  var written = 0
  /// A read end, opened at the end of the text.
  ///
  /// It preserves what the pager leaves in the pipe.
  private var readEnd: Int32?

  init(input: Int32) {
    self.input = input
  }

  /// Whether the pager has the pipe open; nil after the end of the text.
  var hasReader: Bool? {
    guard let input else { return nil }
    var entry = pollfd(fd: input, events: 0, revents: 0)
    return poll(&entry, 1, 0) <= 0 || entry.revents & Int16(POLLERR) == 0
  }

  mutating func endText() {
    guard let input else { return }
    // If this fails, the whole text counts as read.
    let end = open("/proc/self/fd/\(input)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    readEnd = end < 0 ? nil : end
    close(input)
    self.input = nil
  }

  /// Whether the pager has read nothing.
  var isUnread: Bool {
    var unread: Int32 = 0
    guard let end = input ?? readEnd, ioctl(end, UInt(FIONREAD), &unread) == 0 else {
      return false
    }
    return Int(unread) == written
  }

  mutating func closeReadEnd() {
    if let readEnd { close(readEnd) }
    readEnd = nil
  }
}

/// `write(2)`, which a method of the same name hides inside the type.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
