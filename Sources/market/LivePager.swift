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
/// 1. It runs in the group of this process, so that it may read the terminal; Ctrl-C is its own
///    while it runs.
/// 2. That the reader leaves before the end of the text is no failure.
struct LivePager: Sendable {
  let interrupts: InterruptCenter

  /// nil where there is no such program.
  func start(_ request: PagerRequest) async -> PagerRun? {
    guard Self.isThere(request), let (id, input) = Self.spawn(request) else { return nil }
    let loan = interrupts.lend()
    return PagerRun { text in
      await onOwnThread { Self.write(text, to: input) }
    } finish: {
      await onOwnThread {
        withExtendedLifetime(loan) {
          close(input)
          return Self.end(of: id)
        }
      }
    }
  }

  /// What a shell answers for a program that is not there or cannot be run.
  private static let notRunnable: [Int32] = [126, 127]

  private static func end(of id: pid_t) -> PagerEnd {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 {
      guard errno == EINTR else { return .shown }
    }
    let hasExited = status & 0x7F == 0
    return hasExited && notRunnable.contains((status >> 8) & 0xFF) ? .notStarted : .shown
  }

  /// Whether a plain command names a program, so that the shell need not say that it does not.
  private static func isThere(_ request: PagerRequest) -> Bool {
    guard let name = plainProgram(request.command) else { return true }
    if name.contains("/") { return access(name, X_OK) == 0 }
    let path = request.variables["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// The first word of a command without anything that a shell would read in its own way.
  private static func plainProgram(_ command: String) -> String? {
    let isPlain = !command.contains { "\"'\\$`|&;<>()*?[]{}~=#!\n".contains($0) }
    return isPlain ? command.split(separator: " ").first.map(String.init) : nil
  }

  private static func spawn(_ request: PagerRequest) -> (id: pid_t, input: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // This process ignores these, and a child would inherit that.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // Threads of a queue hold all signals back, which a child inherits as well.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    // Without a shell between them, Ctrl-C reaches the pager alone.
    let command = plainProgram(request.command) == nil ? request.command : "exec \(request.command)"
    let words = ["sh", "-c", command]
    var arguments = words.map { strdup($0) } + [nil]
    var variables = request.variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var id: pid_t = 0
    guard posix_spawn(&id, "/bin/sh", &actions, &attributes, &arguments, &variables) == 0 else {
      close(ends[1])
      return nil
    }
    return (id, ends[1])
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
